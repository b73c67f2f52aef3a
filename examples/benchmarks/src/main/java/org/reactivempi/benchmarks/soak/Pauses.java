package org.reactivempi.benchmarks.soak;

import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.reactivempi.ExitException;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Stops some rank for a while, again and again: all its threads, as a host does that has no time for it.
 *
 * <p>A process of its own wakes the rank again, since the rank that wants it may be the one that is stopped.
 */
final class Pauses {

    private static final String STOP = "trap '' INT TERM; kill -STOP $0 && sleep $1; kill -CONT $0";
    private static final int LONGEST_SECONDS = 4;

    private final long[] processes;
    private final Duration every;
    private final Random random;
    private final AtomicLong count = new AtomicLong();

    Pauses(long[] processes, Duration every, long seed) {
        this.processes = processes.clone();
        this.every = every;
        this.random = new Random(seed);
    }

    /** Completes never; fails if a process cannot be stopped. Nothing happens where ranks are threads. */
    Mono<Void> run() {
        if (every.isZero() || Arrays.stream(processes).distinct().count() < processes.length) {
            return Mono.never();
        }
        return Flux.interval(every)
                .onBackpressureDrop()
                .concatMap(tick -> Mono.fromRunnable(this::pause))
                .then();
    }

    private void pause() {
        long process = processes[random.nextInt(processes.length)];
        int seconds = 1 + random.nextInt(LONGEST_SECONDS);
        try {
            new ProcessBuilder("sh", "-c", STOP, Long.toString(process), Integer.toString(seconds))
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            count.incrementAndGet();
        } catch (IOException e) {
            throw new ExitException(1, "soak: cannot stop a rank: " + e.getMessage());
        }
    }

    long count() {
        return count.get();
    }
}
