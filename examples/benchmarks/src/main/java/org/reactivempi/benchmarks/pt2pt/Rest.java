package org.reactivempi.benchmarks.pt2pt;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.function.LongSupplier;
import reactor.core.publisher.Mono;

/** A pause in which a rank's compiler gets the cores, until it has nothing more to do. */
public final class Rest {

    /** The system counts a process's time in steps of 10 ms. */
    private static final Duration LOOK_EVERY = Duration.ofMillis(50);

    private static final long QUIET_NANOS = Duration.ofMillis(10).toNanos();

    private Rest() {}

    /** Ends when this process has hardly run for a moment, or after {@code most}. */
    public static Mono<Void> until(Duration most) {
        return until(most, LOOK_EVERY, Rest::cpuNanos);
    }

    static Mono<Void> until(Duration most, Duration lookEvery, LongSupplier cpuNanos) {
        if (most.isZero()) {
            return Mono.empty();
        }
        return Mono.defer(() -> {
            long looks = Math.max(1, most.dividedBy(lookEvery));
            long[] before = {cpuNanos.getAsLong()};
            return Mono.delay(lookEvery)
                    .map(tick -> {
                        long now = cpuNanos.getAsLong();
                        long used = now - before[0];
                        before[0] = now;
                        return used;
                    })
                    .repeat(looks - 1)
                    .takeUntil(used -> used <= QUIET_NANOS)
                    .then();
        });
    }

    /** Of this process, all its threads together. */
    static long cpuNanos() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }
}
