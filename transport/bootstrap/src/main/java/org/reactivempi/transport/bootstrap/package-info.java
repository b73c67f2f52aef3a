/**
 * Who am I, and where are my peers: a rank's number, the size of its job, and the key-value exchange of the start.
 *
 * <p>{@link org.reactivempi.transport.bootstrap.Bootstrap} is the contract. Here is the one for ranks that share a JVM
 * ({@link org.reactivempi.transport.bootstrap.InJvmWorld}), {@code pmi} has the one for ranks that are processes, and
 * {@code detect} chooses.
 *
 * <p>Called by the MPI layer, the test kit and the launcher; knows reactor-core. Any thread.
 */
@NullMarked
package org.reactivempi.transport.bootstrap;

import org.jspecify.annotations.NullMarked;
