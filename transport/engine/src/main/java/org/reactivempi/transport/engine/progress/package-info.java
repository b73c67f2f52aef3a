/**
 * Progress: the one thread of a rank, and the signals that it owes.
 *
 * <p>{@link org.reactivempi.transport.engine.progress.ProgressLoop} is a Netty event loop whose turn ends by sending all
 * that the turn produced. {@link org.reactivempi.transport.engine.progress.CompletionQueue} collects the ends of operations and
 * gives them to users between two steps of the engine, never inside one.
 *
 * <p>{@link org.reactivempi.transport.channel.OnProgressThread} marks what only that thread may call.
 *
 * <p>Called by {@code ask}, {@code diagnosis}, {@code engine}, {@code event}, {@code flow}, {@code link}, {@code match},
 * {@code membership}, {@code operation}, {@code platform}, {@code port}, {@code protocol}, {@code window}, {@code api/testkit},
 * {@code transport/sim} and {@code transport/tck}; knows {@code transport/channel}. Uses Netty and Reactor. Internal.
 */
@NullMarked
package org.reactivempi.transport.engine.progress;

import org.jspecify.annotations.NullMarked;
