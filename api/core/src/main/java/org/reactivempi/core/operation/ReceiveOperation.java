package org.reactivempi.core.operation;

import java.nio.ByteBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.reactivempi.ErrorClass;
import org.reactivempi.Hints.Hint;
import org.reactivempi.MpiException;
import org.reactivempi.Payload;
import org.reactivempi.Status;
import org.reactivempi.TruncationException;
import org.reactivempi.transport.engine.port.Engine;
import org.reactivempi.transport.engine.port.Incoming;
import reactor.core.CoreSubscriber;

/**
 * One receive of a {@link ReceiveMono}, which it asks for all that they have in common: into a buffer of the user's, or into memory of
 * its own, which it makes when it knows how long the message is.
 *
 * <pre>
 *  buffer of the user's   nothing --onMet--&gt; Status --save--&gt; Own: the status, and a copy of the message
 *  memory of its own      nothing --holds--&gt; Own: the memory --onMet--&gt; Own: the status, and the memory
 * </pre>
 */
class ReceiveOperation<T> extends Incoming implements Restartable {

    private static final byte[] NOTHING = {};

    private final ReceiveMono<T> mono;
    private final CoreSubscriber<? super T> subscriber;
    /**
     * The {@link Status} of the message that has met it; or {@link Own}, where the message is in memory of its own; or {@link Signed},
     * of a message that says what its elements are, and only as long as these may not be the expected ones; or {@link Unwritable},
     * where the user's memory has thrown.
     */
    private @Nullable Object met;

    ReceiveOperation(CoreSubscriber<? super T> subscriber, ReceiveMono<T> mono) {
        this.subscriber = subscriber;
        this.mono = mono;
    }

    /** What the message is that has met it. */
    final Status status() {
        return Objects.requireNonNull(statusIfMet(), "no message has met it");
    }

    private @Nullable Status statusIfMet() {
        Object known = met;
        if (known == null || known instanceof Status) {
            return (Status) known;
        }
        if (known instanceof Unwritable unwritable) {
            return unwritable.status;
        }
        return known instanceof Own own ? own.status : ((Signed) known).status;
    }

    @Override
    public final int context() {
        return mono.at.context();
    }

    @Override
    public final int source() {
        return mono.source;
    }

    @Override
    public final int tag() {
        return mono.tag;
    }

    @Override
    public final int peer() {
        return mono.peer();
    }

    @Override
    public final boolean isPart() {
        return mono.isPart();
    }

    @Override
    protected final CoreSubscriber<?> subscriber() {
        return subscriber;
    }

    @Override
    public final boolean listens() {
        return !isPart() && Listeners.areMarked(subscriber.currentContext());
    }

    @Override
    protected final Engine engine() {
        return mono.at.engine();
    }

    @Override
    protected final void start() {
        mono.start(this);
    }

    @Override
    protected final void withdraw() {
        mono.at.engine().messages().withdraw(this);
    }

    @Override
    protected final @Nullable Runnable answer() {
        return OperationMono.answer(subscriber);
    }

    @Override
    protected final Throwable error(Throwable failure) {
        return mono.isPart()
                ? ContractFailures.of(failure, mono.at.ranks(), "")
                : mono.at.failed(failure, mono.inWords(), mono.source, mono.tag, "an isend");
    }

    @Override
    protected boolean announce(Throwable told, Runnable signal) {
        return mono.at.ranks().hears(told, subscriber, signal);
    }

    @Override
    protected final String inWords() {
        return mono.inWords();
    }

    @Override
    protected final String call() {
        return mono.call();
    }

    @Override
    protected final void reset() {
        super.reset();
        met = null;
    }

    /** Makes its own memory before the message is matched: without it, the message stays for a receive that has some. */
    @Override
    public final boolean holds(long lengthBytes) {
        if (mono.room != null) {
            return true;
        }
        byte[] payload = HeapMemory.of(lengthBytes);
        met = new Own(payload == null ? NOTHING : payload);
        return payload != null;
    }

    @Override
    public final MpiException tooLong(int source, int tag, long lengthBytes) {
        return new MpiException(
                ErrorClass.NO_MEM,
                "no memory for a message of " + lengthBytes + " bytes from rank "
                        + mono.at.ranks().inWords(source)
                        + " with tag " + tag
                        + ", at most " + HeapMemory.LONGEST_ARRAY
                        + " bytes and what the heap has are possible; the message can still be"
                        + " received into a buffer");
    }

    @Override
    protected final void onMet(int source, int tag, long lengthBytes) {
        Status status = mono.status(source, tag, lengthBytes);
        if (met instanceof Own own) {
            own.status = status;
        } else if (met instanceof Signed signed) {
            meet(signed, status);
        } else {
            met = status;
        }
    }

    @Override
    public final void onSignature(byte[] signature) {
        if (mono.room != null) {
            met = new Signed(signature);
        }
    }

    /** Keeps the signature only where something is wrong with it; a message that is too long is that in the first place. */
    private void meet(Signed signed, Status status) {
        signed.status = status;
        Payload room = Objects.requireNonNull(mono.room);
        signed.mismatch = status.lengthBytes() > room.lengthBytes()
                ? null
                : Signature.mismatch(signed.signature, room, status.lengthBytes(), mono.at.place());
        if (signed.mismatch == null) {
            met = status;
        }
    }

    @Override
    public final int metSource() {
        Status status = statusIfMet();
        return status == null ? NOT_MET : status.source();
    }

    @Override
    public final int metTag() {
        return status().tag();
    }

    @Override
    public final boolean fits() {
        Payload room = mono.room;
        long lengthBytes = status().lengthBytes();
        return room == null
                ? lengthBytes == ownMemory().length
                : lengthBytes <= room.lengthBytes()
                        && !(met instanceof Signed || met instanceof Unwritable)
                        && !isOtherThanSaid(lengthBytes, room);
    }

    /** Whether the communicator's user has said that no message of this length comes. */
    private boolean isOtherThanSaid(long lengthBytes, Payload room) {
        return lengthBytes != room.lengthBytes() && mono.at.ranks().hasExactLengths();
    }

    /** The message's memory, where that is its own. */
    final byte[] ownMemory() {
        return Objects.requireNonNull(payload(), "the message is in the user's memory");
    }

    @Override
    protected final byte @Nullable [] payload() {
        return met instanceof Own own ? own.payload : null;
    }

    @Override
    public final @Nullable ByteBuffer directMemory() {
        try {
            return mono.room == null ? null : mono.room.directMemory();
        } catch (Throwable thrown) {
            // A copy says what is wrong.
            return null;
        }
    }

    @Override
    protected final void copyFrom(long position, ByteBuffer source) {
        if (met instanceof Own own) {
            source.get(own.payload, (int) position, source.remaining());
        } else {
            Payload room = room();
            if (room != null && !(met instanceof Unwritable)) {
                write(room, position, source);
            }
        }
    }

    /** What the user's memory throws is this receive's failure, and nobody else's. */
    private void write(Payload room, long position, ByteBuffer source) {
        try {
            room.copyFrom(position, source);
        } catch (Throwable thrown) {
            met = new Unwritable(status(), thrown);
        }
    }

    /** Takes a part of a message from its sender's memory in this JVM, if that is possible, and it goes to the user's memory. */
    final boolean copyFrom(Payload message, long position, long lengthBytes) {
        Payload room = mono.room;
        try {
            return room != null && met instanceof Status && message.copyTo(position, room, position, lengthBytes);
        } catch (Throwable thrown) {
            // Two copies, one of each memory, say which of the two is wrong.
            return false;
        }
    }

    /** The user's memory, if that is where the message goes, as this operation sees it. */
    @Nullable
    Payload room() {
        return mono.room;
    }

    @Override
    public final boolean givesBack() {
        return true;
    }

    @Override
    protected void returnMessage() {
        mono.at.engine().messages().giveBack(this);
    }

    @Override
    public final boolean takesBack(Incoming.Returned message) {
        return mono.takesBack(message);
    }

    /** Copies what is in the user's memory; without effect on a message that has memory of its own. */
    @Override
    protected final boolean save() {
        if (met == null || isPart() || !fits()) {
            return false;
        }
        Payload room = room();
        if (met instanceof Status status && room != null) {
            byte[] copy = HeapMemory.of(status.lengthBytes());
            if (copy == null) {
                return false;
            }
            try {
                if (copy.length > 0) {
                    room.copyTo(0, ByteBuffer.wrap(copy));
                }
            } catch (Throwable thrown) {
                return false;
            }
            Own own = new Own(copy);
            own.status = status;
            met = own;
        }
        return true;
    }

    @Override
    protected void onReceived() {
        if (end()) {
            tell(subscriber, mono.result(this));
        }
    }

    @Override
    protected final void onTruncated() {
        Status status = status();
        if (met instanceof Unwritable unwritable) {
            onFailed(
                    unwritable.thrown instanceof MpiException known
                            ? known
                            : new MpiException(
                                    ErrorClass.CONVERSION,
                                    inWords() + ": its memory could not be written: " + unwritable.thrown,
                                    unwritable.thrown));
            return;
        }
        if (met instanceof Signed signed) {
            onFailed(new MpiException(
                    ErrorClass.TYPE, "the types of " + inWords() + " and its message differ: " + signed.mismatch));
            return;
        }
        Payload room = mono.room;
        if (room == null) {
            onFailed(tooLong(status.source(), status.tag(), status.lengthBytes()));
        } else if (isOtherThanSaid(status.lengthBytes(), room)) {
            onFailed(new MpiException(
                    ErrorClass.ARG,
                    "a message of " + status.lengthBytes() + " bytes has come for a buffer of " + room.lengthBytes()
                            + " bytes, where the hint " + Hint.EXACT_LENGTH.key() + " says that both are as long: "
                            + inWords()));
        } else {
            onFailed(new TruncationException(
                    status, room.lengthBytes(), mono.at.ranks().inWords(status.source())));
        }
    }

    /** It can't start. */
    final void refuse(Throwable why) {
        onFailed(why);
    }

    /** It was cancelled before it could be claimed. */
    final void endUnclaimed() {
        onCancelled();
    }

    /** A message in memory of its own, once a message has met it. */
    private static final class Own {

        private final byte[] payload;
        private @Nullable Status status;

        Own(byte[] payload) {
            this.payload = payload;
        }
    }

    /** A message that says what its elements are. */
    private static final class Signed {

        private final byte[] signature;
        private @Nullable Status status;
        private @Nullable String mismatch;

        Signed(byte[] signature) {
            this.signature = signature;
        }
    }

    /** A message for memory that has thrown when it was written. */
    private record Unwritable(Status status, Throwable thrown) {}

    /** A receive whose buffer keeps what has come of a record; a class, so that other receives need no field for it. */
    static final class Sequential<T> extends ReceiveOperation<T> {

        private final Payload room;

        Sequential(CoreSubscriber<? super T> subscriber, ReceiveMono<T> mono, Payload room) {
            super(subscriber, mono);
            this.room = room;
        }

        @Override
        Payload room() {
            return room;
        }

        @Override
        protected void onReceived() {
            try {
                room.received();
            } catch (MpiException refused) {
                refuse(refused);
                return;
            }
            super.onReceived();
        }
    }
}
