/**
 * Protocols: how a message gets from an {@link org.reactivempi.transport.engine.protocol.Outgoing} on one side into an
 * {@link org.reactivempi.transport.engine.protocol.Incoming} on the other.
 *
 * <pre>
 *                short, and credit left:  EAGER ----------------------------------------&gt; copied, done
 *  Outgoing ---&gt; short, synchronous:      EAGER_SYNCHRONOUS --&gt; met --&gt; MATCHED --------&gt; done
 *                everything else:         REQUEST_TO_SEND --&gt; met --&gt; CLEAR_TO_SEND --&gt; DATA ... done
 *                ready:                   EAGER_READY or READY_TO_SEND --&gt; met, as above, or DECLINED, failed
 * </pre>
 * A message that has come before its receive is a {@link org.reactivempi.transport.engine.protocol.Parked}; a
 * {@link org.reactivempi.transport.engine.protocol.Probe} sees it, or takes it out of matching.
 *
 * <p>{@link org.reactivempi.transport.engine.protocol.Messages} is where operations start. Behind it {@code Postings} has
 * receives and probes, {@code Admission} says what may start, {@code Cuts} ends what waits in vain, {@code OwnEvidence} tells
 * how all stands. {@code SelfProtocol} serves messages to oneself; {@code PeerProtocol}, one of them for each of the
 * {@code Peers}, hands packets that come to the part that they belong to:
 *
 * <pre>
 *   sender's half                                       receiver's half
 *   SenderHalf: chooses, first packet                   Arrivals: met, parked or refused
 *     HeldSends: before the first connection
 *     EAGER --------------------------------------------&gt; EagerReceives: EagerLanding, or ParkedEager
 *     UnansweredSends: by number, AnsweredSend or &lt;------ Answers: MATCHED, DECLINED, WITHDRAWN
 *       RendezvousSend: REQUEST_TO_SEND ----------------&gt; RendezvousReceives: ParkedRequest
 *     BulkSends: DATA in turns -------------------------&gt;   RendezvousReceive, filled
 *   EagerCredit &lt;------------ CREDIT, for what is out of the way --------- EagerCredit
 * </pre>
 * Payload goes through {@code IncomingPayload} to its {@code Landing}. {@code PeerWatch} tells who watches; there is none
 * where nobody does.
 *
 * <p>Called by {@code engine}, knows {@code match}, {@code link}, {@code packet}, {@code progress}, {@code failure},
 * {@code diagnosis}, {@code event}. Internal.
 */
@NullMarked
@OnProgressThread
package org.reactivempi.transport.engine.protocol;

import org.jspecify.annotations.NullMarked;
import org.reactivempi.transport.engine.progress.OnProgressThread;
