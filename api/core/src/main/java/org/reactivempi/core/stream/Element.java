package org.reactivempi.core.stream;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Codec;
import org.reactivempi.ErrorClass;
import org.reactivempi.MpiException;
import org.reactivempi.Payload;
import org.reactivempi.core.operation.HeapMemory;
import org.reactivempi.core.operation.OperationContext;
import org.reactivempi.transport.engine.port.Incoming;
import org.reactivempi.transport.engine.port.Outgoing;
import org.reactivempi.transport.engine.port.SendMode;

/** A value on its way: an ordinary message, of nothing but the codec's bytes. */
final class Element {

    private Element() {}

    /** Where elements for the end with this number go. */
    static int tag(int number) {
        return 2 * number;
    }

    /** The end that sends elements. */
    interface Sender {

        /** An element's memory is free again. */
        void sent(long lengthBytes);

        void failed(Throwable cause);
    }

    /** The end that receives elements. */
    interface Receiver {

        /** Whether elements that still come are thrown away. */
        boolean wantsNoMore();

        void arrived();

        /** The receive was withdrawn, since no element comes for it. */
        void notAwaited();

        void failedElement(Throwable failure);
    }

    /** An element at the sender. */
    static final class Sent extends Outgoing.Owned {

        private final Sender end;
        private final Payload data;

        Sent(Sender end, OperationContext at, int destination, int receiver, Payload data) {
            super(at.context(), at.rank(), destination, Element.tag(receiver), SendMode.STANDARD, data.lengthBytes());
            this.end = end;
            this.data = data.sequential();
        }

        @Override
        public @Nullable ByteBuffer directMemory(long position, int most) {
            return data.directMemory(position, most);
        }

        @Override
        public boolean isPart() {
            return true;
        }

        @Override
        public void copyTo(long position, ByteBuffer target) {
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

    /**
     * Room for one element after the other.
     *
     * <pre>
     *  EMPTY --posted--&gt; AWAITED --message--&gt; HERE --decoded--&gt; EMPTY
     * </pre>
     */
    static final class Received extends Incoming.Owned {

        /** Longer memory is not kept for the next element. */
        private static final int KEPT_BYTES = 4096;

        private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

        private final Receiver end;
        private ByteBuffer payload = NOTHING;
        private boolean here;
        private @Nullable MpiException unreadable;

        Received(Receiver end, OperationContext at, int source, int number, int peer) {
            super(at.context(), source, Element.tag(number), peer);
            this.end = end;
        }

        boolean isHere() {
            return here;
        }

        /** The value that has come; the room is empty again. */
        <T> T take(Codec<T> codec) {
            here = false;
            if (unreadable != null) {
                throw unreadable;
            }
            try {
                return codec.decode(payload.order(ByteOrder.LITTLE_ENDIAN));
            } finally {
                forget();
            }
        }

        /** Empties the room without a look. */
        void forget() {
            here = false;
            if (payload.capacity() > KEPT_BYTES) {
                payload = NOTHING;
            }
        }

        @Override
        public boolean isPart() {
            return true;
        }

        @Override
        protected long room(long lengthBytes) {
            if (end.wantsNoMore() || lengthBytes > HeapMemory.LONGEST_ARRAY) {
                return 0;
            }
            try {
                if (payload.capacity() < lengthBytes) {
                    payload = ByteBuffer.allocate((int) lengthBytes);
                }
                payload.clear().limit((int) lengthBytes);
                return lengthBytes;
            } catch (OutOfMemoryError e) {
                // The heap holds no such array, which is the element's fault and not the engine's.
                return 0;
            }
        }

        @Override
        protected void copyFrom(long position, ByteBuffer source) {
            source.get(payload.array(), (int) position, source.remaining());
        }

        @Override
        protected void onReceived(int source, int tag, long lengthBytes) {
            here = true;
            end.arrived();
        }

        @Override
        protected void onTruncated(int source, int tag, long lengthBytes) {
            unreadable = new MpiException(
                    ErrorClass.NO_MEM,
                    "no memory for a stream's element of " + lengthBytes + " bytes, at most " + HeapMemory.LONGEST_ARRAY
                            + " bytes and what the heap has are possible");
            here = true;
            end.arrived();
        }

        @Override
        protected void onCancelled() {
            end.notAwaited();
        }

        @Override
        protected void onFailed(Throwable failure) {
            end.failedElement(failure);
        }
    }
}
