package org.reactivempi.core.stream;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Objects;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Codec;
import org.reactivempi.ErrorClass;
import org.reactivempi.MpiException;
import org.reactivempi.core.operation.ContractFailures;
import org.reactivempi.spi.AnsweringSubscription;
import reactor.core.CoreSubscriber;
import reactor.core.Exceptions;
import reactor.core.publisher.Operators;

/**
 * The receiving end of a stream: the subscription of the user's subscriber.
 *
 * <pre>
 *  NEW --request--&gt; WAITING --met--&gt; OPEN --last word said--&gt; ENDING --heard, all elements here--&gt; CLOSED
 *                      |                                                                                  ^
 *                      +------------------------------ withdrawn -----------------------------------------+
 * </pre>
 * Elements wait in a line of receives, some of which are here; they are decoded when there is demand. The line holds no
 * more than what was granted to the sender, which is the demand and the prefetch. How it meets its sender is its subclasses' business.
 *
 * @param <T> the values' type
 */
abstract class StreamReceive<T> extends StreamEnd implements Element.Receiver, AnsweringSubscription {

    private enum State {
        NEW,
        /** It waits for its sender. */
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

    private final Codec<T> codec;
    private final int prefetch;

    // What the subscriber asks for, on any thread.
    private volatile long requested;
    private volatile boolean cancelled;
    /** Why its user gets no more: a request that breaks a rule, or the end of the session. */
    private volatile @Nullable Throwable ownEnd;

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
    private @Nullable MpiException senderFailure;
    private boolean terminated;
    private @Nullable Throwable failure;

    /** {@code prefetch} is how many values may be under way beyond the demand. */
    StreamReceive(StreamContext streams, Codec<T> codec, int prefetch) {
        super(streams);
        this.codec = codec;
        this.prefetch = prefetch;
    }

    /** Its user's subscriber; null until there is one that has its subscription, and so may get signals. */
    abstract @Nullable CoreSubscriber<? super T> subscriber();

    /** Looks for a sender: the end is told of it by {@link #met}. */
    abstract void meet();

    /** Nobody wants to meet a sender any more; perhaps once more. */
    abstract void leave();

    /** Whether a sender comes in any case, and has to be told if nobody wants it. */
    abstract boolean isExpected();

    /** It won't begin any more, or has ended: whom that has to be told to. */
    abstract void over();

    /** Why it has met no sender, in words of the contract. */
    abstract Throwable notMet(Throwable cause);

    /** The sender's error, as the user has met it there. */
    abstract MpiException failure(String type, String message);

    /** The user's call with its arguments, for errors. */
    abstract String inWords();

    /** For reports. */
    abstract String call();

    @Override
    public void request(long n) {
        if (n > 0) {
            Operators.addCap(REQUESTED, this, n);
        } else {
            ownEnd = Exceptions.nullOrNegativeRequestException(n);
        }
        wake();
    }

    @Override
    public void cancel() {
        cancelled = true;
        wake();
    }

    /** Its user gets nothing more but this error. */
    final void endWith(Throwable why) {
        ownEnd = why;
        wake();
    }

    /** The progress thread says it as well, for a user who has tried before. */
    final void cancelled() {
        cancelled = true;
    }

    @Override
    void flowOn() {
        if (cancelled) {
            terminated = true;
        } else if (ownEnd != null) {
            fail(ownEnd);
        }
        switch (state) {
            case NEW -> beginIfWanted();
            case WAITING -> leaveIfUnwanted();
            case OPEN, ENDING -> flow();
            case CLOSED -> {}
        }
        close();
    }

    private void beginIfWanted() {
        if (terminated && !isExpected()) {
            state = State.CLOSED;
            over();
        } else if (requested > 0 && subscriber() != null || terminated) {
            try {
                start();
            } catch (RuntimeException closed) {
                state = State.CLOSED;
                fail(ContractFailures.of(closed, null, inWords()));
            }
        }
    }

    /** Begins; throws where nothing may begin any more. */
    final void start() {
        begin();
        state = State.WAITING;
        meet();
    }

    private void leaveIfUnwanted() {
        if (broken() != null) {
            fail(notMet(Objects.requireNonNull(broken())));
        }
        // The other end that comes anyway has to be told.
        if (terminated && !isExpected()) {
            leave();
        }
    }

    /** The rank {@code source} sends a stream; its end there has the number {@code sender}. Ends what was to meet it after that. */
    final void met(int source, int sender) {
        state = State.OPEN;
        this.source = source;
        this.sender = sender;
        peer = streams.ranks().destination(source, 0);
        listen(source, peer);
    }

    /** How many values the sender may send from its beginning on, which it is told now. */
    public final long firstDemand() {
        granted = wanted();
        return granted;
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
        CoreSubscriber<? super T> subscriber = subscriber();
        if (subscriber == null) {
            return;
        }
        while (!isStopped() && !isAborted() && taken < requested && isFirstHere()) {
            next(line.remove(), subscriber);
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
            fail(ContractFailures.of(Objects.requireNonNull(broken()), streams.ranks(), inWords()));
        }
    }

    private boolean isFirstHere() {
        Element.Received first = line.peek();
        return first != null && first.isHere();
    }

    private boolean isStopped() {
        return terminated || cancelled || ownEnd != null;
    }

    private void next(Element.Received element, CoreSubscriber<? super T> subscriber) {
        T value;
        taken++;
        try {
            value = Objects.requireNonNull(element.take(codec), "the codec gave null");
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

    /** Ends the subscriber's part, if it is there; the sender is told that nobody wants more. */
    private void fail(Throwable why) {
        CoreSubscriber<? super T> subscriber = subscriber();
        if (!terminated && subscriber != null) {
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
        long batch = wanted == demand() ? Math.max(1, prefetch / 2) : MOST_UNDER_WAY / 2;
        if (!terminated && count == UNKNOWN && more >= batch) {
            granted = wanted;
            tell(Control.of(Control.Kind.DEMAND, more));
        }
    }

    /** What the subscriber wants and has not asked for yet, in all. */
    private long demand() {
        return requested == 0 ? 0 : Operators.addCap(requested, prefetch);
    }

    /** An unbounded demand, too, goes to the sender step by step, so that what is under way is bounded. */
    private long wanted() {
        return Math.min(demand(), taken + Math.max(MOST_UNDER_WAY, prefetch));
    }

    private void await() {
        long coming = Math.min(granted, count);
        while (awaited < MOST_AWAITED && taken + line.size() < coming) {
            Element.Received element = spare.isEmpty()
                    ? new Element.Received(this, streams.elements(), source, number(), peer)
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
            tell(farewell());
        }
    }

    /** The last word to a sender whose values are not wanted any more. */
    byte[] farewell() {
        return Control.of(Control.Kind.CANCEL, 0);
    }

    final void tell(byte[] message) {
        send(ControlMessage.to(this, streams.elements(), peer, sender, message));
    }

    @Override
    boolean onControl(ByteBuffer message) {
        Control.Kind kind = Control.kind(message);
        long amount = Control.amount(message);
        switch (kind) {
            case END -> count(amount);
            case ERROR -> {
                count(amount);
                senderFailure = Control.error(message, this::failure);
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
            over();
            end();
        }
    }

    static void checkPrefetch(int prefetch) {
        if (prefetch < 0) {
            throw new MpiException(ErrorClass.ARG, "prefetch " + prefetch + " is negative");
        }
    }

    final boolean isWaiting() {
        return state == State.WAITING;
    }

    final boolean hasNothing() {
        return taken == 0;
    }

    final boolean wasCancelled() {
        return cancelled;
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
        CoreSubscriber<? super T> subscriber = subscriber();
        if (state != State.NEW) {
            return;
        }
        if (cancelled) {
            over();
        } else if (subscriber != null) {
            giveError(subscriber, ownEnd == null ? ContractFailures.of(cause, null, inWords()) : ownEnd);
        }
    }

    @Override
    public final String toString() {
        return call() + ", "
                + (state == State.OPEN || state == State.ENDING
                        ? "from rank " + streams.inWords(source) + ", " + arrived + " received, " + taken + " taken"
                        : state);
    }
}
