package org.reactivempi.core.stream;

import java.nio.ByteBuffer;
import org.reactivempi.transport.engine.protocol.EnvelopedOutgoing;
import org.reactivempi.transport.engine.protocol.SendMode;

/** A control message, or the announcement of a stream. */
final class ControlSend extends EnvelopedOutgoing {

    private final StreamEnd end;
    private final byte[] message;

    private ControlSend(StreamEnd end, int context, int destination, int tag, SendMode mode, byte[] message) {
        super(context, end.streams.rank, destination, tag, mode, message.length);
        this.end = end;
        this.message = message;
    }

    /** A message to the end with this number. */
    static ControlSend to(StreamEnd end, int destination, int number, byte[] message) {
        return new ControlSend(
                end, end.streams.elementContext, destination, Numbers.controlTag(number), SendMode.STANDARD, message);
    }

    /** Synchronous, since only what waits for its receive can be taken back. */
    static ControlSend announcement(StreamEnd end, int destination, int tag) {
        byte[] message = Control.announcement(end.number());
        return new ControlSend(end, end.streams.announcementContext, destination, tag, SendMode.SYNCHRONOUS, message);
    }

    @Override
    protected boolean isPart() {
        return true;
    }

    @Override
    protected void copyTo(long position, ByteBuffer target) {
        target.put(message, (int) position, target.remaining());
    }

    @Override
    protected void onSent() {
        end.ended();
    }

    @Override
    protected void onCancelled() {
        end.withdrawn();
    }

    @Override
    protected void onFailed(Throwable failure) {
        end.failed(failure);
    }
}
