package org.reactivempi.benchmarks.peers;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Whether the cores stand near each other, as far as one can tell: a host of virtual machines may move them apart at any
 * time, and then everything takes two to ten times as long as before. Measured by a small program in C.
 */
final class Cores {

    /** Between cores of one cache and others there is a factor of five. */
    private static final double FAR = 2.5;

    private final Optional<Path> program;
    private final Processes processes;
    private double leastNanos = Double.POSITIVE_INFINITY;

    /** Measures with {@code program}; where there is none, nobody can tell, and the cores count as near. */
    Cores(Optional<Path> program, Processes processes) {
        this.program = program;
        this.processes = processes;
    }

    /** Whether they stand as near as they ever have since the beginning, or nearly so. */
    boolean areNear() throws IOException, InterruptedException {
        if (program.isEmpty()) {
            return true;
        }
        try {
            double nanos = Double.parseDouble(
                    processes.run(List.of(program.get().toString()), Map.of()).output());
            leastNanos = Math.min(leastNanos, nanos);
            return nanos <= FAR * leastNanos;
        } catch (TaskFailure | NumberFormatException e) {
            return true;
        }
    }
}
