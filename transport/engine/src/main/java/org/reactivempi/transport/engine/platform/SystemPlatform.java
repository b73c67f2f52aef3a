package org.reactivempi.transport.engine.platform;

import io.netty.util.concurrent.Ticker;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.function.IntSupplier;
import java.util.random.RandomGenerator;
import org.reactivempi.transport.channel.Workers;
import org.reactivempi.transport.engine.progress.ProgressLoop;
import org.reactivempi.transport.engine.progress.ProgressScheduler;
import org.reactivempi.transport.engine.progress.SystemTime;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * The machine's own: a thread for each rank, its chance, and what it knows of other threads; with the clocks that all of its processes
 * share, or with a time that somebody else moves.
 */
public class SystemPlatform implements Platform {

    static final SystemPlatform INSTANCE =
            new SystemPlatform(Ticker.systemTicker(), SystemTime.TICKER, SystemTime::now);

    /** The JDK's generator that goes on by itself; its usual one reads a device each time, for which the progress thread would wait. */
    private static final String GENERATOR = "DRBG";

    private final Ticker timers;
    private final Ticker ticker;
    private final InstantSource clock;

    /** The machine but for its time; timers are of {@code ticker} as well. */
    public SystemPlatform(Ticker ticker, InstantSource clock) {
        this(ticker, ticker, clock);
    }

    private SystemPlatform(Ticker timers, Ticker ticker, InstantSource clock) {
        this.timers = timers;
        this.ticker = ticker;
        this.clock = clock;
    }

    @Override
    public ProgressLoop loop(LoopRequest request) {
        return new ProgressLoop(
                new ProgressLoop.OfRank(request.name(), request.job(), request.rank(), request.onEnd()),
                request.sockets(),
                request.waiting(),
                timers);
    }

    @Override
    public Ticker ticker() {
        return ticker;
    }

    @Override
    public InstantSource clock() {
        return clock;
    }

    /** Slow: it loads the JDK's cryptography, and takes its seed from the system, from which it reads nothing from then on. */
    @Override
    public RandomGenerator random(int rank) {
        try {
            SecureRandom random = SecureRandom.getInstance(GENERATOR);
            random.nextBytes(new byte[1]);
            return random;
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this Java platform has no " + GENERATOR, e);
        }
    }

    @Override
    public Program program(Object job, ProgressScheduler scheduler, IntSupplier tasks) {
        return new JvmThreads(job, scheduler, tasks);
    }

    @Override
    public boolean hasThreads() {
        return true;
    }

    @Override
    public Scheduler timer() {
        return Schedulers.parallel();
    }

    @Override
    public Scheduler worker() {
        return Workers.scheduler();
    }
}
