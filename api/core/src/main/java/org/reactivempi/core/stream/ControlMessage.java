package org.reactivempi.core.stream;

import java.nio.ByteBuffer;
import org.reactivempi.MpiException;
import org.reactivempi.core.operation.OperationContext;
import org.reactivempi.transport.engine.event.Opening;
import org.reactivempi.transport.engine.event.OperationTrace;
import org.reactivempi.transport.engine.port.Incoming;
import org.reactivempi.transport.engine.port.Outgoing;
import org.reactivempi.transport.engine.port.SendMode;
import reactor.util.context.ContextView;

/** A message of {@link Control}, on its way from one end of a stream to the other. */
final class ControlMessage {

    private ControlMessage() {}

    /** A message to the end that has this number there. */
    static Sent to(StreamEnd end, OperationContext at, int destination, int number, byte[] message) {
        return new Sent(end, at, destination, Control.tag(number), SendMode.STANDARD, message);
    }

    /** At the end that has sent it. */
    static class Sent extends Outgoing.Owned {

        final StreamEnd end;
        private final byte[] message;

        Sent(StreamEnd end, OperationContext at, int destination, int tag, SendMode mode, byte[] message) {
            super(at.context(), at.rank(), destination, tag, mode, message.length);
            this.end = end;
            this.message = message;
        }

        @Override
        public final boolean isPart() {
            return true;
        }

        @Override
        public final void copyTo(long position, ByteBuffer target) {
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

    /** The announcement at the sender. Synchronous, since only what waits for its receive can be taken back. */
    static final class Announcing extends Sent implements Opening {

        Announcing(StreamEnd end, OperationContext at, int destination, int tag) {
            super(end, at, destination, tag, SendMode.SYNCHRONOUS, Control.announcement(end.number()));
        }

        @Override
        public String call() {
            return "sendStream";
        }

        @Override
        public ContextView reactorContext() {
            return end.openingContext();
        }

        @Override
        public void goOn(OperationTrace trace) {
            end.goOn(trace);
        }
    }

    /** At the end that receives it. */
    abstract static class Received extends Incoming.Owned {

        private final StreamEnd end;
        ByteBuffer message;

        Received(StreamEnd end, OperationContext at, int source, int tag, int peer, int usualBytes) {
            super(at.context(), source, tag, peer);
            this.end = end;
            this.message = Control.room(usualBytes);
        }

        /** Takes what has come in; throws where that breaks a rule. */
        abstract void read(int source, ByteBuffer message);

        @Override
        public final boolean isPart() {
            return true;
        }

        @Override
        protected final void copyFrom(long position, ByteBuffer source) {
            message.put(source);
        }

        @Override
        protected final void onReceived(int source, int tag, long lengthBytes) {
            try {
                read(source, message.flip());
            } catch (RuntimeException breach) {
                end.failed(breach);
            }
        }

        @Override
        protected void onTruncated(int source, int tag, long lengthBytes) {
            end.failed(Control.breach("a control message of " + lengthBytes + " bytes"));
        }

        @Override
        protected final void onFailed(Throwable failure) {
            end.failed(failure);
        }
    }

    /** The receive for one control message after the other: posted again until the last one. */
    static final class Next extends Received {

        private final StreamEnd end;

        Next(StreamEnd end, OperationContext at, int source, int peer) {
            super(end, at, source, Control.tag(end.number()), peer, Control.USUAL_BYTES);
            this.end = end;
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
        void read(int source, ByteBuffer message) {
            end.heard(this, message);
        }

        @Override
        protected void onCancelled() {
            end.ended();
        }
    }

    /** The announcement at the receiver; with it the ends of a stream meet. */
    static final class Announced extends Received implements Opening {

        private final AnnouncedReceive<?> end;

        Announced(AnnouncedReceive<?> end, OperationContext at, int source, int tag, int peer) {
            super(end, at, source, tag, peer, Integer.BYTES);
            this.end = end;
            ownShared();
        }

        @Override
        public String call() {
            return "receiveStream";
        }

        @Override
        public ContextView reactorContext() {
            return end.openingContext();
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
        protected long room(long lengthBytes) {
            return message.capacity();
        }

        @Override
        void read(int source, ByteBuffer message) {
            int sender;
            try {
                sender = Control.announced(message);
            } catch (MpiException breach) {
                end.onMalformed(source, breach);
                return;
            }
            end.open(source, sender);
        }

        @Override
        protected void onTruncated(int source, int tag, long lengthBytes) {
            end.onMalformed(source, Control.breach("an announcement of " + lengthBytes + " bytes"));
        }

        /** To be posted again, for the next announcement. */
        void again() {
            message.clear();
            reset();
            ownShared();
        }

        @Override
        protected void onCancelled() {
            end.withdrawn();
        }
    }
}
