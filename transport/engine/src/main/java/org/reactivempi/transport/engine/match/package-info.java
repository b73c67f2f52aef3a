/**
 * Matching: which receive gets which message.
 *
 * <p>{@link org.reactivempi.transport.engine.match.MatchQueues} holds receives that wait for a message, and messages that
 * wait for a receive. Both keep their order; that alone gives ORD-1 to ORD-3. Finding a match costs the same at any
 * length of the queues.
 *
 * <p>Called by {@code port} and {@code protocol}; knows {@code event}, {@code operation}, {@code platform}, {@code progress} and
 * {@code transport/channel}. A posted receive is also what will be signalled, hence {@code progress}. Internal.
 */
@NullMarked
@OnProgressThread
package org.reactivempi.transport.engine.match;

import org.jspecify.annotations.NullMarked;
import org.reactivempi.transport.channel.OnProgressThread;
