package org.reactivempi.core.window;

import org.jspecify.annotations.Nullable;
import org.reactivempi.core.operation.OperationMono;
import org.reactivempi.spi.AnsweringSubscription;
import org.reactivempi.transport.engine.port.Engine;
import org.reactivempi.transport.engine.port.EngineWindows.Ended;
import org.reactivempi.transport.engine.port.LocalOperation;
import reactor.core.CoreSubscriber;

/**
 * A call of a window that may be withdrawn while it waits, from its subscription to its last signal: how it begins, and how its subscriber
 * hears of its end.
 *
 * <pre>
 *  start --&gt; check --well--&gt; go --&gt; ended
 *                 +--thrown--&gt; failed
 * </pre>
 */
abstract class RunningCall<T, C extends TargetMono<?>> extends LocalOperation implements Ended, AnsweringSubscription {

    /** What all runs have in common. */
    final C call;

    private final CoreSubscriber<? super T> subscriber;

    RunningCall(CoreSubscriber<? super T> subscriber, C call) {
        this.subscriber = subscriber;
        this.call = call;
    }

    /** How much it moves; 0 if it moves nothing. */
    abstract long movedBytes();

    /** Throws what is wrong with the call at this moment; then it has done nothing. */
    abstract void check();

    /** Does it; {@link #ended} follows. */
    abstract void go();

    /** What its subscriber gets if it ends well; null for nothing. */
    abstract @Nullable T result();

    @Override
    protected final CoreSubscriber<?> subscriber() {
        return subscriber;
    }

    @Override
    protected final Engine engine() {
        return call.engine();
    }

    @Override
    protected final void start() {
        engine().messages().start(this);
    }

    @Override
    public final void begin() {
        try {
            engine().started(this, call.what, call.window, call.target, movedBytes());
            engine().messages().checkOpen();
            check();
        } catch (RuntimeException wrong) {
            failed(wrong);
            engine().messages().end(this);
            return;
        }
        go();
    }

    /** Its part in the window is over, well or not. */
    final void endWith(@Nullable Throwable failure) {
        if (failure != null) {
            failed(failure);
        } else if (endsAsCancelled()) {
            cancelled();
        }
        engine().messages().end(this);
    }

    @Override
    protected final boolean isMatchedHere() {
        return true;
    }

    /** Ends it as cancelled, since it is taken back. */
    final void endAsWithdrawn() {
        cancelled();
        engine().messages().end(this);
    }

    @Override
    protected final @Nullable Runnable answer() {
        return OperationMono.answer(subscriber);
    }

    @Override
    protected final Throwable error(Throwable failure) {
        return call.window.error(failure, inWords());
    }

    @Override
    protected final boolean announce(Throwable told, Runnable signal) {
        return call.errors().hears(told, subscriber, signal);
    }

    @Override
    protected final String inWords() {
        return call.inWords();
    }

    @Override
    public final String toString() {
        return inWords();
    }

    @Override
    protected final void onDone() {
        if (end()) {
            T value = result();
            if (value == null) {
                tellEnd(subscriber);
            } else {
                tell(subscriber, value);
            }
        }
    }
}
