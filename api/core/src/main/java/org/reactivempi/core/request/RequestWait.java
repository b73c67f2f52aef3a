package org.reactivempi.core.request;

import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import org.jspecify.annotations.Nullable;
import org.reactivempi.spi.AnsweringSubscription;
import org.reactivempi.spi.CancelListener;
import org.reactivempi.transport.engine.port.Noting;
import reactor.core.CoreSubscriber;
import reactor.core.Exceptions;
import reactor.util.context.Context;

/**
 * One subscription to a wait that gives one result, and its watch at the requests.
 *
 * <pre>
 *  IDLE --request(n)--&gt; WAITING --finish, cancel, demand of 0 or less--&gt; OVER
 *                        |   ^
 *                   take +---+ give up, in TAKING
 * </pre>
 *
 * A wait that ends with any of several requests consumes in TAKING only: it is given what it takes there, also when it is cancelled
 * meanwhile. At requests which nobody else watches the wait stands itself, so that to wait for many costs no object for each.
 */
abstract class RequestWait<T> extends CoreRequest.Watch implements AnsweringSubscription {

    @SuppressWarnings("rawtypes") // A field updater takes a class, which has no type argument.
    private static final AtomicIntegerFieldUpdater<RequestWait> STATE =
            AtomicIntegerFieldUpdater.newUpdater(RequestWait.class, "state");

    private static final int IDLE = 0;
    private static final int WAITING = 1;
    private static final int TAKING = 2;
    private static final int OVER = 3;

    final CoreSubscriber<? super T> actual;

    // IDLE without an initial value: storing one would cost a fence.
    private volatile int state;
    private volatile @Nullable IllegalArgumentException refusal;

    RequestWait(CoreSubscriber<? super T> actual) {
        this.actual = actual;
    }

    /** The first demand has come. */
    abstract void begin();

    @Override
    public final void request(long n) {
        if (n <= 0) {
            refusal = Exceptions.nullOrNegativeRequestException(n);
            refuse();
        } else if (STATE.compareAndSet(this, IDLE, WAITING)) {
            begin();
        }
    }

    @Override
    public final void cancel() {
        int before = STATE.getAndSet(this, OVER);
        if (before == IDLE || before == WAITING) {
            answer();
        }
    }

    /** It was cancelled, and has taken nothing, nor will. */
    private void answer() {
        if (actual instanceof CancelListener listener) {
            listener.onCancelled();
        }
    }

    // Without effect while it takes: a result comes before the refusal, or else the refusal when it gives up.
    private void refuse() {
        IllegalArgumentException error = refusal;
        if (error != null && (STATE.compareAndSet(this, IDLE, OVER) || finish())) {
            actual.onError(error);
        }
    }

    final boolean isWaiting() {
        return state == WAITING;
    }

    @Override
    final boolean isOver() {
        return state == OVER;
    }

    /** Its result is certain; false if it was over before. */
    final boolean finish() {
        return STATE.compareAndSet(this, WAITING, OVER);
    }

    /** From now on it may consume a request. */
    final boolean take() {
        return STATE.compareAndSet(this, WAITING, TAKING);
    }

    /** It has taken its result. */
    final void taken() {
        state = OVER;
    }

    /** It has taken nothing, and waits on. */
    final void giveUp() {
        if (STATE.compareAndSet(this, TAKING, WAITING)) {
            refuse();
        } else {
            answer();
        }
    }

    /** Others run code of the program: a subscriber's, or that of a generalized request that is waited for as well. */
    @Override
    final boolean isQuiet() {
        return Noting.isWaitedFor(actual);
    }

    @Override
    final Context context() {
        return actual.currentContext();
    }

    @Override
    final CoreRequest.Watch above(CoreRequest.@Nullable Watch older) {
        return older == null ? this : new Place(this, older);
    }

    /** Where the wait stands above the watch of another one. */
    private static final class Place extends CoreRequest.Watch {

        private final RequestWait<?> wait;

        Place(RequestWait<?> wait, CoreRequest.Watch older) {
            this.wait = wait;
            this.older = older;
        }

        @Override
        boolean isOver() {
            return wait.isOver();
        }

        @Override
        void onEnd(CoreRequest ended) {
            wait.onEnd(ended);
        }

        @Override
        boolean isQuiet() {
            return wait.isQuiet();
        }

        @Override
        Context context() {
            return wait.context();
        }
    }
}
