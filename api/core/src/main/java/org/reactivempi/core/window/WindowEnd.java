package org.reactivempi.core.window;

import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import org.jspecify.annotations.Nullable;
import org.reactivempi.core.operation.ContractFailures;
import org.reactivempi.core.operation.Drain;
import org.reactivempi.transport.engine.port.Conversation;
import org.reactivempi.transport.engine.port.Engine;
import org.reactivempi.transport.engine.port.LocalOperation;
import org.reactivempi.transport.engine.port.Operations;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.Exceptions;
import reactor.core.publisher.Operators;

/**
 * What runs in a window for long, and hears of others meanwhile: the subscription of a user's subscriber.
 *
 * <pre>
 *  NEW --request--&gt; RUNNING --finish--&gt; OVER
 *       --cancel, or it can't begin--------^
 * </pre>
 * What others say comes inside a step of the engine, and so only leaves its trace and {@linkplain #wakeLater wakes} this: signals follow when the engine
 * rests.
 */
abstract class WindowEnd<T> extends Drain implements Conversation, Subscription {

    private enum State {
        NEW,
        RUNNING,
        OVER
    }

    @SuppressWarnings("rawtypes") // A field updater takes a class, which has no type argument.
    private static final AtomicLongFieldUpdater<WindowEnd> REQUESTED =
            AtomicLongFieldUpdater.newUpdater(WindowEnd.class, "requested");

    final WindowState window;
    final CoreSubscriber<? super T> subscriber;

    // What the subscriber asks for, on any thread.
    private volatile long requested;
    private volatile boolean cancelled;
    private volatile @Nullable Throwable badRequest;

    // By the progress thread.
    private State state = State.NEW;
    private int conversation;
    private @Nullable Throwable broken;
    private final Waking waking = new Waking();

    WindowEnd(WindowState window, CoreSubscriber<? super T> subscriber) {
        this.window = window;
        this.subscriber = subscriber;
    }

    /** The signal that has this look at what has come. */
    private final class Waking extends LocalOperation {

        private boolean due;

        Waking() {
            own();
        }

        void schedule() {
            if (!due) {
                due = true;
                messages().start(this);
            }
        }

        @Override
        public void begin() {
            messages().end(this);
        }

        @Override
        protected void onDone() {
            due = false;
            wake();
        }
    }

    /** Looks for others, when it has been requested; may throw what is wrong. */
    abstract void begin();

    /** Does what can be done now. */
    abstract void flow();

    /** The user's call with its arguments. */
    abstract String inWords();

    @Override
    public final void request(long n) {
        if (n > 0) {
            Operators.addCap(REQUESTED, this, n);
        } else {
            badRequest = Exceptions.nullOrNegativeRequestException(n);
        }
        wake();
    }

    @Override
    public final void cancel() {
        cancelled = true;
        wake();
    }

    final long requested() {
        return requested;
    }

    final boolean isCancelled() {
        return cancelled;
    }

    /** Why this end itself can't go on: what its user has asked for. */
    final @Nullable Throwable misuse() {
        return badRequest;
    }

    /** Why it can't be talked to others any more. */
    final @Nullable Throwable broken() {
        return broken;
    }

    /** Others can't be talked to any more. */
    public final void breakOff(Throwable cause) {
        if (broken == null) {
            broken = cause;
        }
        if (state == State.RUNNING) {
            wakeLater();
        }
    }

    /** Something has come; inside a step of the engine. */
    public final void wakeLater() {
        waking.schedule();
    }

    @Override
    protected final void drain() {
        if (state == State.NEW) {
            beginIfWanted();
        }
        if (state == State.RUNNING) {
            flow();
        }
    }

    private void beginIfWanted() {
        Throwable wrong = badRequest;
        if (cancelled) {
            state = State.OVER;
            tellCancelled();
        } else if (wrong != null) {
            state = State.OVER;
            giveError(wrong);
        } else if (requested > 0) {
            try {
                window.usable();
                conversation = messages().begin(this);
            } catch (RuntimeException closed) {
                state = State.OVER;
                giveError(window.error(closed, inWords()));
                return;
            }
            state = State.RUNNING;
            try {
                begin();
            } catch (RuntimeException refused) {
                finish(() -> giveError(window.error(refused, inWords())));
            }
        }
    }

    /** Gives the last signal, which none follows. */
    final void finish(Runnable signal) {
        state = State.OVER;
        if (cancelled) {
            tellCancelled();
        } else {
            signal.run();
        }
        messages().end(conversation);
    }

    final void finish() {
        finish(() -> give(subscriber::onComplete));
    }

    /** Ends with an error, in words of the contract. */
    final void fail(Throwable why) {
        finish(() -> giveError(window.error(why, inWords())));
    }

    /** Ends with an error as it is. */
    final void failAsIs(Throwable why) {
        finish(() -> giveError(why));
    }

    /** Its subscriber's cancellation has taken effect; nobody hears of that unless overridden. */
    void tellCancelled() {}

    /** Gives a signal; what the subscriber throws is its own loss (RX-8). */
    final void give(Runnable signal) {
        try {
            signal.run();
        } catch (Throwable thrown) {
            cancelled = true;
            engine().drop(thrown, subscriber);
        }
    }

    private void giveError(Throwable error) {
        give(() -> window.errors().fail(subscriber, error));
    }

    @Override
    public final void onAborted(Throwable cause) {
        if (broken == null) {
            broken = cause;
        }
        wake();
    }

    final Operations messages() {
        return engine().messages();
    }

    @Override
    protected final Engine engine() {
        return window.engine();
    }

    @Override
    protected final void onNoEngine(RejectedExecutionException cause) {
        if (state == State.NEW && !cancelled) {
            state = State.OVER;
            Throwable wrong = badRequest;
            giveError(wrong == null ? ContractFailures.of(cause, null, inWords()) : wrong);
        }
    }
}
