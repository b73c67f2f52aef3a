package org.reactivempi.transport.tck.traffic;

import io.netty.util.concurrent.Ticker;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import java.util.random.RandomGenerator;
import org.reactivempi.transport.engine.Engine;
import org.reactivempi.transport.engine.diagnosis.Program;
import org.reactivempi.transport.engine.platform.Platform;
import org.reactivempi.transport.engine.progress.ProgressLoop;
import org.reactivempi.transport.engine.progress.ProgressScheduler;
import org.reactivempi.transport.engine.progress.RankLoop;
import reactor.core.scheduler.Scheduler;

/**
 * The machine's time, of which a test can skip some: what is due after ten minutes comes at once, and what is to come before it has ten minutes,
 * however slow the machine is.
 *
 * <pre>
 *  the machine  ---------------------------------------
 *  ranks        -----------------| skip |--------------
 * </pre>
 * Threads, loops and chance are the machine's.
 *
 * @since 0.1
 */
public final class SkippedTime implements Platform {

    private static final Platform MACHINE = Platform.system();

    private final AtomicLong skippedNanos = new AtomicLong();

    private final Ticker ticker = new Ticker() {

        @Override
        public long initialNanoTime() {
            return Ticker.systemTicker().initialNanoTime();
        }

        @Override
        public long nanoTime() {
            return Ticker.systemTicker().nanoTime() + skippedNanos.get();
        }

        @Override
        public void sleep(long time, TimeUnit unit) throws InterruptedException {
            Ticker.systemTicker().sleep(time, unit);
        }
    };

    /** A time of which nothing is skipped yet. */
    public SkippedTime() {}

    /**
     * Skips some time, again and again, until something is so. Each time the ranks turn before the next one, so that whatever is due comes.
     *
     * @param time what is skipped at once
     * @param end whether it is so
     * @param ranks of this time
     */
    public void skipUntil(Duration time, BooleanSupplier end, Engine... ranks) {
        while (!end.getAsBoolean()) {
            skippedNanos.addAndGet(time.toNanos());
            for (Engine rank : ranks) {
                rank.pending().block();
            }
        }
    }

    @Override
    public RankLoop loop(LoopRequest request) {
        return new ProgressLoop(
                request.name(),
                request.job(),
                request.rank(),
                request.sockets(),
                request.waiting(),
                ticker,
                request.onEnd());
    }

    @Override
    public Ticker ticker() {
        return ticker;
    }

    @Override
    public InstantSource clock() {
        return MACHINE.clock();
    }

    @Override
    public RandomGenerator random(int rank) {
        return MACHINE.random(rank);
    }

    @Override
    public Program program(Object job, ProgressScheduler scheduler, IntSupplier tasks) {
        return MACHINE.program(job, scheduler, tasks);
    }

    @Override
    public boolean hasThreads() {
        return MACHINE.hasThreads();
    }

    @Override
    public Scheduler timer() {
        return MACHINE.timer();
    }

    @Override
    public Scheduler worker() {
        return MACHINE.worker();
    }
}
