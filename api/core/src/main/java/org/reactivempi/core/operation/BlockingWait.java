package org.reactivempi.core.operation;

import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.reactivempi.ErrorClass;
import org.reactivempi.MpiException;
import org.reactivempi.spi.AnsweringSubscription;
import org.reactivempi.spi.CancelListener;
import org.reactivempi.transport.engine.platform.Platform;
import org.reactivempi.transport.engine.platform.Waiter;
import org.reactivempi.transport.engine.port.Engine;
import org.reactivempi.transport.engine.port.Noting;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.Disposable;
import reactor.core.Exceptions;
import reactor.core.publisher.Hooks;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Operators;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;
import reactor.util.context.Context;
import reactor.util.context.ContextView;

/**
 * A thread that waits for an operation. A platform thread moves the rank's messages itself meanwhile, as long as they come at short
 * distances: handing the operation to the progress thread, and being woken by it, takes longer than most messages.
 *
 * <pre>
 *  begin --the loop is to be had--&gt; DRIVING --the operation has ended--&gt; get
 *    |                                 |
 *    |                                 +--quiet, too late, or interrupted--+
 *    +--another thread has the loop----------------------------------------+--&gt; PARKED --woken--&gt; get
 * </pre>
 * Limits are those of the platform's time. Where that isn't the machine's own, a parked thread can't sleep for it: a timer of the rank
 * wakes it.
 */
final class BlockingWait<T> implements CoreSubscriber<T>, Noting, CancelListener, Waiter, Engine.Drive {

    @SuppressWarnings("rawtypes")
    private static final AtomicReferenceFieldUpdater<BlockingWait, Subscription> SUBSCRIPTION =
            AtomicReferenceFieldUpdater.newUpdater(BlockingWait.class, Subscription.class, "subscription");

    /** Shorter than it takes the kernel to wake a thread. */
    private static final long SPIN_NANOS = 20_000;

    /** So long a thread that gives up waits to hear what has become of its operation: a peer may have to be asked. */
    private static final long MOST_NANOS_FOR_AN_ANSWER = 2_000_000_000L;

    private static final long NO_LIMIT = Long.MAX_VALUE;

    private final Thread waiter = Thread.currentThread();
    private final Context context = callersContext();
    private final Engine engine;
    /** Null once it is subscribed, which a wait for requests is before the loop is driven: what the subscription keeps of it is the operation's matter. */
    private @Nullable Mono<T> operation;

    /** Of no interest where there is no limit. */
    private final long startNanos;

    private final long timeoutNanos;
    private final boolean forRequests;
    private volatile @Nullable Subscription subscription;
    private @Nullable T value;
    private @Nullable Throwable error;
    private volatile boolean ended;
    private volatile boolean cancelled;

    private BlockingWait(Engine engine, Mono<T> operation, boolean forRequests, long timeoutNanos) {
        this.engine = engine;
        this.operation = operation;
        this.forRequests = forRequests;
        this.timeoutNanos = timeoutNanos;
        this.startNanos = timeoutNanos == NO_LIMIT ? 0 : nowNanos();
    }

    /** Subscribes an operation and returns what it gives, or null if it ends without a value; throws its error. */
    static <T> @Nullable T on(Engine engine, Mono<T> operation) {
        return on(engine, operation, false, NO_LIMIT);
    }

    /** As the other one, and cancels the operation when the time is over. */
    static <T> @Nullable T on(Engine engine, Mono<T> operation, Duration timeout) {
        return on(engine, operation, false, nanos(timeout));
    }

    /** The same for a wait for requests, which begins on the calling thread, as those do that find them complete. */
    static <T> @Nullable T forRequests(Engine engine, Mono<T> wait) {
        return on(engine, wait, true, NO_LIMIT);
    }

    /** As the other one, and cancels the wait when the time is over. */
    static <T> @Nullable T forRequests(Engine engine, Mono<T> wait, Duration timeout) {
        return on(engine, wait, true, nanos(timeout));
    }

    private static <T> @Nullable T on(Engine engine, Mono<T> operation, boolean forRequests, long timeoutNanos) {
        if (engine.inProgressThread()) {
            throw refused("which moves this rank's messages, and would wait for itself");
        }
        if (Schedulers.isInNonBlockingThread()) {
            throw refused("one of the threads that Reactor lets nobody block, since others wait for their turn on it");
        }
        return new BlockingWait<>(engine, operation, forRequests, timeoutNanos).get();
    }

    private static IllegalStateException refused(String why) {
        return new IllegalStateException(
                "a blocking call on " + Thread.currentThread().getName() + ", " + why
                        + ": use the operation's Mono there, or block on a thread that may, such as one of"
                        + " Schedulers.boundedElastic()");
    }

    /** What the calling thread has in its thread-locals, where the program wants Reactor to pass that on. */
    private static Context callersContext() {
        ContextView captured = Hooks.isAutomaticContextPropagationEnabled()
                ? Mono.deferContextual(Mono::just).block()
                : null;
        return captured == null ? Context.empty() : Context.of(captured);
    }

    @Override
    public Context currentContext() {
        return context;
    }

    private static long nanos(Duration timeout) {
        try {
            return timeout.toNanos();
        } catch (ArithmeticException centuries) {
            return NO_LIMIT;
        }
    }

    private @Nullable T get() {
        if (forRequests) {
            begin();
        }
        if (ended) {
            engine.sendLeft();
        }
        if (!ended) {
            Disposable alarm = alarmAfter(timeoutNanos);
            try {
                await();
            } finally {
                end(alarm);
            }
        }
        if (error != null) {
            throw Exceptions.propagate(error);
        }
        return value;
    }

    private void await() {
        boolean begun = engine.drive(this);
        if (!ended) {
            engine.waits();
            try {
                if (!begun) {
                    begin();
                    spin();
                }
                park();
            } finally {
                engine.hasWaited();
            }
        }
    }

    /** On another thread than the waiter where other commands come first: then the waiter may have given up meanwhile. */
    @Override
    public void begin() {
        Mono<T> beginning = operation;
        if (beginning == null || subscription == Operators.cancelledSubscription()) {
            return;
        }
        operation = null;
        try {
            beginning.subscribe(this);
        } catch (Throwable thrown) {
            // By a hook of the program, say: this thread gets it, whichever thread begins.
            onError(thrown);
        }
    }

    @Override
    public boolean hasEnded() {
        return ended;
    }

    @Override
    public boolean givesUp() {
        return waiter.isInterrupted() || (timeoutNanos != NO_LIMIT && leftNanos() <= 0);
    }

    private long leftNanos() {
        return timeoutNanos - (nowNanos() - startNanos);
    }

    private long nowNanos() {
        return engine.platform().ticker().nanoTime();
    }

    /** Whether a thread that sleeps wakes when its time on the platform is over. */
    private boolean isRealTime() {
        return engine.platform() == Platform.system();
    }

    /** Wakes the waiter when a time of the platform is over, where a thread can't sleep for it. */
    private @Nullable Disposable alarmAfter(long nanos) {
        if (nanos == NO_LIMIT || isRealTime()) {
            return null;
        }
        Runnable alarm = () -> LockSupport.unpark(waiter);
        try {
            return engine.scheduler().schedule(alarm, nanos, TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException ended) {
            // The rank has, but a wait for requests may be for others.
            return engine.platform().timer().schedule(alarm, nanos, TimeUnit.NANOSECONDS);
        }
    }

    private static void end(@Nullable Disposable alarm) {
        if (alarm != null) {
            alarm.dispose();
        }
    }

    private void spin() {
        if (!isRealTime()) {
            return;
        }
        long start = nowNanos();
        while (!ended && nowNanos() - start < Math.min(SPIN_NANOS, timeoutNanos)) {
            Thread.yield();
        }
    }

    private void park() {
        while (!ended) {
            long leftNanos = timeoutNanos == NO_LIMIT ? NO_LIMIT : leftNanos();
            if (leftNanos <= 0) {
                giveUp(end -> new IllegalStateException("no end within " + Duration.ofNanos(timeoutNanos) + end));
                break;
            }
            park(leftNanos);
            if (!ended && Thread.interrupted()) {
                giveUpInterrupted();
            }
        }
    }

    /** A thread that waits without limit counts in the search for deadlocks as one that can't act by itself. */
    private void park(long leftNanos) {
        if (leftNanos == NO_LIMIT || !isRealTime()) {
            LockSupport.park(this);
        } else {
            LockSupport.parkNanos(this, leftNanos);
        }
    }

    private void giveUpInterrupted() {
        try {
            giveUp(end -> new MpiException(ErrorClass.OTHER, "interrupted while waiting" + end));
        } finally {
            waiter.interrupt();
        }
    }

    /** Returns if the operation has ended in spite of its cancellation, so that what it has got isn't lost. */
    private void giveUp(Function<String, RuntimeException> reason) {
        // What has not begun will not: what begins now finds this in the place of its subscription.
        Subscription operation = SUBSCRIPTION.getAndSet(this, Operators.cancelledSubscription());
        if (operation != null) {
            operation.cancel();
        }
        boolean isCancelled = !(operation instanceof AnsweringSubscription answering) || isCancelled(answering);
        if (!ended) {
            throw reason.apply(
                    forRequests
                            ? "; the requests go on"
                            : "; the operation is "
                                    + (isCancelled
                                            ? "cancelled"
                                            : "being cancelled, unless its message has been matched"));
        }
    }

    /** Waits for the answer; false if the operation has ended otherwise, or if none has come. */
    private boolean isCancelled(AnsweringSubscription operation) {
        long end = nowNanos() + MOST_NANOS_FOR_AN_ANSWER;
        long left = MOST_NANOS_FOR_AN_ANSWER;
        Disposable alarm = alarmAfter(left);
        try {
            if (!isRealTime()) {
                // The rank may have no other thread that could answer.
                engine.drive(new Answer(operation, end));
                left = end - nowNanos();
            }
            while (!ended && left > 0) {
                if (cancelled || operation.endsAsCancelled()) {
                    return true;
                }
                park(left);
                // Which would keep it from waiting; the caller sets it again.
                Thread.interrupted();
                left = end - nowNanos();
            }
            return false;
        } finally {
            end(alarm);
        }
    }

    /** For what a thread drives the loop that has given its operation up. */
    private final class Answer implements Engine.Drive {

        private final AnsweringSubscription operation;
        private final long endNanos;

        Answer(AnsweringSubscription operation, long endNanos) {
            this.operation = operation;
            this.endNanos = endNanos;
        }

        @Override
        public void begin() {
            // It is cancelled already.
        }

        @Override
        public boolean hasEnded() {
            return ended || cancelled || operation.endsAsCancelled();
        }

        @Override
        public boolean givesUp() {
            return endNanos - nowNanos() <= 0;
        }
    }

    @Override
    public void onCancelled() {
        cancelled = true;
        LockSupport.unpark(waiter);
    }

    @Override
    public void onSubscribe(Subscription subscription) {
        if (Operators.setOnce(SUBSCRIPTION, this, subscription)) {
            subscription.request(Long.MAX_VALUE);
        }
    }

    @Override
    public boolean isQuiet() {
        return isWaitedFor();
    }

    @Override
    public boolean isWaitedFor() {
        return Thread.currentThread() == waiter;
    }

    @Override
    public void onNext(T value) {
        this.value = value;
    }

    @Override
    public void onError(Throwable error) {
        this.error = error;
        end();
    }

    @Override
    public void onComplete() {
        end();
    }

    @Override
    public boolean isReleased() {
        return ended;
    }

    @Override
    public boolean isOf(Scheduler scheduler) {
        return engine.scheduler() == scheduler;
    }

    private void end() {
        ended = true;
        if (Thread.currentThread() != waiter) {
            LockSupport.unpark(waiter);
        }
    }
}
