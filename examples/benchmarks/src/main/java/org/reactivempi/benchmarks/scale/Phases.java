package org.reactivempi.benchmarks.scale;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.reactivempi.Communicator;
import reactor.core.publisher.Mono;

/** What all ranks do one after the other, each beginning at the same virtual time, and how long that takes. */
final class Phases {

    /** More than any of them needs, and than the neighbours of a rank that has died need to notice it. */
    private static final Duration APART = Duration.ofMillis(100);

    private static final long NOT_YET = -1;

    private final int size;
    private final Set<String> weighed;
    private final Map<String, Phase> phases = new LinkedHashMap<>();
    private long originNanos = NOT_YET;
    private long wallNanos = System.nanoTime();

    /** What a phase has taken. */
    static final class Phase {

        private final long beginNanos;
        private long endNanos;
        private long wallNanos;
        private long heapBytes;
        private int ended;

        private Phase(long beginNanos) {
            this.beginNanos = beginNanos;
        }

        /** Until the last rank's end, on virtual time. */
        double micros() {
            return (endNanos - beginNanos) / 1000.0;
        }

        /** The same here. */
        double wallSeconds() {
            return wallNanos / 1e9;
        }

        /** What is alive after it; 0 where that is not weighed. */
        long heapBytes() {
            return heapBytes;
        }
    }

    /**
     * Phases that end on {@code size} ranks; the wall's clock runs from now on.
     *
     * @param weighed after which of them the heap is looked at: a JVM is slow for a while after that
     */
    Phases(int size, String... weighed) {
        this.size = size;
        this.weighed = Set.of(weighed);
    }

    /** When a phase begins, from the begin of the job on; {@code nth} counts from 0. */
    static Duration begin(int nth) {
        return APART.multipliedBy(nth);
    }

    /** Does something as the {@code nth} phase of a rank, whose program has begun. */
    Mono<Void> phase(int nth, String name, Communicator world, Mono<?> work) {
        if (originNanos == NOT_YET) {
            originNanos = now(world);
        }
        return Mono.defer(() -> {
            long beginNanos = originNanos + begin(nth).toNanos();
            Phase phase = phases.computeIfAbsent(name, unused -> new Phase(beginNanos));
            return Mono.delay(Duration.ofNanos(beginNanos - now(world)), world.scheduler())
                    .then(work)
                    .doOnTerminate(() -> end(name, phase, world))
                    .then();
        });
    }

    private void end(String name, Phase phase, Communicator world) {
        phase.endNanos = Math.max(phase.endNanos, now(world));
        phase.ended++;
        if (phase.ended == size) {
            phase.wallNanos = System.nanoTime() - wallNanos;
            if (weighed.contains(name)) {
                System.gc();
                Runtime runtime = Runtime.getRuntime();
                phase.heapBytes = runtime.totalMemory() - runtime.freeMemory();
            }
            wallNanos = System.nanoTime();
        }
    }

    private static long now(Communicator world) {
        return world.scheduler().now(TimeUnit.NANOSECONDS);
    }

    /** What the phase of a name has taken. */
    Phase of(String name) {
        Phase phase = phases.get(name);
        if (phase == null || phase.ended != size) {
            throw new IllegalStateException(
                    "phase " + name + " has ended on " + (phase == null ? 0 : phase.ended) + " of " + size + " ranks");
        }
        return phase;
    }

    /** How long it is since the last phase has ended here. */
    double wallSecondsSince() {
        return (System.nanoTime() - wallNanos) / 1e9;
    }
}
