package org.reactivempi.transport.tck.traffic;

import io.netty.util.concurrent.Ticker;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.reactivempi.transport.engine.platform.SystemPlatform;
import org.reactivempi.transport.engine.port.Engine;
import org.reactivempi.transport.engine.progress.SystemTime;

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
public final class SkippedTime extends SystemPlatform {

    private final Skipping ticker;

    /** A time of which nothing is skipped yet. */
    public SkippedTime() {
        this(new Skipping());
    }

    private SkippedTime(Skipping ticker) {
        super(ticker, SystemTime::now);
        this.ticker = ticker;
    }

    /**
     * Skips some time, again and again, until something is so. Each time the ranks turn before the next one, so that whatever is due comes.
     *
     * @param time what is skipped at once
     * @param end whether it is so
     * @param ranks of this time
     */
    public void skipUntil(Duration time, BooleanSupplier end, Engine... ranks) {
        while (!end.getAsBoolean()) {
            ticker.skippedNanos.addAndGet(time.toNanos());
            for (Engine rank : ranks) {
                rank.pending().block();
            }
        }
    }

    private static final class Skipping implements Ticker {

        private final AtomicLong skippedNanos = new AtomicLong();

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
    }
}
