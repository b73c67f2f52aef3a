package org.reactivempi.transport.engine.port;

import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.event.OperationKind;
import org.reactivempi.transport.engine.event.PendingOperation;
import org.reactivempi.transport.engine.event.Span;
import org.reactivempi.transport.engine.match.Posted;
import org.reactivempi.transport.engine.match.Unexpected;
import org.reactivempi.transport.engine.port.Probe.WaitingMessage;
import org.reactivempi.transport.engine.progress.CompletionQueue;

/**
 * A receive. The MPI layer extends it, so that one object is the operation from the user's subscription to the queue.
 *
 * <pre>
 *  posted --meet--&gt; met --copyFrom ...--&gt; complete --signal--&gt; onReceived, onTruncated or onFailed
 *     |              |                       |
 *     |              +-------giveBack--------+--&gt; returned --signal--&gt; onCancelled
 *     +--withdrawn--&gt; onCancelled
 * </pre>
 * What comes for a receive that has given its message back still comes into its memory, or into what it has in place of its
 * user's, and from there to the receive that has got the message since.
 */
public abstract class Incoming extends Posted {

    /**
     * A message that a receive has given back: it waits for the next one, in the memory of that receive, where it may
     * still be arriving.
     */
    public interface Returned extends Holder, WaitingMessage {

        /** Not all of it will come. */
        void breakOff(Throwable cause);

        /** All of it is here, or all that will come. */
        void passOn();
    }

    /** In place of a source or a tag: any. */
    public static final int ANY = PendingOperation.ANY;

    /** In place of the source of a message that has not come. */
    protected static final int NOT_MET = ANY;

    /** It has its whole message itself, and can give it back. */
    private static final Holder COMPLETE = new Holder() {};

    /**
     * A message has met this receive: notes what it is, and makes room for it.
     *
     * @param source the sender's rank in the communicator
     * @param tag its tag
     * @param lengthBytes how long it is
     */
    protected abstract void onMet(int source, int tag, long lengthBytes);

    /**
     * Whether there is room for the message that has met it, and its elements are the expected ones; if not, nothing is copied
     * and it ends by {@link #onTruncated}.
     */
    public abstract boolean fits();

    /**
     * What the elements are of the message that meets it next, where its sender says so; without effect unless overridden.
     *
     * @param signature what {@link Outgoing#signature} gave there, or anything else that a peer may send
     */
    public void onSignature(byte[] signature) {}

    /** The source of the message that has met it, or {@link #NOT_MET}. */
    public abstract int metSource();

    /** The tag of the message that has met it. */
    public abstract int metTag();

    /**
     * Where the message goes when it is given back: to whatever this receive has it from, or, as unless overridden, to the
     * queue.
     *
     * @param message what goes back
     * @return true if it has been taken
     */
    public boolean takesBack(Returned message) {
        return false;
    }

    /**
     * What the user has called.
     *
     * @return the call's name; {@code irecv} unless overridden
     */
    protected String call() {
        return "irecv";
    }

    /** Takes all of {@code source} as the message's bytes from {@code position} on. */
    protected abstract void copyFrom(long position, ByteBuffer source);

    /**
     * The memory of a message that fits, if the system can write to it without a copy.
     *
     * @return a view of its own, which begins with the message's first byte; null if the message has to be copied, as
     *     unless overridden
     */
    public @Nullable ByteBuffer directMemory() {
        return null;
    }

    /** The message is here. */
    protected abstract void onReceived();

    /** The message was longer than the room for it, or of other elements. */
    protected abstract void onTruncated();

    /**
     * The memory of a message that fits, exactly as long, if it is this receive's own, or has become so, so that the message can
     * be given back; null if it is the user's.
     */
    protected byte @Nullable [] payload() {
        return null;
    }

    /** Whether the message has memory of this receive's own, unless overridden. */
    @Override
    protected boolean givesBack() {
        return payload() != null;
    }

    /** A message has met this receive; true if it fits. */
    public final boolean meet(int source, int tag, long lengthBytes) {
        boolean fits = meetAndHold(source, tag, lengthBytes);
        release();
        return fits;
    }

    /** As {@link #meet}, where all of the message is filled in at once, and the receive is held until then. */
    public final boolean meetAndHold(int source, int tag, long lengthBytes) {
        onMet(source, tag, lengthBytes);
        if (mark() instanceof Span span) {
            span.met(order(), tag, lengthBytes);
        }
        return fits();
    }

    /** Takes all of {@code source} as the message's bytes from {@code position} on, wherever they belong by now. */
    public final void fill(long position, ByteBuffer source) {
        boolean held = hold();
        try {
            copyFrom(position, source);
        } finally {
            if (held) {
                release();
            }
        }
    }

    /** Takes a part of a message at once, if it gives itself, and this receive's memory is where it belongs. */
    public final boolean fill(Outgoing message, long position, long lengthBytes) {
        boolean held = hold();
        try {
            return held && message.copyTo(this, position, lengthBytes);
        } finally {
            if (held) {
                release();
            }
        }
    }

    /** The same with {@code length} bytes that begin at a packet's reader index: the one copy. */
    public final void fill(long position, ByteBuf packet, int length) {
        int at = packet.readerIndex();
        if (packet.nioBufferCount() == 1) {
            fill(position, packet.internalNioBuffer(at, length));
            return;
        }
        for (ByteBuffer part : packet.nioBuffers(at, length)) {
            int partLength = part.remaining();
            fill(position, part);
            position += partLength;
        }
    }

    @Override
    protected final OperationKind kind() {
        return OperationKind.IRECV;
    }

    @Override
    protected final boolean isFilled() {
        return true;
    }

    @Override
    public final boolean wasTakenBack() {
        return super.wasTakenBack() || isMetWell() && holder() instanceof Returned;
    }

    @Override
    public final boolean hasFailed() {
        return super.hasFailed() || isMetWell() && !(holder() instanceof Returned) && !fits();
    }

    private boolean isMetWell() {
        return !super.wasTakenBack() && !super.hasFailed() && metSource() != NOT_MET;
    }

    /**
     * The message as it goes back; for the engine.
     *
     * @param returned makes it, of the memory and of whether all of it is here
     * @return null if there is none, or none any more
     */
    public final <M extends Returned> @Nullable M giveBack(BiFunction<byte[], Boolean, M> returned) {
        byte[] memory = payload();
        boolean complete = holder() == COMPLETE;
        if (memory == null || metSource() == NOT_MET || !fits() || !complete && !isPlain()) {
            return null;
        }
        M message = returned.apply(memory, complete);
        heldBy(message);
        return message;
    }

    @Override
    public final void take(Unexpected message, CompletionQueue signals) {
        message.giveTo(this);
    }

    @Override
    public final void failed(Throwable failure) {
        release();
        if (holder() instanceof Returned message) {
            message.breakOff(failure);
        } else {
            super.failed(failure);
        }
    }

    @Override
    protected final void onDone() {
        if (holder() instanceof Returned message) {
            message.passOn();
            onCancelled();
            return;
        }
        if (givesBack()) {
            heldBy(COMPLETE);
        }
        if (fits()) {
            onReceived();
        } else {
            onTruncated();
        }
    }

    @Override
    public PendingOperation pending(Duration age, String state) {
        boolean met = metSource() != NOT_MET;
        return pending(
                PendingOperation.Kind.RECEIVE, call(), met ? metSource() : source(), age, met ? "receiving" : state);
    }

    @Override
    public String toString() {
        return call() + "(" + selection() + (metSource() == NOT_MET ? ")" : "), receiving from rank " + metSource());
    }

    /** The engine that it runs in; that of one which nobody has subscribed is not asked for. */
    protected OperationHost engine() {
        throw new IllegalStateException("nobody has subscribed " + this);
    }

    @Override
    protected final Host host() {
        return engine();
    }

    /** A receive that nobody has subscribed, such as one of a stream: it keeps its envelope and its message's itself. */
    public abstract static class Owned extends Incoming {

        private final int context;
        private final int source;
        private final int tag;
        private final int peer;
        private int metSource = NOT_MET;
        private int metTag;
        private long metBytes;
        private boolean fits;

        /**
         * A receive that is not started.
         *
         * @param context the communicator's number
         * @param source the sender's rank in it, or {@link #ANY}
         * @param tag the tag, or {@link #ANY}
         * @param peer the sender's rank in the job, or {@link #ANY}
         */
        @SuppressWarnings("this-escape") // own() is final, and sets a field of this object
        protected Owned(int context, int source, int tag, int peer) {
            this.context = context;
            this.source = source;
            this.tag = tag;
            this.peer = peer;
            own();
        }

        /**
         * Makes room for a message.
         *
         * @param lengthBytes how long it is
         * @return how many bytes there is room for; if fewer, nothing is copied and the receive ends as truncated
         */
        protected abstract long room(long lengthBytes);

        /** The message is here. */
        protected abstract void onReceived(int source, int tag, long lengthBytes);

        /** The message was longer than the room for it. */
        protected abstract void onTruncated(int source, int tag, long lengthBytes);

        @Override
        public final int context() {
            return context;
        }

        @Override
        protected final int source() {
            return source;
        }

        @Override
        protected final int tag() {
            return tag;
        }

        @Override
        public final int peer() {
            return peer;
        }

        @Override
        protected final void reset() {
            super.reset();
            metSource = NOT_MET;
        }

        @Override
        protected final void onMet(int source, int tag, long lengthBytes) {
            metSource = source;
            metTag = tag;
            metBytes = lengthBytes;
            fits = lengthBytes <= room(lengthBytes);
        }

        @Override
        public final boolean fits() {
            return fits;
        }

        @Override
        public final int metSource() {
            return metSource;
        }

        @Override
        public final int metTag() {
            return metTag;
        }

        @Override
        protected final void onReceived() {
            onReceived(metSource, metTag, metBytes);
        }

        @Override
        protected final void onTruncated() {
            onTruncated(metSource, metTag, metBytes);
        }
    }
}
