package org.reactivempi.transport.engine.window;

import java.nio.ByteBuffer;
import org.reactivempi.transport.engine.link.PeerLink;
import org.reactivempi.transport.engine.packet.PacketKind;
import org.reactivempi.transport.engine.packet.WindowPackets.Held;
import org.reactivempi.transport.engine.packet.WindowPackets.Lock;
import org.reactivempi.transport.engine.packet.WindowPackets.Notice;
import org.reactivempi.transport.engine.packet.WindowPackets.Request;
import org.reactivempi.transport.engine.port.EngineWindows.Ended;
import org.reactivempi.transport.engine.port.ProtocolException;

/** A packet of an origin that moves no bytes, in its turn among those that do; with its answer, if it has one. */
final class Synchronization extends Message implements Outlet.Awaited {

    private final PacketKind kind;
    private final int window;
    private final boolean exclusive;
    private boolean sent;
    /** Who holds the lock, as its target has said: how many, and the lowest; 0 where it has not. */
    private int holders;

    private int lowest;
    /** Who was lost while it held the lock that comes next. */
    private int lost = LockQueue.NONE;

    /** One of the kinds LOCK, UNLOCK, FLUSH, COMPLETE and FENCE; the last two end as they leave. */
    Synchronization(PacketKind kind, int window, boolean exclusive, Ended ended) {
        super(ended);
        this.kind = kind;
        this.window = window;
        this.exclusive = exclusive;
    }

    PacketKind kind() {
        return kind;
    }

    /** The target says who holds the lock. */
    void heldBy(int count, int first) {
        if (count == Held.NOBODY) {
            lost = first;
        } else {
            holders = count;
            lowest = first;
        }
    }

    /** Who was lost while it held the lock that this one has got; as the target says, any number. */
    int abandonedBy() {
        return lost;
    }

    /** The only one who holds the lock; negative where there are several, or where that is not known. */
    int holder() {
        return holders == 1 ? lowest : -1;
    }

    /** Who holds the lock, in words, where that is known. */
    String holdersInWords() {
        return switch (holders) {
            case 0 -> "";
            case 1 -> ", held by " + lowest;
            default -> ", held by " + holders + " ranks";
        };
    }

    /** A lock may wait long, and is counted by its target. */
    @Override
    boolean isRequest() {
        return kind == PacketKind.FLUSH || kind == PacketKind.UNLOCK;
    }

    @Override
    int send(Outlet to) {
        PeerLink link = to.link();
        sent = true;
        switch (kind) {
            case LOCK ->
                Lock.encode(link.room(Lock.LENGTH_BYTES), link.nextSequence(), window, to.await(this), exclusive);
            case COMPLETE, FENCE -> {
                Notice.encode(link.room(Notice.LENGTH_BYTES), kind, link.nextSequence(), window);
                end(null);
            }
            default ->
                Request.encode(link.room(Request.LENGTH_BYTES), kind, link.nextSequence(), window, to.await(this));
        }
        link.pass();
        return Request.LENGTH_BYTES;
    }

    @Override
    boolean isSent() {
        return sent;
    }

    @Override
    public boolean isCounted() {
        return isRequest();
    }

    @Override
    public void check(long offset, long bytes) {
        throw new ProtocolException("bytes for a " + kind + ", which has none");
    }

    @Override
    public void take(ByteBuffer bytes) {}

    @Override
    public boolean isWhole() {
        return true;
    }

    @Override
    public void done() {
        end(null);
    }

    @Override
    public void refused(Throwable refusal) {
        end(refusal);
    }

    @Override
    public void lost(Throwable cause) {
        end(cause);
    }
}
