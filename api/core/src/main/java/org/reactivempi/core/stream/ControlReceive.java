package org.reactivempi.core.stream;

import java.nio.ByteBuffer;
import org.reactivempi.transport.engine.protocol.EnvelopedIncoming;

/** The receive for one control message after the other: posted again until the last one. */
final class ControlReceive extends EnvelopedIncoming {

    private final StreamEnd end;
    private ByteBuffer message = Control.room(Control.USUAL_BYTES);

    ControlReceive(StreamEnd end, int source, int tag, int peer) {
        super(end.streams.elements.context(), source, tag, peer);
        this.end = end;
    }

    @Override
    public boolean isPart() {
        return true;
    }

    @Override
    protected long room(long lengthBytes) {
        if (lengthBytes > message.capacity() && lengthBytes <= Control.LONGEST_BYTES) {
            message = Control.room((int) lengthBytes);
        }
        message.clear();
        return Control.LONGEST_BYTES;
    }

    @Override
    protected void copyFrom(long position, ByteBuffer source) {
        message.put(source);
    }

    @Override
    protected void onReceived(int source, int tag, long lengthBytes) {
        try {
            end.heard(this, message.flip());
        } catch (RuntimeException breach) {
            end.failed(breach);
        }
    }

    @Override
    protected void onTruncated(int source, int tag, long lengthBytes) {
        end.failed(Control.breach("a control message of " + lengthBytes + " bytes"));
    }

    @Override
    protected void onCancelled() {
        end.ended();
    }

    @Override
    protected void onFailed(Throwable failure) {
        end.failed(failure);
    }
}
