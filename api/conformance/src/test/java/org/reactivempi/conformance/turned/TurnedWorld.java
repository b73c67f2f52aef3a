package org.reactivempi.conformance.turned;

import io.netty.util.concurrent.MockTicker;
import io.netty.util.concurrent.Ticker;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Communicator;
import org.reactivempi.Settings;
import org.reactivempi.core.session.CoreSession;
import org.reactivempi.core.session.CoreSessionProvider;
import org.reactivempi.transport.bootstrap.InJvmWorld;
import org.reactivempi.transport.engine.platform.Platform;
import org.reactivempi.transport.engine.platform.Program;
import org.reactivempi.transport.engine.progress.ProgressScheduler;
import org.reactivempi.transport.engine.progress.RankLoop;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * Real ranks of a job over the channel {@code local}, all turned by the thread that makes this, on a time that it moves: the order of what
 * happens is chosen, and the same each time.
 *
 * <p>Only that thread may call.
 */
public final class TurnedWorld implements Platform, AutoCloseable {

    /** More turns without an end than any test needs. */
    private static final int MOST_TURNS = 1_000_000;

    private static final Instant BEGIN = Instant.parse("2000-01-01T00:00:00Z");

    private final Thread thread = Thread.currentThread();
    private final MockTicker ticker = Ticker.newMockTicker();
    private final Random order;
    private final List<TurnedLoop> loops = new ArrayList<>();
    private final List<CoreSession> sessions = new ArrayList<>();
    private final List<String> trace = new ArrayList<>();
    /** For limits that hold also where a rank's own loop is stuck. */
    private final TurnedLoop timers = new TurnedLoop(this, () -> {});

    private @Nullable TurnedLoop inside;

    private TurnedWorld(long seed) {
        order = new Random(seed);
    }

    /** A job of {@code size} ranks that have started, which are turned in an order by {@code seed}. */
    public static TurnedWorld of(int size, long seed) {
        return of(size, seed, Settings.create());
    }

    /** The same, with settings. */
    public static TurnedWorld of(int size, long seed, Settings settings) {
        TurnedWorld world = new TurnedWorld(seed);
        InJvmWorld job = InJvmWorld.of(size, Map.of(), Runnable::run, new SplittableRandom(seed));
        Settings all = settings.channel("local").attach(world);
        List<Mono<CoreSession>> starts = IntStream.range(0, size)
                .mapToObj(rank -> CoreSessionProvider.start(job.bootstrap(rank), all))
                .toList();
        List<CoreSession> started = new ArrayList<>();
        List<Throwable> failures = new ArrayList<>();
        starts.forEach(start -> start.subscribe(started::add, failures::add));
        world.turnUntil(() -> started.size() + failures.size() == size);
        failures.forEach(failure -> {
            throw new AssertionError("a rank has not started", failure);
        });
        started.stream()
                .sorted((one, other) ->
                        Integer.compare(one.world().rank(), other.world().rank()))
                .forEach(world.sessions::add);
        return world;
    }

    /** All ranks, as one of them sees them. */
    public Communicator world(int rank) {
        return session(rank).world();
    }

    /** A rank's session. */
    public CoreSession session(int rank) {
        return sessions.get(rank);
    }

    // ---- Turns

    /** Turns one rank once, with so many of its commands; without effect where it has nothing to do. */
    public void turn(int rank, int mostCommands) {
        turn(loops.get(rank), mostCommands);
    }

    /** Which ranks have something to do. */
    public List<Integer> ready() {
        return IntStream.range(0, loops.size())
                .filter(rank -> loops.get(rank).hasWork())
                .boxed()
                .toList();
    }

    /** One turn, of a rank that has something to do, with some of its commands, as the seed has it; false if none has. */
    public boolean step() {
        if (timers.hasWork()) {
            turn(timers, Integer.MAX_VALUE);
            return true;
        }
        List<Integer> ready = ready();
        if (ready.isEmpty()) {
            return false;
        }
        int rank = ready.get(order.nextInt(ready.size()));
        turn(rank, order.nextBoolean() ? 1 : Integer.MAX_VALUE);
        return true;
    }

    /** Turns until no rank has anything to do at this time. */
    public void rest() {
        int turns = 0;
        while (step()) {
            if (turns++ > MOST_TURNS) {
                throw new AssertionError("the ranks don't come to rest");
            }
        }
    }

    /** Turns until something is so, and lets time pass where nobody has anything to do. */
    public void turnUntil(BooleanSupplier end) {
        for (int turns = 0; !end.getAsBoolean(); turns++) {
            if (turns > MOST_TURNS || !step() && !toNextTimer()) {
                throw new AssertionError(
                        "nothing can go on: " + trace.size() + " turns, time " + ticker.nanoTime() + " ns");
            }
        }
    }

    private boolean toNextTimer() {
        long next = nextTimerNanos();
        if (next == Long.MAX_VALUE) {
            return false;
        }
        ticker.advance(Math.max(0, next - ticker.nanoTime()), TimeUnit.NANOSECONDS);
        return true;
    }

    private long nextTimerNanos() {
        return Stream.concat(Stream.of(timers), loops.stream())
                .mapToLong(TurnedLoop::nextTimerNanos)
                .min()
                .orElse(Long.MAX_VALUE);
    }

    /** Lets time pass, with all that becomes due within it. */
    public void advance(Duration time) {
        long end = ticker.nanoTime() + time.toNanos();
        rest();
        while (ticker.nanoTime() < end) {
            long next = nextTimerNanos();
            ticker.advance(Math.min(end, Math.max(next, ticker.nanoTime())) - ticker.nanoTime(), TimeUnit.NANOSECONDS);
            rest();
        }
    }

    /** Lets time pass in which no rank turns: what has become due is done by later turns, among all else that waits. */
    public void skip(Duration time) {
        ticker.advance(time.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** How much time has passed. */
    public Duration now() {
        return Duration.ofNanos(ticker.nanoTime());
    }

    /** Each turn so far: when, which rank, and how many commands it had. */
    public List<String> trace() {
        return trace;
    }

    private void turn(TurnedLoop loop, int mostCommands) {
        trace.add(ticker.nanoTime() + " " + loops.indexOf(loop) + " " + Math.min(mostCommands, loop.pendingTasks()));
        TurnedLoop outer = inside;
        if (outer != null) {
            throw new AssertionError("a turn within a turn");
        }
        inside = loop;
        try {
            loop.turn(mostCommands);
        } finally {
            inside = null;
        }
    }

    boolean isInside(TurnedLoop loop, Thread caller) {
        return inside == loop && caller == thread;
    }

    /** Ends all ranks in order. */
    @Override
    public void close() {
        List<Throwable> failures = new ArrayList<>();
        sessions.forEach(session -> session.close().subscribe(done -> {}, failures::add));
        turnUntil(() -> loops.stream().allMatch(TurnedLoop::isTerminated));
        failures.forEach(failure -> {
            throw new AssertionError("a rank has not closed", failure);
        });
    }

    // ---- What the ranks have from outside

    @Override
    public RankLoop loop(LoopRequest request) {
        TurnedLoop loop = new TurnedLoop(this, request.onEnd());
        loops.add(loop);
        return loop;
    }

    @Override
    public Ticker ticker() {
        return ticker;
    }

    @Override
    public InstantSource clock() {
        return () -> BEGIN.plusNanos(ticker.nanoTime());
    }

    @Override
    public RandomGenerator random(int rank) {
        return new SplittableRandom(rank);
    }

    /** No thread acts but the one that turns. */
    @Override
    public Program program(Object job, ProgressScheduler scheduler, IntSupplier tasks) {
        return () -> scheduler.timers() > 0 ? "a task waits for its time" : null;
    }

    @Override
    public boolean hasThreads() {
        return false;
    }

    @Override
    public Scheduler timer() {
        return Schedulers.fromExecutorService(timers);
    }

    @Override
    public Scheduler worker() {
        return Schedulers.immediate();
    }
}
