package org.reactivempi.transport.engine.protocol;

import io.netty.util.collection.LongObjectHashMap;
import org.reactivempi.transport.engine.link.PeerLink;
import org.reactivempi.transport.engine.match.MatchQueues;
import org.reactivempi.transport.engine.packet.Declined;
import org.reactivempi.transport.engine.packet.Matched;
import org.reactivempi.transport.engine.packet.ProtocolException;
import org.reactivempi.transport.engine.packet.Withdrawn;

/**
 * What a peer hears of its messages that wait for a receive here, by the number that it gave them: one answer for each.
 *
 * <pre>
 *  kept --a receive meets it--&gt; MATCHED, or CLEAR_TO_SEND where it was announced
 *    |
 *    +--dropped here----------&gt; DECLINED
 *    +--taken back by the peer-&gt; WITHDRAWN
 *    +--taken by a probe------&gt; can't be taken back; kept again if it is put back
 * </pre>
 * A message whose sender waits for nothing has no number, and is not kept here. Only the progress thread comes here.
 */
final class Answers {

    /** In place of a number. */
    static final long NOBODY_WAITS = -1;

    private final PeerLink link;
    private final MatchQueues queues;
    private final LongObjectHashMap<Parked> parked = new LongObjectHashMap<>();

    Answers(PeerLink link, MatchQueues queues) {
        this.link = link;
        this.queues = queues;
    }

    /** A message has come that waits for a receive; until that the peer may take it back. */
    void keep(long sendId, Parked message) {
        if (sendId != NOBODY_WAITS && parked.put(sendId, message) != null) {
            throw new ProtocolException("send number " + sendId + " is used twice");
        }
    }

    /** A message that a probe had taken is in the queue again. */
    void keepAgain(long sendId, Parked message) {
        if (sendId != NOBODY_WAITS) {
            parked.put(sendId, message);
        }
    }

    /** The peer can't take it back any more. */
    void forget(long sendId) {
        parked.remove(sendId);
    }

    /** Tells the sender that its short message has been met. */
    void matched(long sendId) {
        if (sendId != NOBODY_WAITS) {
            parked.remove(sendId);
            if (link.loss() == null) {
                Matched.encode(link.room(Matched.LENGTH_BYTES), link.nextSequence(), sendId);
            }
        }
    }

    /** Tells the sender that its message has been dropped. */
    void declined(long sendId, Declined.Reason reason) {
        if (sendId != NOBODY_WAITS) {
            parked.remove(sendId);
            if (link.loss() == null) {
                Declined.encode(link.room(Declined.LENGTH_BYTES), link.nextSequence(), sendId, reason);
            }
        }
    }

    /** The sender wants its message back; without effect if a receive was faster. */
    void onWithdraw(long sendId) {
        Parked message = parked.remove(sendId);
        if (message == null) {
            return;
        }
        queues.remove(message);
        if (message instanceof ParkedEager stored) {
            stored.forget();
        }
        if (link.loss() == null) {
            Withdrawn.encode(link.room(Withdrawn.LENGTH_BYTES), link.nextSequence(), sendId);
        }
    }

    /** How many messages the peer may take back. */
    int size() {
        return parked.size();
    }

    /** The peer hears nothing any more. */
    void clear() {
        parked.clear();
    }
}
