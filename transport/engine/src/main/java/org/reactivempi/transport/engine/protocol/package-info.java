/**
 * Protocols: how a message gets from an {@link org.reactivempi.transport.engine.protocol.Outgoing} on one side into an
 * {@link org.reactivempi.transport.engine.protocol.Incoming} on the other.
 *
 * <pre>
 *                short, and credit left:  EAGER ----------------------------------------> copied, done
 *  Outgoing ---&gt; short, synchronous:      EAGER_SYNCHRONOUS --&gt; met --&gt; MATCHED --------&gt; done
 *                everything else:         REQUEST_TO_SEND --&gt; met --&gt; CLEAR_TO_SEND --&gt; DATA ... done
 *                ready:                   EAGER_READY or READY_TO_SEND --&gt; met, as above, or DECLINED, failed
 * </pre>
 * A message that has come before its receive is a {@link org.reactivempi.transport.engine.protocol.Parked}; a
 * {@link org.reactivempi.transport.engine.protocol.Probe} sees it, or takes it out of matching.
 *
 * <p>{@link org.reactivempi.transport.engine.protocol.PeerProtocol} speaks these with one peer, both halves;
 * {@link org.reactivempi.transport.engine.protocol.SelfProtocol} serves messages to oneself.
 *
 * <p>Called by {@code engine}, knows {@code match}, {@code link}, {@code packet}, {@code progress}. Only the progress
 * thread comes here. Internal.
 */
@NullMarked
package org.reactivempi.transport.engine.protocol;

import org.jspecify.annotations.NullMarked;
