/**
 * The channel SPI: how bytes travel between two ranks, whatever carries them.
 *
 * <p>A {@link org.reactivempi.transport.channel.Channel} opens one
 * {@link org.reactivempi.transport.channel.Endpoint} per rank; endpoints connect, and each connection is a
 * {@link org.reactivempi.transport.channel.Link}: an ordered stream of bytes, both ways. They share the rank's
 * {@link org.reactivempi.transport.channel.Progress} loop. Channels know nothing of packets, matching or MPI.
 *
 * <p>Called by {@code api/core}, {@code api/testkit}, {@code transport/engine}, {@code transport/faulty}, {@code transport/local},
 * {@code transport/rsocket}, {@code transport/shm}, {@code transport/sim}, {@code transport/tck} and {@code transport/tcp}; knows
 * {@code log} and {@code settings}. The channels' modules implement it. All calls and callbacks happen on the rank's progress
 * thread.
 */
@NullMarked
package org.reactivempi.transport.channel;

import org.jspecify.annotations.NullMarked;
