/**
 * Protocols: how a message gets from an {@link org.reactivempi.transport.engine.port.Outgoing} on one side into an
 * {@link org.reactivempi.transport.engine.port.Incoming} on the other.
 *
 * <pre>
 *                short, and credit left:  EAGER ----------------------------------------&gt; copied, done
 *  Outgoing ---&gt; short, synchronous:      EAGER_SYNCHRONOUS --&gt; met --&gt; MATCHED --------&gt; done
 *                everything else:         REQUEST_TO_SEND --&gt; met --&gt; CLEAR_TO_SEND --&gt; DATA ... done
 *                ready:                   EAGER_READY or READY_TO_SEND --&gt; met, as above, or DECLINED, failed
 * </pre>
 * A message that has come before its receive is an {@link org.reactivempi.transport.engine.protocol.UnexpectedMessage}; a
 * {@link org.reactivempi.transport.engine.port.Probe} sees it, or takes it out of matching.
 *
 * <p>{@link org.reactivempi.transport.engine.protocol.Messages} is where operations start, and says whether they may. Behind it
 * {@code Postings} has receives and probes, {@code SelfProtocol} serves messages to oneself, and {@code OpenMessages} tells how all
 * stand. {@code PeerProtocol}, one of them for each peer that there is a link to, hands packets that come to the part that they belong to:
 *
 * <pre>
 *   sender's side                                       receiver's side
 *   Sends: chooses, first packet, unanswered &lt;--------- Arrivals: met, kept or refused; MATCHED, DECLINED, WITHDRAWN
 *     EAGER --------------------------------------------&gt; EagerReceives: into the receive, or a copy until one comes
 *     PeerSend: REQUEST_TO_SEND ------------------------&gt; RendezvousReceives: announced until a receive comes; CLEAR_TO_SEND
 *     BulkMessage: DATA in the turns of all families ---&gt;   filled
 * </pre>
 * A {@code RankContext} and, for each peer, a {@code PeerContext} have what all parts share. {@code PeerWatch} tells the listener of
 * the engine's events; there is none where nobody listens.
 *
 * <p>Called by {@code engine}; knows {@code event}, {@code failure}, {@code flow}, {@code link}, {@code match}, {@code packet},
 * {@code platform}, {@code port}, {@code progress} and {@code transport/channel}. Internal.
 */
@NullMarked
@OnProgressThread
package org.reactivempi.transport.engine.protocol;

import org.jspecify.annotations.NullMarked;
import org.reactivempi.transport.channel.OnProgressThread;
