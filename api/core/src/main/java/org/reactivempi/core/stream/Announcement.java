package org.reactivempi.core.stream;

import java.nio.ByteBuffer;
import org.reactivempi.core.operation.OperationContext;
import org.reactivempi.transport.engine.event.OperationTrace;
import org.reactivempi.transport.engine.event.StreamOpening;
import org.reactivempi.transport.engine.protocol.EnvelopedIncoming;
import org.reactivempi.transport.engine.protocol.SendMode;
import reactor.util.context.ContextView;

/** The first message of a stream, by which its ends meet. */
final class Announcement {

    private Announcement() {}

    /** The end that an announcement opens. */
    interface Opener extends MessageListener {

        /** The context of the user's subscriber. */
        ContextView openingContext();

        /** The announcement has ended; its trace is that of the stream from now on. */
        void goOn(OperationTrace opened);
    }

    /** The end that waits for an announcement. */
    interface Receiver extends Opener {

        /** The rank {@code source} has announced a stream, of which its end has the number {@code sender}. */
        void open(int source, int sender);
    }

    /** At the sender. Synchronous, since only what waits for its receive can be taken back. */
    static final class Sent extends ControlMessage.Sent implements StreamOpening {

        private final Opener end;

        Sent(Opener end, OperationContext at, int destination, int tag, int number) {
            super(end, at, destination, tag, SendMode.SYNCHRONOUS, Control.announcement(number));
            this.end = end;
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

    /** At the receiver. */
    static final class Received extends EnvelopedIncoming implements StreamOpening {

        private final Receiver end;
        private final ByteBuffer message = Control.room(Integer.BYTES);

        Received(Receiver end, OperationContext at, int source, int tag, int peer) {
            super(at.context(), source, tag, peer);
            this.end = end;
            ownShared();
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
}
