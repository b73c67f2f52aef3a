/**
 * Progress: the one thread of a rank, and the signals that it owes.
 *
 * <p>{@link org.reactivempi.transport.engine.progress.ProgressLoop} is a Netty event loop whose turn ends by sending all
 * that the turn produced. {@link org.reactivempi.transport.engine.progress.CompletionQueue} collects the ends of operations and
 * gives them to users between two steps of the engine, never inside one.
 *
 * <p>{@link org.reactivempi.transport.engine.progress.OnProgressThread} marks what only that thread may call.
 *
 * <p>Called by all of the engine, knows only Netty, Reactor and the channel SPI. Internal.
 */
@NullMarked
package org.reactivempi.transport.engine.progress;

import org.jspecify.annotations.NullMarked;
