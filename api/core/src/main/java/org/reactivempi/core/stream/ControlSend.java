package org.reactivempi.core.stream;

import java.nio.ByteBuffer;
import org.reactivempi.transport.engine.protocol.EnvelopedOutgoing;
import org.reactivempi.transport.engine.protocol.SendMode;

/** A control message, or what looks like one. */
class ControlSend extends EnvelopedOutgoing {

    private final StreamEnd end;
    private final byte[] message;

    ControlSend(StreamEnd end, int context, int destination, int tag, SendMode mode, byte[] message) {
        super(context, end.streams.elements.rank(), destination, tag, mode, message.length);
        this.end = end;
        this.message = message;
    }

    /** A message to the end with this number. */
    static ControlSend to(StreamEnd end, int destination, int number, byte[] message) {
        return new ControlSend(
                end,
                end.streams.elements.context(),
                destination,
                Streams.controlTag(number),
                SendMode.STANDARD,
                message);
    }

    @Override
    public final boolean isPart() {
        return true;
    }

    @Override
    protected final void copyTo(long position, ByteBuffer target) {
        target.put(message, (int) position, target.remaining());
    }

    @Override
    protected final void onDone() {
        end.ended();
    }

    @Override
    protected final void onCancelled() {
        end.withdrawn();
    }

    @Override
    protected final void onFailed(Throwable failure) {
        end.failed(failure);
    }
}
