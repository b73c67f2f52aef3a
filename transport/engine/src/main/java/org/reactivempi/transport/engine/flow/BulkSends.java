package org.reactivempi.transport.engine.flow;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.stream.Stream;
import org.reactivempi.transport.engine.link.PeerLink;

/**
 * Long payloads for one peer, of all families of packets: they leave piece by piece, in turns, as fast as the link takes them.
 *
 * <pre>
 *  add --&gt; the first has its turn --last piece given to the link--&gt; leaving, as long as somebody reads it --&gt; done
 *                  ^           |
 *                  +--- to the end of the queue, after 1 MiB
 * </pre>
 * Many pieces of one payload in a row find their memory in the cache; after 1 MiB another one has its turn, so that none waits for a
 * very long one (PRG-6).
 */
public final class BulkSends {

    static final int MOST_BYTES_IN_A_ROW = 1024 * 1024;

    private final Flow flow;
    private final PeerLink link;
    /** In the order of their turns. */
    private final Queue<BulkSend> sending = new ArrayDeque<>();
    /** Sends whose pieces are all with the link, and whose memory is still read, in the order in which they leave. */
    private final Queue<BulkSend> leaving = new ArrayDeque<>();

    /** How much has been sent of the one whose turn it is; the turn goes on when a full connection takes more again. */
    private long sentInARow;

    private boolean pumpScheduled;

    BulkSends(Flow flow) {
        this.flow = flow;
        this.link = flow.link();
    }

    /** Sends one more, now or when its turn is. In a step of the engine. */
    public void add(BulkSend send) {
        sending.add(send);
        pump();
    }

    /** Sends the next pieces, as long as the connection takes them, and 1 MiB at most, so that other links get their turn. */
    private void pump() {
        for (long left = MOST_BYTES_IN_A_ROW; left > 0 && !sending.isEmpty() && link.isWritable(); ) {
            left -= sendPiece();
        }
        if (!sending.isEmpty() && link.isWritable()) {
            pumpLater();
        }
    }

    /** Sends the next piece of the one whose turn it is; how long it was. */
    private int sendPiece() {
        BulkSend next = sending.element();
        int sent = next.sendPiece();
        sentInARow += sent;
        if (next.isSent()) {
            sending.remove();
            sentInARow = 0;
            if (next.isRead()) {
                leaving.add(next);
            } else {
                next.end();
            }
        } else if (sentInARow >= MOST_BYTES_IN_A_ROW) {
            sending.add(sending.remove());
            sentInARow = 0;
        }
        return sent;
    }

    /** Goes on in the next turn of the loop; also when the connection takes more again. */
    void pumpLater() {
        if (!pumpScheduled && !sending.isEmpty()) {
            pumpScheduled = true;
            flow.later(() -> {
                pumpScheduled = false;
                pump();
            });
        }
    }

    /** All pieces of this send are given to the link, and nobody reads it any more. */
    void left(BulkSend send) {
        if (leaving.remove(send)) {
            send.end();
        }
    }

    /** The sends of a kind that have not ended, in the order of their turns; the ones that only leave come last. */
    public <T extends BulkSend> List<T> all(Class<T> kind) {
        return Stream.concat(sending.stream(), leaving.stream())
                .filter(kind::isInstance)
                .map(kind::cast)
                .toList();
    }

    /** Ends those of a kind: the peer is lost, or the engine ends. Each family does so with its own when it hears of the loss. */
    public void cut(Class<? extends BulkSend> kind, Throwable cause) {
        cut(sending, kind, cause);
        cut(leaving, kind, cause);
        sentInARow = 0;
    }

    private void cut(Queue<BulkSend> queue, Class<? extends BulkSend> kind, Throwable cause) {
        List<BulkSend> kept = new ArrayList<>();
        List<BulkSend> ended = new ArrayList<>();
        queue.forEach(send -> (kind.isInstance(send) ? ended : kept).add(send));
        queue.clear();
        queue.addAll(kept);
        ended.forEach(send -> send.cut(cause));
    }
}
