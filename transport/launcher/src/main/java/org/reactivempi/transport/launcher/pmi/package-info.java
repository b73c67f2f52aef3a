/**
 * The launcher's side of PMI-1.1: the key-value server through which ranks that are processes find each other.
 *
 * <pre>
 *  rank                    launcher
 *  PmiClient === TCP ===   PmiServer -> PmiConnection -> PmiJob
 * </pre>
 * Lines, and what our launcher says beyond PMI, are those of the client's package in bootstrap.
 *
 * <p>Called by {@code job} and {@code plan}; knows {@code transport/bootstrap}. One thread owns server and connections.
 */
@NullMarked
package org.reactivempi.transport.launcher.pmi;

import org.jspecify.annotations.NullMarked;
