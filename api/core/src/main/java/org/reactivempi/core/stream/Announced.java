package org.reactivempi.core.stream;

import java.nio.ByteBuffer;
import org.reactivempi.transport.engine.event.OperationTrace;
import org.reactivempi.transport.engine.event.StreamOpening;
import org.reactivempi.transport.engine.protocol.EnvelopedIncoming;
import reactor.util.context.ContextView;

/** The receive for the announcement of a stream. */
final class Announced extends EnvelopedIncoming implements StreamOpening {

    private final StreamReceive<?> end;
    private final ByteBuffer message = Control.room(Integer.BYTES);

    Announced(StreamReceive<?> end, int source, int tag, int peer) {
        super(end.streams.announcements.context(), source, tag, peer);
        this.end = end;
        ownShared();
    }

    @Override
    public ContextView reactorContext() {
        return end.reactorContext();
    }

    @Override
    public void goOn(OperationTrace trace) {
        end.goOn(trace);
    }

    /** A receiver that is cancelled leaves the stream to another one; false if a sender has been matched, or before. */
    boolean leave() {
        return renounce();
    }

    @Override
    public boolean isPart() {
        return true;
    }

    @Override
    protected long room(long lengthBytes) {
        return message.capacity();
    }

    @Override
    protected void copyFrom(long position, ByteBuffer source) {
        message.put(source);
    }

    @Override
    protected void onReceived(int source, int tag, long lengthBytes) {
        try {
            end.open(source, Control.announced(message.flip()));
        } catch (RuntimeException breach) {
            end.failed(breach);
        }
    }

    @Override
    protected void onTruncated(int source, int tag, long lengthBytes) {
        end.failed(Control.breach("an announcement of " + lengthBytes + " bytes"));
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
