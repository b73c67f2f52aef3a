/**
 * What families of packets share on the way to a peer, so that none of them takes more than its part, and a rank keeps to its bounds
 * whichever of them sends.
 *
 * <pre>
 *  short, unasked  --&gt; {@link org.reactivempi.transport.engine.flow.EagerCredit}: as much as the peer has room for; CREDIT, for what is out of the way there
 *  long, cleared   --&gt; {@link org.reactivempi.transport.engine.flow.BulkSends}: piece by piece, in turns of 1 MiB
 * </pre>
 * A {@link org.reactivempi.transport.engine.flow.Flow} is both for one link. A family that sends something long extends
 * {@link org.reactivempi.transport.engine.flow.BulkSend} by the packets that carry it, and cuts its own when it hears that the peer is
 * lost.
 *
 * <p>Called by {@code engine}, {@code protocol} and {@code window}; knows {@code link}, {@code packet}, {@code port},
 * {@code progress} and {@code transport/channel}. Internal.
 */
@NullMarked
@OnProgressThread
package org.reactivempi.transport.engine.flow;

import org.jspecify.annotations.NullMarked;
import org.reactivempi.transport.channel.OnProgressThread;
