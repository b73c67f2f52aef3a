package org.reactivempi.core.stream;

import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Objects;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Codec;
import org.reactivempi.ErrorClass;
import org.reactivempi.MpiException;
import org.reactivempi.StreamException;
import org.reactivempi.core.operation.ContractFailures;
import org.reactivempi.core.operation.Listeners;
import org.reactivempi.spi.AnsweringSubscription;
import org.reactivempi.spi.CancelListener;
import reactor.core.CoreSubscriber;
import reactor.core.Exceptions;
import reactor.core.Scannable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Operators;
import reactor.util.context.ContextView;

/**
 * The receiving end of a stream: the subscription of the user's subscriber.
 *
 * <pre>
 *  NEW --request--&gt; WAITING --announcement--&gt; OPEN --last word said--&gt; ENDING --heard, all elements here--&gt; CLOSED
 *                      |                                                                                  ^
 *                      +------------------------------ withdrawn -----------------------------------------+
 * </pre>
 * Elements wait in a line of receives, some of which are here; they are decoded when there is demand. The line holds no
 * more than what was granted to the sender, which is the demand and the prefetch.
 *
 * <p>A {@link CancelListener} that cancels before it has got anything asks whether it still can: where a sender has been
 * matched, the stream goes on, until it cancels once more. A part of a collective stream is never withdrawn: its sender comes,
 * and hears then that nobody wants it.
 *
 * @param <T> the values' type
 */
final class StreamReceive<T> extends StreamEnd implements Element.Receiver, AnsweringSubscription, Refusable {

    private static final int LISTENING_OPERATIONS = 2;

    private enum State {
        NEW,
        /** The receive of the announcement is posted. */
        WAITING,
        /** The sender sends what this side wants. */
        OPEN,
        /** This side has said its last word; what the sender has sent before it heard that may still come. */
        ENDING,
        CLOSED
    }

    @SuppressWarnings("rawtypes") // A field updater takes a class, which has no type argument.
    private static final AtomicLongFieldUpdater<StreamReceive> REQUESTED =
            AtomicLongFieldUpdater.newUpdater(StreamReceive.class, "requested");

    /** How many receives wait for elements at most: as many as one read from a socket may well bring. */
    private static final int MOST_AWAITED = 64;

    /**
     * How many elements are granted ahead of the ones that were taken, where the demand is larger. Enough for a long way, and few
     * enough that the elements of one stream don't use up the link's credit, and that a cancellation drops few.
     */
    private static final int MOST_UNDER_WAY = 4096;

    private static final long UNKNOWN = Long.MAX_VALUE;

    private final CoreSubscriber<? super T> subscriber;
    private final Receiving<T> flux;
    /** The receive of the announcement, which a sender matches, or a cancellation renounces. */
    private final ControlMessage.Announced announced;

    // What the subscriber asks for, on any thread.
    private volatile long requested;
    private volatile boolean cancelled;
    private volatile @Nullable Throwable badRequest;
    private volatile boolean asked;

    // By the progress thread.
    private State state = State.NEW;
    private int source;
    private int peer;
    private int sender;
    private final ArrayDeque<Element.Received> line = new ArrayDeque<>();
    private final ArrayDeque<Element.Received> spare = new ArrayDeque<>();
    private int awaited;
    private long granted;
    private long arrived;
    private long taken;
    private long count = UNKNOWN;
    private @Nullable StreamException senderFailure;
    private boolean terminated;
    private @Nullable Throwable failure;
    private @Nullable Throwable refusal;

    StreamReceive(CoreSubscriber<? super T> subscriber, Receiving<T> flux, int from) {
        super(flux.streams);
        this.subscriber = subscriber;
        this.flux = flux;
        this.announced = new ControlMessage.Announced(this, streams.announcements, flux.source, flux.tag, from);
    }

    @Override
    public void request(long n) {
        if (n > 0) {
            Operators.addCap(REQUESTED, this, n);
        } else {
            badRequest = Exceptions.nullOrNegativeRequestException(n);
            announced.leave();
        }
        wake();
    }

    @Override
    public void cancel() {
        boolean inTime = !flux.isPart && announced.leave();
        // Once more: what has come may have been no announcement, and it waits again.
        if (inTime || !asks() || !flux.isPart && announced.leave()) {
            cancelled = true;
            wake();
        }
    }

    @Override
    public void refuse(Throwable why) {
        refusal = why;
        cancel();
    }

    private boolean asks() {
        boolean first = subscriber instanceof CancelListener && taken == 0 && !asked;
        asked = true;
        return first;
    }

    @Override
    void flowOn() {
        if (cancelled) {
            terminated = true;
        } else if (badRequest != null) {
            fail(badRequest);
        }
        switch (state) {
            case NEW -> announce();
            case WAITING -> withdraw();
            case OPEN, ENDING -> flow();
            case CLOSED -> {}
        }
        close();
    }

    private void announce() {
        if (terminated && !flux.isPart) {
            state = State.CLOSED;
            answer();
        } else if (requested > 0 || terminated) {
            try {
                begin();
            } catch (RuntimeException closed) {
                state = State.CLOSED;
                fail(ContractFailures.of(closed, null, flux.inWords()));
                return;
            }
            state = State.WAITING;
            receive(announced);
        }
    }

    private void withdraw() {
        if (broken() != null) {
            fail(flux.failed(Objects.requireNonNull(broken())));
        }
        // The other end of a part comes anyway, and has to be told.
        if (terminated && !flux.isPart) {
            messages().withdraw(announced);
        }
    }

    /** The rank {@code source} has announced a stream; its end there has the number {@code sender}. */
    void open(int source, int sender) {
        state = State.OPEN;
        this.source = source;
        this.sender = sender;
        peer = streams.ranks().destination(source, 0);
        listen(source, peer);
        granted = wanted();
        tell(Control.answer(number(), granted));
        ended();
    }

    /**
     * What a rank has sent names no stream, so nothing can be told to a sender: others go on. A part of a collective stream can't wait for
     * another one.
     */
    void onMalformed(int source, MpiException breach) {
        if (flux.isPart) {
            failed(breach);
            return;
        }
        endTrace(breach);
        messages().malformed(streams.ranks().worldRank(source), breach);
        announced.again();
        // A thread that has tried to leave since the announcement came has been told that it was too late.
        VarHandle.fullFence();
        if (asked) {
            cancelled = true;
            announced.leave();
        }
        messages().receive(announced);
        wake();
    }

    private void flow() {
        deliver();
        if (terminated) {
            line.removeIf(this::drop);
        }
        if (broken() != null) {
            line.forEach(messages()::withdraw);
            return;
        }
        grant();
        await();
        sayLast();
    }

    /** Gives what is here and wanted, and the end when all has been given. */
    private void deliver() {
        while (!isStopped() && !isAborted() && taken < requested && isFirstHere()) {
            next(line.remove());
        }
        if (isStopped() || isFirstHere() && !isAborted()) {
            return;
        }
        if (taken == count) {
            terminated = true;
            failure = senderFailure;
            if (senderFailure == null) {
                give(subscriber, subscriber::onComplete);
            } else {
                giveError(subscriber, senderFailure);
            }
        } else if (broken() != null) {
            fail(ContractFailures.of(Objects.requireNonNull(broken()), streams.ranks(), flux.inWords()));
        }
    }

    private boolean isFirstHere() {
        Element.Received first = line.peek();
        return first != null && first.isHere();
    }

    private boolean isStopped() {
        return terminated || cancelled || badRequest != null;
    }

    private void next(Element.Received element) {
        T value;
        taken++;
        try {
            value = Objects.requireNonNull(element.take(flux.codec), "the codec gave null");
        } catch (MpiException known) {
            fail(known);
            return;
        } catch (Throwable thrown) {
            fail(new MpiException(ErrorClass.CONVERSION, "the codec could not read an element: " + thrown, thrown));
            return;
        }
        spare.push(element);
        try {
            subscriber.onNext(value);
        } catch (Throwable thrown) {
            engine().drop(thrown, subscriber);
            terminated = true;
        }
    }

    /** Ends the subscriber's part; the sender is told that nobody wants more. */
    private void fail(Throwable why) {
        if (!terminated) {
            terminated = true;
            failure = why;
            giveError(subscriber, why);
        }
    }

    private boolean drop(Element.Received element) {
        if (element.isHere()) {
            taken++;
            element.forget();
            spare.push(element);
            return true;
        }
        return false;
    }

    /**
     * In batches, as long as the sender has enough to go on with: more than the subscriber wants, by half the prefetch; or
     * half of what may be under way.
     */
    private void grant() {
        long wanted = wanted();
        long more = wanted - granted;
        long batch = wanted == demand() ? Math.max(1, flux.prefetch / 2) : MOST_UNDER_WAY / 2;
        if (!terminated && count == UNKNOWN && more >= batch) {
            granted = wanted;
            tell(Control.of(Control.Kind.DEMAND, more));
        }
    }

    /** What the subscriber wants and has not asked for yet, in all. */
    private long demand() {
        return Operators.addCap(requested, flux.prefetch);
    }

    /** An unbounded demand, too, goes to the sender step by step, so that what is under way is bounded. */
    private long wanted() {
        return Math.min(demand(), taken + Math.max(MOST_UNDER_WAY, flux.prefetch));
    }

    private void await() {
        long coming = Math.min(granted, count);
        while (awaited < MOST_AWAITED && taken + line.size() < coming) {
            Element.Received element = spare.isEmpty()
                    ? new Element.Received(this, streams.elements, source, number(), peer)
                    : spare.pop();
            line.add(element);
            awaited++;
            receive(element);
        }
    }

    private void sayLast() {
        if (state == State.ENDING) {
            return;
        }
        if (arrived == count) {
            state = State.ENDING;
            tell(Control.of(Control.Kind.DONE, 0));
        } else if (terminated) {
            state = State.ENDING;
            tell(refusal == null ? Control.of(Control.Kind.CANCEL, 0) : Control.refusal(refusal));
        }
    }

    private void tell(byte[] message) {
        send(ControlMessage.to(this, streams.elements, peer, sender, message));
    }

    @Override
    boolean onControl(ByteBuffer message) {
        Control.Kind kind = Control.kind(message);
        long amount = Control.amount(message);
        switch (kind) {
            case END -> count(amount);
            case ERROR -> {
                count(amount);
                senderFailure = Control.error(message);
            }
            case ANSWER, DEMAND, DONE, CANCEL -> throw Control.breach(kind + " to a receiver");
        }
        return false;
    }

    /** That many elements come in all: receives for more are not needed. */
    private void count(long elements) {
        if (elements < arrived || elements > granted) {
            throw Control.breach("a count of " + elements + " elements, where " + arrived + " have come and " + granted
                    + " were wanted");
        }
        count = elements;
        while (taken + line.size() > count) {
            messages().withdraw(line.removeLast());
        }
    }

    @Override
    public boolean wantsNoMore() {
        return terminated || cancelled;
    }

    @Override
    public void arrived() {
        awaited--;
        arrived++;
        if (arrived > count) {
            failed(Control.breach("more than " + count + " elements"));
        } else {
            ended();
        }
    }

    @Override
    public void notAwaited() {
        awaited--;
        ended();
    }

    @Override
    public void failedElement(Throwable failure) {
        awaited--;
        failed(failure);
    }

    private void close() {
        boolean heard = state == State.ENDING && arrived == count;
        boolean over = heard || broken() != null || isWithdrawn();
        if (over && terminated && isQuiet() && state != State.NEW && state != State.CLOSED) {
            state = State.CLOSED;
            answer();
            end();
        }
    }

    /** Nothing was received, and nothing else was signalled. */
    private void answer() {
        if (cancelled && announced.endsAsCancelled() && subscriber instanceof CancelListener listener) {
            give(subscriber, listener::onCancelled);
        }
    }

    @Override
    ContextView openingContext() {
        return subscriber.currentContext();
    }

    /** A listener's, with its receive of the announcement. */
    @Override
    public int idleOperations() {
        return state == State.WAITING && Listeners.areMarked(subscriber.currentContext()) ? LISTENING_OPERATIONS : 0;
    }

    @Override
    boolean isOver() {
        return terminated && state != State.NEW;
    }

    /** Also by throwing from {@code onNext}. */
    @Override
    boolean isCancelled() {
        return failure == null && (cancelled || taken != count);
    }

    @Override
    @Nullable
    Throwable failure() {
        return failure;
    }

    @Override
    protected void onNoEngine(RejectedExecutionException cause) {
        if (state != State.NEW) {
            return;
        }
        if (cancelled) {
            answer();
        } else {
            giveError(subscriber, badRequest == null ? ContractFailures.of(cause, null, flux.inWords()) : badRequest);
        }
    }

    @Override
    public String toString() {
        return "receiveStream(source " + (flux.source < 0 ? "any" : streams.inWords(flux.source)) + ", tag "
                + (flux.tag < 0 ? "any" : flux.tag) + ", " + streams.state.inWords() + "), "
                + (state == State.OPEN || state == State.ENDING
                        ? "from rank " + streams.inWords(source) + ", " + arrived + " received, " + taken + " taken"
                        : state);
    }

    /** Receives a stream each time that it is subscribed. */
    static final class Receiving<T> extends Flux<T> implements Scannable {

        private final CommunicatorStreams streams;
        private final Codec<T> codec;
        private final int source;
        private final int tag;
        private final int prefetch;
        private final boolean isPart;

        Receiving(CommunicatorStreams streams, Codec<T> codec, int source, int tag, int prefetch, boolean isPart) {
            this.isPart = isPart;
            this.streams = streams;
            this.codec = codec;
            this.source = source;
            this.tag = tag;
            this.prefetch = prefetch;
        }

        private String inWords() {
            return streams.check.inWords("receiveStream", "source", source, tag);
        }

        /** No stream has come, and none will. */
        private MpiException failed(Throwable cause) {
            return streams.announcements.failed(cause, inWords(), source, tag, "a sendStream");
        }

        @Override
        @SuppressWarnings("rawtypes") // As Reactor declares it.
        public @Nullable Object scanUnsafe(Attr key) {
            if (key == Attr.NAME) {
                return inWords();
            }
            return key == Attr.RUN_STYLE ? Attr.RunStyle.ASYNC : null;
        }

        @Override
        public String toString() {
            return inWords();
        }

        @Override
        public void subscribe(CoreSubscriber<? super T> subscriber) {
            int from;
            try {
                from = streams.check.source(source, tag);
                if (prefetch < 0) {
                    throw new MpiException(ErrorClass.ARG, "prefetch " + prefetch + " is negative");
                }
            } catch (RuntimeException wrong) {
                Operators.error(subscriber, wrong);
                return;
            }
            subscriber.onSubscribe(new StreamReceive<>(subscriber, this, from));
        }
    }
}
