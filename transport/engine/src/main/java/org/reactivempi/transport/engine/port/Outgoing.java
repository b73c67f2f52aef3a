package org.reactivempi.transport.engine.port;

import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.event.Events;
import org.reactivempi.transport.engine.event.PendingOperation;
import org.reactivempi.transport.engine.event.Protocol;
import org.reactivempi.transport.engine.operation.Operation;
import org.reactivempi.transport.engine.progress.Completable;

/**
 * A message to be sent. The MPI layer extends it, so that one object is the operation from the user's subscription to the wire.
 *
 * <p>Once started it ends in exactly one of {@link #onDone}, when its memory may be used again and one that is not standard has
 * been met, {@link #onCancelled} and {@link #onFailed}. What it is, and where it goes, is the same from its start to its end.
 */
public abstract class Outgoing extends Operation {

    /** What has a message that waits for its receiver. */
    public interface AwaitedSend extends Completable.Holder {

        /** Tries to take the message back; the send ends as cancelled, or as sent if a receive was faster. */
        void withdraw();
    }

    /** The communicator's number, as this rank knows it. */
    public abstract int context();

    /** This rank in the communicator. */
    public abstract int source();

    /** The peer's rank in the job. */
    public abstract int destination();

    /** The tag, 0 or more. */
    public abstract int tag();

    /** When it completes. */
    public abstract SendMode mode();

    /** How long the message is. */
    public abstract long lengthBytes();

    /** Copies the message's bytes from {@code position} on until {@code target} is full. */
    public abstract void copyTo(long position, ByteBuffer target);

    /**
     * Copies a part of the message into a receive that has met it, in one copy, where both know each other's memory. On the thread of the
     * receive's rank.
     *
     * @param position first byte of the part
     * @param lengthBytes how long the part is, 1 byte or more
     * @return false if nothing was copied, as unless overridden
     */
    protected boolean copyTo(Incoming receive, long position, long lengthBytes) {
        return false;
    }

    /**
     * Whether a receiver in this JVM had better copy the message itself: where it is in long blocks. Then one thread after the other
     * calls the methods that copy.
     *
     * @return false unless overridden
     */
    protected boolean isLendable() {
        return false;
    }

    /**
     * Copies {@code length} bytes of the message, from {@code position} on, to where they are in a packet whose header is not written yet:
     * the one copy. Where it throws, nothing has been written.
     */
    public final void copyTo(long position, ByteBuf packet, int headerBytes, int length) {
        if (length > 0) {
            copyTo(position, packet.internalNioBuffer(packet.writerIndex() + headerBytes, length));
        }
    }

    /** As {@link #isLendable}, on which memory that can't be read has no say: its copy tells. */
    public final boolean mayBeLent() {
        try {
            return isLendable();
        } catch (Throwable unreadable) {
            return false;
        }
    }

    /**
     * The message's memory, if the system can read it without a copy.
     *
     * @return a view of its own, which begins with the message's first byte; null if the message has to be copied, as
     *     unless overridden
     */
    public @Nullable ByteBuffer directMemory() {
        return null;
    }

    /**
     * A part of the message's memory, if the system can read the message without a copy, and it is in blocks that are long on average.
     *
     * @param position first byte of the part in the message, 0 to its length minus 1
     * @param most how long the part may be, 1 byte or more
     * @return a view of its own, of 1 byte or more, to the end of the block at most; null, for each position, if the message has to be
     *     copied; unless overridden, a part of {@link #directMemory()}
     */
    public @Nullable ByteBuffer directMemory(long position, int most) {
        ByteBuffer memory = directMemory();
        return memory == null ? null : memory.slice((int) position, (int) Math.min(most, lengthBytes() - position));
    }

    /**
     * What its elements are, where the receiver is to look whether it expects such ones: sent ahead of the message.
     *
     * @return a few bytes for {@link Incoming#onSignature}; null where nobody checks, as unless overridden
     */
    public byte @Nullable [] signature() {
        return null;
    }

    /**
     * What the user has called.
     *
     * @return the call's name; that of the mode unless overridden
     */
    protected String call() {
        return mode().toString();
    }

    /** How it stands, for diagnosis. */
    public final PendingOperation pending(Duration age, String state) {
        return new PendingOperation(
                PendingOperation.Kind.SEND,
                call(),
                new PendingOperation.Addressing(destination(), destination(), tag(), context(), lengthBytes()),
                new PendingOperation.Progress(age, state, isPart()),
                site(),
                null);
    }

    /** Right after its start: whether it waits for its receiver, and its memory will still be read. */
    protected final boolean isWaiting() {
        return holder() != null;
    }

    /** It waits for its receiver. */
    public final void await(AwaitedSend receiver) {
        heldBy(receiver);
    }

    /** It waits no more: its receiver has it. */
    public final void met() {
        heldBy(null);
    }

    /** What it waits for, if it does. */
    public final @Nullable AwaitedSend awaited() {
        return (AwaitedSend) holder();
    }

    /** Tells that it has started. */
    public final void started(Events events) {
        events.started(this, mode().kind(), isPart(), context(), destination(), tag(), lengthBytes());
    }

    /** Tells that it, or its announcement, leaves. */
    public final void leaves(Events events, Protocol protocol) {
        events.sent(this, protocol, context(), destination(), tag(), lengthBytes());
    }

    @Override
    public String toString() {
        return call() + "(rank " + destination() + ", tag " + tag() + ", context " + context() + ", " + lengthBytes()
                + " bytes)";
    }

    /** The engine that it runs in; that of one which nobody has subscribed is not asked for. */
    protected OperationHost engine() {
        throw new IllegalStateException("nobody has subscribed " + this);
    }

    @Override
    protected final Host host() {
        return engine();
    }

    /** A message that nobody has subscribed, such as one of a stream: it keeps its envelope itself. */
    public abstract static class Owned extends Outgoing {

        private final int context;
        private final int source;
        private final int destination;
        private final int tag;
        private final SendMode mode;
        private final long lengthBytes;

        /**
         * A message that is not started.
         *
         * @param context the communicator's number
         * @param source this rank in the communicator
         * @param destination the peer's rank in the job
         * @param tag 0 or more
         * @param mode when it completes
         * @param lengthBytes how long it is
         */
        @SuppressWarnings("this-escape") // own() is final, and sets a field of this object
        protected Owned(int context, int source, int destination, int tag, SendMode mode, long lengthBytes) {
            this.context = context;
            this.source = source;
            this.destination = destination;
            this.tag = tag;
            this.mode = mode;
            this.lengthBytes = lengthBytes;
            own();
        }

        @Override
        public final int context() {
            return context;
        }

        @Override
        public final int source() {
            return source;
        }

        @Override
        public final int destination() {
            return destination;
        }

        @Override
        public final int tag() {
            return tag;
        }

        @Override
        public final SendMode mode() {
            return mode;
        }

        @Override
        public final long lengthBytes() {
            return lengthBytes;
        }
    }
}
