package org.reactivempi.core.stream;

import java.nio.ByteBuffer;
import org.reactivempi.core.operation.OperationContext;
import org.reactivempi.transport.engine.protocol.EnvelopedIncoming;
import org.reactivempi.transport.engine.protocol.EnvelopedOutgoing;
import org.reactivempi.transport.engine.protocol.SendMode;

/** A message of {@link Control}, on its way from one end of a stream to the other. */
final class ControlMessage {

    private ControlMessage() {}

    /** A message from {@code at} to the end that has this number there. */
    static Sent to(MessageListener end, OperationContext at, int destination, int number, byte[] message) {
        return new Sent(end, at, destination, Control.tag(number), SendMode.STANDARD, message);
    }

    /** A control message, or what looks like one. */
    static class Sent extends EnvelopedOutgoing {

        private final MessageListener end;
        private final byte[] message;

        Sent(MessageListener end, OperationContext at, int destination, int tag, SendMode mode, byte[] message) {
            super(at.context(), at.rank(), destination, tag, mode, message.length);
            this.end = end;
            this.message = message;
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

    /** The receive for one control message after the other: posted again until the last one. */
    static final class Received extends EnvelopedIncoming {

        private final MessageListener end;
        private ByteBuffer message = Control.room(Control.USUAL_BYTES);

        Received(MessageListener end, OperationContext at, int source, int number, int peer) {
            super(at.context(), source, Control.tag(number), peer);
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
}
