package org.reactivempi.testkit;

import io.netty.util.concurrent.MockTicker;
import io.netty.util.concurrent.Ticker;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntSupplier;
import org.reactivempi.Settings;
import org.reactivempi.transport.engine.platform.JvmThreads;
import org.reactivempi.transport.engine.platform.Program;
import org.reactivempi.transport.engine.platform.SystemPlatform;
import org.reactivempi.transport.engine.progress.ProgressLoop;
import org.reactivempi.transport.engine.progress.ProgressScheduler;
import reactor.core.publisher.Mono;

/**
 * The time of some ranks in a test: it stands still until the test moves it, so that hours of silence pass in moments, and nothing
 * depends on how fast the machine is.
 *
 * <pre>
 *  time  ---stands---|== advance(1 s) ==|---stands---|== until(something ends) ==|---stands---
 *  ranks ============================= work all the time =====================================
 * </pre>
 * The ranks have their own threads and channels as always. All their timers are of this time: heartbeats, time limits of connections and
 * of blocking calls, the search for deadlocks, and what is scheduled on {@link org.reactivempi.Session#scheduler()}. Time moves in
 * steps, to what is due next. After each of them all ranks do what has become due, hear what others have sent because of that, and threads
 * that have been woken run, as do the library's own that ranks have given something to, before the next step: where one is slow, time waits for it. So a rank takes no other one for dead because the
 * machine is busy. Timers of Reactor's own schedulers,
 * as in {@code Mono.delay(oneSecond)}, stay on the real clock; give them the session's scheduler.
 *
 * <pre>{@code
 * @MpiTest(virtualTime = true)
 * void asksForTenMinutesAtMost(Ranks ranks) {
 *     Mono<Message> answer = ranks.world(0).receive(1, 0).timeout(Duration.ofMinutes(10), ranks.session(0).scheduler());
 *     StepVerifier.create(answer)
 *             .then(() -> ranks.time().advance(Duration.ofMinutes(10), Duration.ofSeconds(1)))
 *             .verifyError(TimeoutException.class);
 * }
 * }</pre>
 *
 * <p>Any thread may call, one at a time.
 *
 * @since 0.1
 */
public final class VirtualTime {

    /** The smallest of the library's own times in tests are some steps long; what ranks do at about the same time is one step. */
    private static final Duration STEP = Duration.ofMillis(5);

    /**
     * So many rounds without activity are rest: what a rank has done in its turn it sends at the end of the turn, which may be after the next
     * turn of the other one. It is before the one after that.
     */
    private static final int QUIET_ROUNDS = 2;

    /** Ranks that never rest, such as ranks that repeat something without waiting, must not keep time from passing. */
    private static final int MOST_ROUNDS = 12;

    /** So many times ranks are given their rounds before that is a loop without an end. */
    private static final int MOST_RESTS = 100;

    /** So many rounds time waits for a thread that computes; it may go on for ever. */
    private static final int MOST_COMPUTING_ROUNDS = 4;

    /** By which this makes a loop turn. */
    private static final int TASKS_PER_TURN = 2;

    /** So long a rank may be busy in reality before that is a hang. */
    private static final Duration LONGEST_TURN = Duration.ofSeconds(60);

    private static final String THREAD = "virtual-time";

    private static final Instant BEGIN = Instant.parse("2000-01-01T00:00:00Z");

    private final MockTicker ticker = Ticker.newMockTicker();
    private final List<ProgressLoop> loops = new CopyOnWriteArrayList<>();

    private final List<ProgressScheduler> schedulers = new CopyOnWriteArrayList<>();

    /** How often code of the program had run on the ranks' threads when all others had last had their turn; -1 if that is not known. */
    private long actsBefore = -1;

    /** How many tasks were only to make loops turn. */
    private long turned;

    private VirtualTime() {}

    /**
     * A time that stands at its beginning.
     *
     * @return for the ranks of one test
     */
    public static VirtualTime create() {
        return new VirtualTime();
    }

    /** The time of the ranks that have these settings, if it is a virtual one. */
    static Optional<VirtualTime> of(Settings settings) {
        return settings.attached(VirtualTime.class);
    }

    /**
     * Gives this time to the ranks that are started with the settings.
     *
     * @param settings of the ranks' sessions
     * @return a changed copy
     */
    public Settings in(Settings settings) {
        return settings.attach(this).attach(new TurnedPlatform());
    }

    /**
     * How much time has passed.
     *
     * @return since the beginning
     */
    public Duration now() {
        return Duration.ofNanos(ticker.nanoTime());
    }

    /**
     * Lets time pass, in steps of 5 ms, or longer ones where nothing is due before.
     *
     * @param time how much, zero or more
     * @throws AssertionError where a rank does not get on
     */
    public void advance(Duration time) {
        advance(time, STEP);
    }

    /**
     * Lets time pass in steps of at least another length, which saves real time where much is to pass: whatever is due within a step is done
     * at its end.
     *
     * @param time how much, zero or more
     * @param step the length of a step, above zero
     * @throws AssertionError where a rank does not get on
     */
    public void advance(Duration time, Duration step) {
        if (time.isNegative() || step.isNegative() || step.isZero()) {
            throw new IllegalArgumentException(
                    "time " + time + " in steps of " + step + ": zero or more, and above zero");
        }
        Duration end = now().plus(time);
        try (Flow flow = new Flow(step, end, false)) {
            flow.await();
        }
    }

    /**
     * Lets time pass until something has ended, but no longer than an hour.
     *
     * @param wanted subscribed at once
     * @param <T> what it gives
     * @return what it has given, empty if it has completed without
     * @throws AssertionError where it has not ended after an hour of this time, or a rank does not get on
     */
    public <T> Optional<T> until(Mono<T> wanted) {
        return until(wanted, Duration.ofHours(1));
    }

    /**
     * Lets time pass until something has ended.
     *
     * @param wanted subscribed at once
     * @param longest how much time may pass
     * @param <T> what it gives
     * @return what it has given, empty if it has completed without
     * @throws AssertionError where it has not ended when that time has passed, or a rank does not get on
     */
    public <T> Optional<T> until(Mono<T> wanted, Duration longest) {
        CompletableFuture<Optional<T>> given = new CompletableFuture<>();
        wanted.map(Optional::of)
                .defaultIfEmpty(Optional.empty())
                .subscribe(given::complete, given::completeExceptionally);
        try (Flow flow = new Flow(STEP, now().plus(longest), true)) {
            given.whenComplete((value, error) -> flow.end());
            flow.await();
        }
        if (!given.isDone()) {
            throw new AssertionError("it has not ended within " + longest + " of virtual time");
        }
        return Mono.fromFuture(given).blockOptional().orElseThrow();
    }

    /**
     * Waits until all has happened that can happen without time: ranks have done what is due, messages have come, and threads that have
     * been woken have run. What has not happened then does not happen before time passes or somebody acts.
     *
     * @throws AssertionError where a rank does not get on, or does something again and again
     */
    public void settle() {
        advance(Duration.ZERO);
    }

    /**
     * Lets time pass while something is done that waits by itself, such as a {@code StepVerifier}, or what starts and ends ranks.
     *
     * @param work done by the calling thread
     * @throws AssertionError where a rank does not get on
     */
    public void during(Runnable work) {
        Flow flow = new Flow(STEP, now().plus(Duration.ofDays(1)), true);
        try (flow) {
            work.run();
        } catch (Throwable thrown) {
            // It may have waited for time that did not pass.
            flow.failure().ifPresent(thrown::addSuppressed);
            throw thrown;
        }
        flow.failure().ifPresent(failure -> {
            throw failure;
        });
    }

    /** A thread that moves the time, up to some end, for as long as it is wanted. */
    private final class Flow implements AutoCloseable {

        private final CompletableFuture<Void> over = new CompletableFuture<>();
        private final Thread thread;
        /** Whether it is for something to end, and not for its own sake. */
        private final boolean waits;

        private volatile boolean ends;

        private Flow(Duration step, Duration end, boolean waits) {
            this.waits = waits;
            thread = new Thread(JvmThreads.root(), () -> run(step, end), THREAD);
            thread.setDaemon(true);
            thread.start();
        }

        private void run(Duration step, Duration end) {
            try {
                // Meanwhile the test has done something.
                actsBefore = -1;
                long next = now().compareTo(end) < 0 ? rest() : settled();
                while (!ends && now().compareTo(end) < 0) {
                    long left = end.minus(now()).toNanos();
                    long pause =
                            next < 0 ? withoutTimer(step, left) : Math.max(step.toNanos(), next - ticker.nanoTime());
                    ticker.advance(Math.min(pause, left), TimeUnit.NANOSECONDS);
                    next = rest();
                }
                over.complete(null);
            } catch (Throwable failure) {
                if (ends && failure instanceof InterruptedException) {
                    over.complete(null);
                } else {
                    over.completeExceptionally(failure);
                }
            }
        }

        /** Where no time is to pass, nothing else is done for but that all have come to rest. */
        private long settled() throws InterruptedException {
            for (int rests = 0; rests < MOST_RESTS; rests++) {
                long next = rest();
                if (ends || next != ticker.nanoTime()) {
                    return next;
                }
            }
            throw new AssertionError("the ranks do not come to rest: one of them does something again and again");
        }

        /** What is waited for comes from elsewhere, if it comes, such as a thread that ends: then all the time must not be over at once. */
        private long withoutTimer(Duration step, long left) {
            if (!waits) {
                return left;
            }
            LockSupport.parkNanos(STEP.toNanos());
            return step.toNanos();
        }

        void end() {
            ends = true;
        }

        /** The calling thread sleeps without a limit: by itself it does nothing. */
        void await() {
            try {
                over.get();
            } catch (ExecutionException failed) {
                throw standing(failed);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new AssertionError("interrupted while virtual time passes", e);
            }
        }

        /** Why time did not pass that should have, if so. After the end. */
        Optional<AssertionError> failure() {
            try {
                over.join();
                return Optional.empty();
            } catch (CompletionException failed) {
                return Optional.of(standing(failed));
            }
        }

        private static AssertionError standing(Exception failed) {
            return new AssertionError("virtual time does not pass: " + failed.getCause(), failed);
        }

        @Override
        public void close() {
            ends = true;
            thread.interrupt();
            boolean interrupted = Thread.interrupted();
            while (thread.isAlive()) {
                try {
                    thread.join();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /**
     * All that is due is done, and what others have sent because of it has been read, and answered, and so on; threads that have been woken
     * have run, and what they have started because of that is done as well.
     *
     * @return when the next timer is due, in nanoseconds, or now where there is still something to do; -1 if there is none
     */
    private long rest() throws InterruptedException {
        Turns before = Turns.NONE;
        int quietRounds = 0;
        for (int round = 0; round < MOST_ROUNDS && quietRounds < QUIET_ROUNDS; round++) {
            boolean isDelivered = SystemQueues.areEmpty();
            boolean haveRun = letThreadsRun();
            ProgramThreads.letHelpersRun();
            Turns now = turnAll();
            boolean isQuiet = isDelivered
                    && haveRun
                    && now.activity() == before.activity()
                    && !(round < MOST_COMPUTING_ROUNDS && ProgramThreads.anyComputes());
            quietRounds = isQuiet ? quietRounds + 1 : 0;
            before = now;
        }
        return quietRounds == QUIET_ROUNDS ? before.nextTimer() : ticker.nanoTime();
    }

    /** Threads that code of the program may have woken run; returns whether there were none. */
    private boolean letThreadsRun() throws InterruptedException {
        long acts = schedulers.stream().mapToLong(ProgressScheduler::acts).sum();
        if (acts == actsBefore) {
            return true;
        }
        actsBefore = acts;
        ProgramThreads.wakeAll();
        return false;
    }

    /** A turn of each rank. */
    private Turns turnAll() throws InterruptedException {
        for (ProgressLoop loop : loops) {
            if (loop.isShuttingDown()) {
                loop.terminationFuture().await(LONGEST_TURN.toSeconds(), TimeUnit.SECONDS);
            }
        }
        List<CompletableFuture<Turns>> turns = loops.stream()
                .filter(loop -> loop.hasBegun() && !loop.isShuttingDown())
                .map(this::turn)
                .toList();
        Turns all = Turns.NONE;
        for (CompletableFuture<Turns> turn : turns) {
            all = all.and(await(turn));
        }
        turned += TASKS_PER_TURN * turns.size();
        return new Turns(all.activity() - turned, all.nextTimer());
    }

    /** A timer that is due at once comes in the next turn, after input, and after all others that are due. */
    private CompletableFuture<Turns> turn(ProgressLoop loop) {
        CompletableFuture<Turns> done = new CompletableFuture<>();
        try {
            loop.execute(() -> loop.schedule(() -> {}, 0, TimeUnit.NANOSECONDS)
                    .addListener(end -> done.complete(new Turns(loop.activity(), loop.nextTimerNanos()))));
        } catch (RejectedExecutionException ended) {
            done.complete(Turns.NONE);
        }
        return done;
    }

    /**
     * What turns of some ranks have come to.
     *
     * @param activity how much the ranks have done so far
     * @param nextTimer when the next of their timers is due, in nanoseconds; -1 if there is none
     */
    private record Turns(long activity, long nextTimer) {

        static final Turns NONE = new Turns(0, -1);

        Turns and(Turns other) {
            // As unsigned numbers, -1 is the largest.
            boolean isFirst = Long.compareUnsigned(nextTimer, other.nextTimer) < 0;
            return new Turns(activity + other.activity, isFirst ? nextTimer : other.nextTimer);
        }
    }

    private static Turns await(CompletableFuture<Turns> turn) throws InterruptedException {
        try {
            return turn.get(LONGEST_TURN.toSeconds(), TimeUnit.SECONDS);
        } catch (TimeoutException | ExecutionException e) {
            throw new AssertionError("a rank has not come to its next turn for " + LONGEST_TURN.toSeconds() + " s", e);
        }
    }

    /** The machine's threads and chance, and this time. */
    private final class TurnedPlatform extends SystemPlatform {

        TurnedPlatform() {
            super(VirtualTime.this.ticker, () -> BEGIN.plus(VirtualTime.this.now()));
        }

        @Override
        public ProgressLoop loop(LoopRequest request) {
            ProgressLoop loop = super.loop(request);
            // What comes of a connection takes some turns before the first bytes of the peer are there.
            loop.countEvents();
            loops.add(loop);
            loop.terminationFuture().addListener(ended -> loops.remove(loop));
            return loop;
        }

        @Override
        public Program program(Object job, ProgressScheduler scheduler, IntSupplier tasks) {
            schedulers.add(scheduler);
            return new TurnedProgram(super.program(job, scheduler, tasks));
        }

        /** Not one that looks by a real clock whether a loop is stuck. */
        @Override
        public boolean hasThreads() {
            return false;
        }
    }
}
