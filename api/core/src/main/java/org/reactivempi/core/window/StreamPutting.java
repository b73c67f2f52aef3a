package org.reactivempi.core.window;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.reactivempi.ErrorClass;
import org.reactivempi.Mpi;
import org.reactivempi.MpiException;
import org.reactivempi.Payload;
import org.reactivempi.Ring;
import org.reactivempi.SendBuffer;
import org.reactivempi.core.operation.OperationMono;
import org.reactivempi.core.operation.UserTasks;
import org.reactivempi.transport.engine.port.EngineWindows.Kind;
import org.reactivempi.transport.engine.port.EngineWindows.Transfer;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Operators;
import reactor.util.context.Context;

/**
 * The sending end of a stream in a window: puts each frame to the next slot, and says how long it is when the put has left.
 *
 * <pre>
 *  WAITING --met--&gt; OPEN --all frames put, and the publisher's end--&gt; SAID --CLOSED--&gt; over
 *                   OPEN --CLOSED, or it is cancelled or has failed----------------------^, with a last word
 * </pre>
 */
final class StreamPutting extends WindowEnd<Void> implements UserTasks.Owner {

    private static final int NOT_OPEN = -1;

    private final StreamTable table;
    private final Source source;
    private final int target;
    private final int tag;
    private final RingBytes ring;

    // By the publisher of the frames.
    private final Queue<SendBuffer> queue = new ConcurrentLinkedQueue<>();
    private volatile @Nullable Subscription upstream;
    private volatile boolean supplied;
    private volatile @Nullable Throwable supplyFailure;
    /** How many frames the publisher may give in all. */
    private volatile long allowed;

    private long produced;

    // By the progress thread.
    private int stream = NOT_OPEN;
    private boolean subscribed;
    private long freed;
    private long put;
    private long told;
    private final Deque<Frame> underWay = new ArrayDeque<>();
    private @Nullable Throwable failure;
    /** This end has said its last word. */
    private boolean said;
    /** The receiving end has said its own. */
    private boolean closed;

    private StreamPutting(Putting mono, CoreSubscriber<? super Void> subscriber, RingBytes ring) {
        super(mono.window, subscriber);
        this.table = mono.table;
        this.target = mono.target;
        this.tag = mono.tag;
        this.ring = ring;
        this.source = new Source(mono.frames);
    }

    int target() {
        return target;
    }

    int tag() {
        return tag;
    }

    @Override
    void begin() {
        table.join(this);
    }

    // From the receiver.

    /** A receiving end has come. */
    void opened(int number, RingBytes there) {
        stream = number;
        if (!there.equals(ring)) {
            failure = new MpiException(
                    ErrorClass.ARG, "the rings of a stream differ: the origin has " + ring + ", the target " + there);
        }
        wakeLater();
    }

    /** So many slots more are free. */
    void free(long slots) {
        if (slots < 1 || slots > told - freed) {
            throw StreamWords.breach(slots + " free slots, of " + (told - freed) + " that are filled");
        }
        freed += slots;
        wakeLater();
    }

    /** The receiver wants no more, or has all. */
    void closed() {
        closed = true;
        wakeLater();
    }

    // The stream.

    @Override
    void flow() {
        Throwable cause = broken();
        Throwable misuse = misuse();
        if (misuse != null && failure == null) {
            failure = misuse;
        }
        if (cause != null) {
            source.cancel();
            end(() -> fail(cause));
        } else if (stream == NOT_OPEN) {
            waitOn();
        } else if (isCancelled() || failure != null || closed) {
            stop();
        } else {
            goOn();
        }
    }

    private void waitOn() {
        Throwable why = failure;
        if (isCancelled() || why != null) {
            table.leave(this);
            end(() -> fail(Objects.requireNonNull(why)));
        }
    }

    private void end(Runnable fails) {
        queue.clear();
        if (isCancelled()) {
            finish();
        } else {
            fails.run();
        }
    }

    /** Something has ended it, or the receiver has heard its end. */
    private void stop() {
        source.cancel();
        withdrawAll();
        Throwable why = isCancelled() ? new CancellationException("putStream was cancelled") : failure;
        if (!said) {
            said = true;
            table.own()
                    .tell(
                            target,
                            why == null || closed
                                    ? StreamWords.end(tag, stream)
                                    : StreamWords.failed(tag, stream, why));
        }
        if (why == null) {
            queue.clear();
            finish();
        } else if (why instanceof MpiException) {
            end(() -> fail(why));
        } else {
            end(() -> failAsIs(why));
        }
    }

    private void withdrawAll() {
        List<Frame> each = new ArrayList<>(underWay);
        // The last one first: those that follow one which is taken back have not left.
        for (int i = each.size() - 1; i >= 0; i--) {
            if (each.get(i).withdraw()) {
                underWay.remove(each.get(i));
            }
        }
    }

    private void goOn() {
        if (!subscribed) {
            subscribed = true;
            source.subscribe();
        }
        // Before the frames: after the last of them it is seen that there are no more.
        boolean isSupplied = supplied;
        for (SendBuffer next = queue.poll(); next != null && failure == null; next = queue.poll()) {
            put(next);
        }
        tellFrames();
        if (failure == null && isSupplied && queue.isEmpty() && underWay.isEmpty()) {
            if (supplyFailure == null) {
                sayEnd();
            } else {
                failure = supplyFailure;
            }
        }
        if (failure != null) {
            stop();
        } else if (!isSupplied) {
            source.requestMore();
        }
    }

    private void sayEnd() {
        if (!said) {
            said = true;
            table.own().tell(target, StreamWords.end(tag, stream));
        }
    }

    private void put(SendBuffer given) {
        try {
            Payload payload = Checks.buffer(given, false);
            if (payload.lengthBytes() > ring.slotBytes()) {
                throw new MpiException(
                        ErrorClass.TRUNCATE,
                        "frame " + put + " has " + payload.lengthBytes() + " bytes, a slot " + ring.slotBytes());
            }
            Frame frame = new Frame(payload, ring.place(put));
            put++;
            underWay.add(frame);
            frame.start();
        } catch (RuntimeException wrong) {
            failure = wrong;
        }
    }

    /** Says of frames whose puts have left how long they are, in their order. */
    private void tellFrames() {
        while (!said && failure == null && !underWay.isEmpty() && underWay.element().hasLeft) {
            Frame frame = underWay.remove();
            told++;
            table.own().tell(target, StreamWords.frame(tag, stream, frame.lengthBytes()));
        }
    }

    /** One frame, which is put. */
    private final class Frame implements Transfer {

        private final Payload data;
        private final long place;
        private boolean hasLeft;

        Frame(Payload data, long place) {
            this.data = data;
            this.place = place;
        }

        void start() {
            data.retain();
            if (lengthBytes() == 0) {
                ended(null);
            } else {
                table.own().start(this, target);
            }
        }

        /** Takes it back, if nothing of it has left. */
        boolean withdraw() {
            boolean isTaken = !hasLeft && table.own().withdraw(this, target);
            if (isTaken) {
                data.release();
            }
            return isTaken;
        }

        @Override
        public void ended(@Nullable Throwable why) {
            MpiException misused = data.release();
            hasLeft = true;
            Throwable first = why == null ? misused : why;
            if (first == null) {
                tellFrames();
            } else if (failure == null) {
                failure = first instanceof MpiException ? first : window.error(first);
            }
            wakeLater();
        }

        @Override
        public Kind kind() {
            return Kind.PUT;
        }

        @Override
        public long lengthBytes() {
            return data.lengthBytes();
        }

        @Override
        public long place(long position) {
            return place + position;
        }

        @Override
        public long run(long position) {
            return lengthBytes() - position;
        }

        @Override
        public void copyTo(long position, ByteBuffer to) {
            data.copyTo(position, to);
        }

        @Override
        public @Nullable ByteBuffer directMemory(long position, int most) {
            return data.directMemory(position, most);
        }

        @Override
        public void copyFrom(long position, ByteBuffer from) {
            throw new IllegalStateException("a put reads nothing");
        }

        @Override
        public boolean isWaitedFor() {
            return false;
        }

        @Override
        public String toString() {
            return "a frame of " + inWords();
        }
    }

    // The publisher.

    /** The subscriber of the frames. */
    private final class Source implements CoreSubscriber<SendBuffer> {

        private final Publisher<? extends SendBuffer> frames;

        Source(Publisher<? extends SendBuffer> frames) {
            this.frames = frames;
        }

        void subscribe() {
            try {
                UserTasks.watch();
                UserTasks.run(StreamPutting.this, () -> frames.subscribe(this));
            } catch (Throwable thrown) {
                failure = thrown;
            }
        }

        /** As many as there are free slots that none was asked for. */
        void requestMore() {
            Subscription given = upstream;
            long more = ring.slots() + freed - allowed;
            if (given != null && more > 0) {
                allowed = ring.slots() + freed;
                try {
                    UserTasks.run(StreamPutting.this, () -> given.request(more));
                } catch (Throwable thrown) {
                    failure = thrown;
                    wake();
                }
            }
        }

        void cancel() {
            Subscription given = upstream;
            if (given != null && given != Operators.cancelledSubscription()) {
                upstream = Operators.cancelledSubscription();
                if (!supplied) {
                    try {
                        given.cancel();
                    } catch (Throwable thrown) {
                        engine().drop(thrown, subscriber);
                    }
                }
            }
        }

        @Override
        public Context currentContext() {
            return subscriber.currentContext();
        }

        @Override
        public void onSubscribe(Subscription given) {
            if (Operators.validate(upstream, given)) {
                upstream = given;
                wake();
            }
        }

        @Override
        public void onNext(SendBuffer frame) {
            Objects.requireNonNull(frame, "a publisher's value is null");
            if (supplied) {
                Operators.onNextDropped(frame, currentContext());
                return;
            }
            if (produced == allowed) {
                onError(new IllegalStateException("the publisher gave frame " + produced + ", but only " + allowed
                        + " were requested: rule 1.1"));
                return;
            }
            produced++;
            queue.add(frame);
            wake();
        }

        @Override
        public void onError(Throwable error) {
            Objects.requireNonNull(error, "a publisher's error is null");
            if (supplied) {
                Operators.onErrorDropped(error, currentContext());
                return;
            }
            supplyFailure = error;
            supplied = true;
            wake();
        }

        @Override
        public void onComplete() {
            supplied = true;
            wake();
        }
    }

    @Override
    public boolean onThrown(Throwable thrown) {
        boolean isNews = !supplied;
        if (isNews) {
            supplyFailure = thrown;
            supplied = true;
            wake();
        }
        return isNews;
    }

    @Override
    void tellCancelled() {
        Runnable answer = OperationMono.answer(subscriber);
        if (answer != null) {
            give(answer);
        }
    }

    // Diagnosis.

    @Override
    public void addAwaited(BitSet ranks) {
        if (idleOperations() == 0) {
            window.addTo(ranks, target);
        }
    }

    /** One that waits for its own publisher waits for no other rank. */
    @Override
    public int idleOperations() {
        return stream != NOT_OPEN && !said && told - freed < ring.slots() && underWay.isEmpty() ? 1 : 0;
    }

    @Override
    String inWords() {
        return inWords(window, target, tag);
    }

    private static String inWords(WindowState window, int target, int tag) {
        return window.inWords("putStream", "target " + window.inWords(target) + ", ", tag);
    }

    @Override
    public String toString() {
        return inWords()
                + (stream == NOT_OPEN
                        ? ", waits for takeStream"
                        : ", " + told + " put, " + (told - freed) + " not free");
    }

    /** Puts a stream each time that it is subscribed. */
    static final class Putting extends WindowMono<Void> {

        private final StreamTable table;
        private final Publisher<? extends SendBuffer> frames;
        private final int target;
        private final @Nullable Ring ring;
        private final int tag;

        Putting(
                WindowState window,
                StreamTable table,
                Publisher<? extends SendBuffer> frames,
                int target,
                @Nullable Ring ring,
                int tag) {
            super(window);
            this.table = table;
            this.frames = frames;
            this.target = target;
            this.ring = ring;
            this.tag = tag;
        }

        @Override
        protected String inWords() {
            return StreamPutting.inWords(window, target, tag);
        }

        @Override
        @Nullable
        Subscription running(CoreSubscriber<? super Void> subscriber) {
            Checks.target(target, window.size());
            Checks.tag(tag);
            RingBytes slots = RingBytes.of(ring, target, window);
            return target == Mpi.PROC_NULL ? null : new StreamPutting(this, subscriber, slots);
        }
    }
}
