package org.reactivempi.transport.engine.protocol;

import java.nio.ByteBuffer;
import org.reactivempi.transport.engine.match.MatchQueues;
import org.reactivempi.transport.engine.progress.Signals;

/** Messages to oneself: from memory to memory, without a packet. */
public final class SelfProtocol {

    private static final int PIECE_BYTES = 64 * 1024;

    private final MatchQueues queues;
    private final Signals signals;
    private final long eagerLimitBytes;
    private final ByteBuffer piece = ByteBuffer.allocateDirect(PIECE_BYTES);
    private long bufferableBytes;

    /**
     * The protocol with oneself.
     *
     * @param queues this rank's
     * @param signals this rank's
     * @param eagerLimitBytes the longest message that is buffered
     * @param creditBytes how much is buffered in all
     */
    public SelfProtocol(MatchQueues queues, Signals signals, long eagerLimitBytes, long creditBytes) {
        this.queues = queues;
        this.signals = signals;
        this.eagerLimitBytes = eagerLimitBytes;
        this.bufferableBytes = creditBytes;
    }

    /** Starts a send to this rank. */
    public void send(Outgoing message) {
        Incoming receive = (Incoming) queues.arrive(message.context, message.source, message.tag);
        if (receive != null) {
            transfer(message, receive);
            return;
        }
        boolean buffered = message.mode == SendMode.STANDARD
                && message.lengthBytes <= eagerLimitBytes
                && EagerCredit.cost(message.lengthBytes) <= bufferableBytes;
        queues.keep(buffered ? buffer(message) : new OwnMessage(this, message));
    }

    private Parked buffer(Outgoing message) {
        bufferableBytes -= EagerCredit.cost(message.lengthBytes);
        Parked copy = new OwnCopy(this, message);
        signals.due(message);
        return copy;
    }

    /** A buffered message has been received. */
    void unbuffered(long lengthBytes) {
        bufferableBytes += EagerCredit.cost(lengthBytes);
    }

    void transfer(Outgoing message, Incoming receive) {
        if (receive.meet(message.source, message.tag, message.lengthBytes)) {
            for (long at = 0; at < message.lengthBytes; at += PIECE_BYTES) {
                piece.clear().limit((int) Math.min(PIECE_BYTES, message.lengthBytes - at));
                message.copyTo(at, piece);
                receive.copyFrom(at, piece.flip());
            }
        }
        message.awaited = null;
        signals.due(message);
        signals.due(receive);
    }

    void complete(Incoming receive) {
        signals.due(receive);
    }

    /** A message ends without having been received. */
    void taken(OwnMessage parked, Outgoing message) {
        queues.remove(parked);
        message.awaited = null;
        signals.due(message);
    }
}
