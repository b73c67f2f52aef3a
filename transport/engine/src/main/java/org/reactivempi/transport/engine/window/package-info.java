/**
 * Windows: memory of a rank that others read and write without a call of its program.
 *
 * <pre>
 *  origin   OwnedWindow --&gt; Access, one a target: waits for a lock or a post --&gt; Lane of requests --&gt; packets
 *  target   packets --&gt; WindowPeer --&gt; Memory, LockQueue, Exposure --&gt; Lane of answers --&gt; packets
 *  both     FENCE, OPEN --&gt; Fences --&gt; Access: what waits for a fence elsewhere
 *  both     what programs tell each other besides: Notices, in the order of these lanes
 * </pre>
 * A link is in order, and sees each packet once. So whatever comes is applied as it is read, accumulates happen once, and a FLUSH is answered when
 * its turn among the answers is. {@link org.reactivempi.transport.engine.window.Windows} has all windows of a rank, and tells its diagnosis what
 * they wait for. What this rank does to its own memory takes the same way without packets.
 *
 * <p>Called by {@code engine}; knows {@code event}, {@code failure}, {@code flow}, {@code link}, {@code packet}, {@code port},
 * {@code progress} and {@code transport/channel}. Internal.
 */
@NullMarked
@OnProgressThread
package org.reactivempi.transport.engine.window;

import org.jspecify.annotations.NullMarked;
import org.reactivempi.transport.channel.OnProgressThread;
