package org.reactivempi.transport.engine.protocol;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.reactivempi.transport.engine.diagnosis.Ages;
import org.reactivempi.transport.engine.diagnosis.PendingOperation;
import org.reactivempi.transport.engine.link.PeerLink;
import org.reactivempi.transport.engine.progress.CompletionQueue;

/**
 * Long messages that a peer has cleared to send: they leave piece by piece, as fast as the link takes them.
 *
 * <pre>
 *  add --&gt; sending: the first has its turn --last piece--&gt; done, or leaving until the link needs their memory no more
 *              ^                |
 *              +--- behind the others, after 1 MiB
 * </pre>
 * Many pieces of one message in a row find their memory in the cache; after 1 MiB another message
 * has its turn, so that none waits behind a very long one (PRG-6).
 */
final class BulkSends implements Unfinished {

    private static final int MOST_BYTES_IN_A_ROW = 1024 * 1024;

    private final PeerLink link;
    private final CompletionQueue signals;
    private final Executor loop;
    /** In the order of their turns. */
    private final Queue<RendezvousSend> sending = new ArrayDeque<>();
    /** Messages of which all pieces are given to the link, which still reads their memory, in the order in which they leave. */
    private final Queue<Outgoing> leaving = new ArrayDeque<>();

    /** How much of the message has been sent whose turn it is; the turn goes on when a full connection takes more again. */
    private long sentInARow;

    private final Consumer<Outgoing> whenLeft = this::left;
    private boolean pumpScheduled;

    BulkSends(PeerContext peer) {
        this.link = peer.link;
        this.signals = peer.rank.signals;
        this.loop = peer.rank.loop;
    }

    void add(RendezvousSend cleared) {
        sending.add(cleared);
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

    /** Sends the next piece of the message whose turn it is; how long it was. */
    private int sendPiece() {
        RendezvousSend next = sending.element();
        int sent = next.sendPiece(whenLeft);
        sentInARow += sent;
        if (!next.isSending()) {
            sending.remove();
            sentInARow = 0;
            if (next.isLeaving()) {
                leaving.add(next.message);
            }
        } else if (sentInARow >= MOST_BYTES_IN_A_ROW) {
            sending.add(sending.remove());
            sentInARow = 0;
        }
        return sent;
    }

    /** Goes on in the next turn of the loop; also when the connection takes more again. */
    void pumpLater() {
        if (!pumpScheduled) {
            pumpScheduled = true;
            loop.execute(() -> {
                pumpScheduled = false;
                signals.step(this::pump);
            });
        }
    }

    /** The link doesn't need the memory of a message any more. */
    private void left(Outgoing message) {
        if (leaving.remove(message)) {
            message.met();
            signals.due(message);
        }
    }

    @Override
    public int size() {
        return sending.size() + leaving.size();
    }

    @Override
    public boolean runs(int context) {
        return sending.stream().anyMatch(send -> send.message.context() == context)
                || leaving.stream().anyMatch(message -> message.context() == context);
    }

    @Override
    public void forEachPending(Ages ages, Consumer<PendingOperation> visitor) {
        sending.forEach(send -> visitor.accept(send.pending(ages)));
        leaving.forEach(message -> visitor.accept(message.pending(Duration.ZERO, "SENDING")));
    }

    @Override
    public void cut(Throwable cause) {
        sending.forEach(send -> send.fail(cause));
        sending.clear();
        leaving.forEach(message -> message.fail(cause, signals));
        leaving.clear();
    }
}
