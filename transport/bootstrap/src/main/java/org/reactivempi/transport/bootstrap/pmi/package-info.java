/**
 * PMI-1.1: the key-value exchange between ranks that are processes and their launcher.
 *
 * <pre>
 *  rank                                    launcher
 *  PmiRank -> PmiClient       === TCP ===  ours, MPICH's Hydra, Slurm
 *                     lines: PmiLine, PmiLineReader
 * </pre>
 *
 * <p>Called by {@code detect}, {@code api/spring} and {@code transport/launcher}; knows {@code bootstrap}. The client has a
 * thread, which owns its connection.
 */
@NullMarked
package org.reactivempi.transport.bootstrap.pmi;

import org.jspecify.annotations.NullMarked;
