/**
 * PMI-1.1: the key-value exchange between ranks that are processes and their launcher.
 *
 * <pre>
 *  rank                                    launcher
 *  PmiRank -> PmiClient       === TCP ===  PmiServer -> PmiConnection -> PmiJob
 *                     lines: PmiLine, PmiLineReader
 * </pre>
 * The client also speaks to MPICH's Hydra and to Slurm; the server is that of our own launcher.
 *
 * <p>Called by {@code detect}, {@code launcher} and {@code api/spring}; knows {@code bootstrap}. Client and server have one thread
 * each, which owns their connections.
 */
@NullMarked
package org.reactivempi.transport.bootstrap.pmi;

import org.jspecify.annotations.NullMarked;
