package org.reactivempi.core.stream;

import java.nio.ByteBuffer;
import org.reactivempi.Buffer;
import org.reactivempi.transport.engine.protocol.EnvelopedOutgoing;
import org.reactivempi.transport.engine.protocol.SendMode;

/** A value on its way: an ordinary message, of nothing but the codec's bytes. */
final class Element extends EnvelopedOutgoing {

    private final StreamSend<?> end;
    private final Buffer data;

    Element(StreamSend<?> end, int destination, int tag, Buffer data) {
        super(
                end.streams.elements.context(),
                end.streams.elements.rank(),
                destination,
                tag,
                SendMode.STANDARD,
                data.lengthBytes());
        this.end = end;
        this.data = data;
    }

    @Override
    public boolean isPart() {
        return true;
    }

    @Override
    protected void copyTo(long position, ByteBuffer target) {
        data.copyTo(position, target);
    }

    @Override
    protected void onDone() {
        end.sent(lengthBytes());
    }

    @Override
    protected void onCancelled() {
        throw new IllegalStateException("nobody takes elements back");
    }

    @Override
    protected void onFailed(Throwable failure) {
        end.failed(failure);
    }
}
