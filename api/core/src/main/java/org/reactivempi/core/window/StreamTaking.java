package org.reactivempi.core.window;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Queue;
import org.jspecify.annotations.Nullable;
import org.reactivempi.ErrorClass;
import org.reactivempi.Mpi;
import org.reactivempi.MpiException;
import org.reactivempi.Ring;
import org.reactivempi.StreamException;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Operators;

/**
 * The receiving end of a stream in a window: gives its subscriber slots, and gives the sender those back that the subscriber is done with.
 *
 * <pre>
 *  RING, where another stream's end has to come first --&gt; OPEN --cancelled, failed--&gt; LEFT --the sender's last word--&gt; forgotten
 *                                                         OPEN --the sender's last word, all frames given-------------^
 * </pre>
 * Frame <i>k</i> is the subscriber's until it has asked for {@code k + 1 + 2 * widest} frames, where {@code widest} is the largest demand that was ever open.
 * Operators hold as many as they ask for at a time, and ask for the next ones when they begin to work on others that they have held, no more of them than that.
 */
final class StreamTaking extends WindowEnd<ByteBuffer> {

    private static final int NOT_OPEN = -1;

    private final StreamTable table;
    private final int origin;
    private final int tag;
    private final RingBytes ring;
    private final ByteBuffer memory;

    private int stream = NOT_OPEN;
    /** How long the frames are that are here, in order. */
    private final Queue<Integer> here = new ArrayDeque<>();

    private long given;
    private long freed;
    private long widest;
    /** The sender has said its last word. */
    private boolean ended;

    private @Nullable StreamException senderFailure;
    /** This end has said its last word. */
    private boolean left;

    private @Nullable MpiException tooWide;

    private StreamTaking(Taken flux, CoreSubscriber<? super ByteBuffer> subscriber, RingBytes ring, ByteBuffer memory) {
        super(flux.window, subscriber);
        this.table = flux.table;
        this.origin = flux.origin;
        this.tag = flux.tag;
        this.ring = ring;
        this.memory = memory;
    }

    int origin() {
        return origin;
    }

    int tag() {
        return tag;
    }

    RingBytes ring() {
        return ring;
    }

    /** Whether it wants no more frames. */
    boolean isLeft() {
        return left;
    }

    @Override
    void begin() {
        table.join(this);
    }

    /** The ring is free, and the sender is told. */
    void opened(int number) {
        stream = number;
    }

    // From the sender.

    void frame(long lengthBytes) {
        if (ended || lengthBytes < 0 || lengthBytes > ring.slotBytes()) {
            throw StreamWords.breach("a frame of " + lengthBytes + " bytes" + (ended ? " after the end" : ""));
        }
        if (here.size() + given - freed >= ring.slots()) {
            throw StreamWords.breach("a frame where no slot is free");
        }
        here.add((int) lengthBytes);
        if (!left) {
            wakeLater();
        }
    }

    void end(@Nullable StreamException failure) {
        if (ended) {
            throw StreamWords.breach("a second end");
        }
        ended = true;
        senderFailure = failure;
        if (left) {
            table.forget(this, stream);
        } else {
            wakeLater();
        }
    }

    // To the subscriber.

    @Override
    void flow() {
        noteDemand();
        Throwable cause = broken();
        Throwable misuse = misuse() == null ? tooWide : misuse();
        if (isCancelled()) {
            leave();
            finish();
        } else if (misuse != null) {
            leave();
            failAsIs(misuse);
        } else {
            deliver();
            if (isCancelled()) {
                leave();
                finish();
            } else if (cause != null) {
                leave();
                fail(cause);
            } else if (ended && here.isEmpty()) {
                StreamException failure = senderFailure;
                leave();
                if (failure == null) {
                    finish();
                } else {
                    failAsIs(failure);
                }
            } else {
                giveBack();
            }
        }
    }

    private boolean isUnbounded() {
        return requested() == Long.MAX_VALUE;
    }

    private void noteDemand() {
        long open = requested() - given;
        if (isUnbounded() || open <= widest) {
            return;
        }
        widest = open;
        int most = ring.slots() / 2;
        if (open > most) {
            tooWide = new MpiException(
                    ErrorClass.ARG,
                    inWords() + ": " + open + " frames are asked for at a time, and of a ring of " + ring.slots()
                            + " slots at most " + most + " can be: limitRate(" + most
                            + ") before what asks, or copies");
        }
    }

    private void deliver() {
        while (!isCancelled() && misuse() == null && given < requested() && !here.isEmpty()) {
            // Also what was asked for within the last signal.
            noteDemand();
            if (tooWide != null) {
                wake();
                return;
            }
            ByteBuffer frame = ring.slice(memory, given, here.remove()).order(ByteOrder.LITTLE_ENDIAN);
            given++;
            give(() -> subscriber.onNext(frame));
        }
    }

    /** Says how many slots more are free than before. */
    private void giveBack() {
        noteDemand();
        long free = Math.max(freed, isUnbounded() ? given - 1 : requested() - 2 * widest);
        if (free > freed && !ended && tooWide == null) {
            table.own().answer(origin, StreamWords.free(tag, stream, free - freed));
            freed = free;
        }
    }

    /** Says the last word; nothing if the sender can't hear it. */
    private void leave() {
        if (stream == NOT_OPEN) {
            table.leave(this);
        } else if (broken() == null) {
            left = true;
            table.own().answer(origin, StreamWords.closed(tag, stream));
            if (ended) {
                table.forget(this, stream);
            } else {
                table.retry();
            }
        }
    }

    // Diagnosis.

    @Override
    public void addAwaited(BitSet ranks) {
        if (idleOperations() == 0) {
            window.addTo(ranks, origin);
        }
    }

    @Override
    public int idleOperations() {
        return given == requested() ? 1 : 0;
    }

    @Override
    String inWords() {
        return inWords(window, origin, tag);
    }

    private static String inWords(WindowState window, int origin, int tag) {
        return window.inWords("takeStream", "origin " + window.inWords(origin) + ", ", tag);
    }

    @Override
    public String toString() {
        return inWords() + (stream == NOT_OPEN ? ", waits for the ring" : ", " + given + " taken");
    }

    /** Takes a stream each time that it is subscribed. */
    static final class Taken extends Flux<ByteBuffer> {

        private final WindowState window;
        private final StreamTable table;
        private final OwnMemory own;
        private final int origin;
        private final @Nullable Ring ring;
        private final int tag;

        Taken(WindowState window, StreamTable table, OwnMemory own, int origin, @Nullable Ring ring, int tag) {
            this.window = window;
            this.table = table;
            this.own = own;
            this.origin = origin;
            this.ring = ring;
            this.tag = tag;
        }

        @Override
        public void subscribe(CoreSubscriber<? super ByteBuffer> subscriber) {
            RingBytes slots;
            ByteBuffer memory;
            try {
                window.usable();
                Checks.origin(origin, window.size());
                Checks.tag(tag);
                slots = RingBytes.of(ring, window.rank(), window);
                memory = slots.memory(own);
            } catch (RuntimeException wrong) {
                window.errors().refuse(subscriber, wrong);
                return;
            }
            if (origin == Mpi.PROC_NULL) {
                Operators.complete(subscriber);
            } else {
                subscriber.onSubscribe(new StreamTaking(this, subscriber, slots, memory));
            }
        }

        @Override
        public String toString() {
            return inWords(window, origin, tag);
        }
    }
}
