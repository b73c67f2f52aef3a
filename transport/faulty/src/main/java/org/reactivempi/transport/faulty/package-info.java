/**
 * A channel for tests: carries bytes over another channel, and does to its connections what networks do, by a plan that
 * a seed decides.
 *
 * <pre>
 *   engine --write--&gt; Outlet --&gt; carrier ~~~~~~&gt; carrier --&gt; Inlet --onBytes--&gt; engine
 *                       |                                      |
 *                     Fate: pass, split, merge, delay, corrupt, freeze, cut
 * </pre>
 *
 * <p>Called by no other package; knows {@code transport/channel}. Found by {@code ServiceLoader}, as is the channel that it wraps;
 * uses Netty's buffers and loops. Everything happens on the progress thread; only {@link org.reactivempi.transport.faulty.Faults}
 * is for any.
 */
@NullMarked
package org.reactivempi.transport.faulty;

import org.jspecify.annotations.NullMarked;
