package org.reactivempi.core.request;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.port.Noting;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.Exceptions;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Operators;

/**
 * One subscription to a wait for the requests of a list.
 *
 * <pre>
 *         serve
 *  OPEN &lt;-------&gt; SERVING --cancel, last element, end--&gt; OVER
 *    |                                                    ^
 *    +--------------cancel, demand of 0 or less-----------+
 * </pre>
 * Requests are consumed in SERVING only. So a cancellation that finds the wait OPEN loses nothing; what was consumed when
 * it comes is still given.
 */
abstract class ListWait<T> implements Subscription {

    /** How an element is made of the requests that are ready: {@code null} if none is. */
    interface Taking<T> {
        @Nullable
        T from(ReadyRequests ready);
    }

    @SuppressWarnings("rawtypes")
    private static final AtomicIntegerFieldUpdater<ListWait> STATE =
            AtomicIntegerFieldUpdater.newUpdater(ListWait.class, "state");

    @SuppressWarnings("rawtypes")
    private static final AtomicIntegerFieldUpdater<ListWait> PLACE =
            AtomicIntegerFieldUpdater.newUpdater(ListWait.class, "place");

    @SuppressWarnings("rawtypes")
    private static final AtomicLongFieldUpdater<ListWait> DEMAND =
            AtomicLongFieldUpdater.newUpdater(ListWait.class, "demand");

    private static final int OPEN = 0;
    private static final int SERVING = 1;
    private static final int OVER = 2;

    private static final int NEW = 0;
    private static final int IN_LINE = 1;
    private static final int WITHOUT_DEMAND = 2;

    final ReadyRequests ready;
    private final Taking<T> taking;
    private final CoreSubscriber<? super T> actual;
    private volatile int state = OPEN;
    private volatile int place = NEW;
    private volatile long demand;
    private volatile @Nullable IllegalArgumentException refusal;

    ListWait(ReadyRequests ready, Taking<T> taking, CoreSubscriber<? super T> actual) {
        this.ready = ready;
        this.taking = taking;
        this.actual = actual;
    }

    /** A wait for a {@link CoreRequestList}, whose requests are watched already: for one element, or for as many as are wanted. */
    static <T> Flux<T> of(ReadyRequests ready, Taking<T> taking, boolean isSingle) {
        return new Cold<>(actual -> new OfList<>(ready, taking, isSingle, actual));
    }

    /** A wait that watches its requests by itself, from its first demand to its end. */
    static <T> Flux<T> of(CoreRequest[] requests, Taking<T> taking) {
        return new Cold<>(actual -> new Once<>(requests, taking, actual));
    }

    /** The first demand has come. */
    abstract void begin();

    /** Whether the element that was given is the last, whatever the demand. */
    abstract boolean endsNow();

    /** The wait has ended or was cancelled. */
    abstract void onOver();

    @Override
    public final void request(long n) {
        if (n <= 0) {
            refusal = Exceptions.nullOrNegativeRequestException(n);
            refuse();
            return;
        }
        Operators.addCap(DEMAND, this, n);
        if (PLACE.compareAndSet(this, NEW, IN_LINE)) {
            begin();
            ready.waits().arrive(this);
        } else if (PLACE.compareAndSet(this, WITHOUT_DEMAND, IN_LINE)) {
            ready.waits().arrive(this);
        }
    }

    @Override
    public final void cancel() {
        if (STATE.getAndSet(this, OVER) != OVER) {
            onOver();
            // So that the list keeps no wait that is over.
            ready.waits().serve();
        }
    }

    final boolean isOver() {
        return state == OVER;
    }

    /**
     * Gives one element if a request is ready; called by one thread at a time.
     *
     * @return false if none is, and the wait is to stay first in line
     */
    final boolean serve() {
        if (!mayBeServed()) {
            return false;
        }
        if (demand == 0 || !STATE.compareAndSet(this, OPEN, SERVING)) {
            return true;
        }
        try {
            return serveNow();
        } catch (Throwable error) {
            // A subscriber that throws must not keep the others from being served.
            cancel();
            Exceptions.throwIfFatal(error);
            Operators.onErrorDropped(error, actual.currentContext());
            return true;
        }
    }

    /** Whether {@link #serve} would give it something, or take it out of the line. */
    final boolean mayBeServed() {
        return demand == 0 || isOver() || ready.hasNews();
    }

    /** Whether the calling thread waits for it, so that it runs no code of others. */
    final boolean isQuiet() {
        return Noting.isWaitedFor(actual);
    }

    private boolean serveNow() {
        T element = taking.from(ready);
        boolean isLast;
        if (element == null) {
            isLast = ready.isExhausted();
        } else {
            Operators.produced(DEMAND, this, 1);
            actual.onNext(element);
            isLast = endsNow();
        }
        reopen();
        if (isLast && finish()) {
            actual.onComplete();
        }
        return element != null || isOver();
    }

    /** Whether it stays in line after it was served. */
    final boolean wantsMore() {
        if (isOver()) {
            return false;
        }
        if (demand > 0) {
            return true;
        }
        place = WITHOUT_DEMAND;
        return demand > 0 && PLACE.compareAndSet(this, WITHOUT_DEMAND, IN_LINE);
    }

    private void reopen() {
        if (STATE.compareAndSet(this, SERVING, OPEN)) {
            refuse();
        }
    }

    // Also called when nothing is to be refused; while an element is given, it waits for that.
    private void refuse() {
        IllegalArgumentException error = refusal;
        if (error != null && finish()) {
            actual.onError(error);
        }
    }

    private boolean finish() {
        if (STATE.compareAndSet(this, OPEN, OVER)) {
            onOver();
            return true;
        }
        return false;
    }

    private static final class Cold<T> extends Flux<T> {

        private final Function<CoreSubscriber<? super T>, ListWait<T>> wait;

        Cold(Function<CoreSubscriber<? super T>, ListWait<T>> wait) {
            this.wait = wait;
        }

        @Override
        public void subscribe(CoreSubscriber<? super T> actual) {
            actual.onSubscribe(wait.apply(actual));
        }
    }

    private static final class OfList<T> extends ListWait<T> {

        private final boolean isSingle;

        OfList(ReadyRequests ready, Taking<T> taking, boolean isSingle, CoreSubscriber<? super T> actual) {
            super(ready, taking, actual);
            this.isSingle = isSingle;
        }

        @Override
        void begin() {
            // The requests are watched.
        }

        @Override
        boolean endsNow() {
            // Not because no request is active: the subscriber that took the last one may start it before its next
            // demand.
            return isSingle;
        }

        @Override
        void onOver() {
            // The list lives on.
        }
    }

    private static final class Once<T> extends ListWait<T> {

        private final CoreRequest[] requests;

        Once(CoreRequest[] requests, Taking<T> taking, CoreSubscriber<? super T> actual) {
            super(new ReadyRequests(), taking, actual);
            this.requests = requests;
        }

        // Before it stands in line: so requests that have ended before are served together, and in the order of their
        // ends.
        @Override
        void begin() {
            List<ListEntry> entries = new ArrayList<>(requests.length);
            for (int i = 0; i < requests.length; i++) {
                if (requests[i].outcome() != RequestOutcome.Absent.INACTIVE) {
                    entries.add(ready.entry(i, requests[i]));
                }
            }
            ReadyRequests.inOrder(entries, this::watch);
        }

        private void watch(ListEntry entry) {
            if (!isOver()) {
                entry.request.watch(entry);
            }
        }

        @Override
        boolean endsNow() {
            return ready.isExhausted();
        }

        @Override
        void onOver() {
            ready.end();
        }
    }
}
