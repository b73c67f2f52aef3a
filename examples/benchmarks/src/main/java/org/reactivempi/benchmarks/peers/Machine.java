package org.reactivempi.benchmarks.peers;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/**
 * Whether the machine was left to a command while it ran. Nothing of this looks at the command's results, so that none is
 * preferred for what it says.
 */
final class Machine {

    /** Contenders poll on a core each: what others take, they take from them. */
    private static final double MOST_OF_OTHERS = 0.05;

    private final Cores cores;
    private final Path proc;

    /** That with these cores, which tells its times in {@code proc}, if it is one with Linux. */
    Machine(Cores cores, Path proc) {
        this.cores = cores;
        this.proc = proc;
    }

    boolean isReady() throws IOException, InterruptedException {
        return cores.areNear();
    }

    /** The time to compare with at a command's end. */
    Optional<CpuTimes> times() {
        return CpuTimes.read(proc);
    }

    /** What disturbed a command that began at {@code began} and has just ended; nothing if nobody did. */
    Optional<String> disturbanceSince(Optional<CpuTimes> began) throws IOException, InterruptedException {
        Optional<CpuTimes> ended = times();
        double others = began.isPresent() && ended.isPresent() ? ended.get().othersShareSince(began.get()) : 0;
        if (others > MOST_OF_OTHERS) {
            return Optional.of(String.format(Locale.ROOT, "others took %.0f %% of the cores' time", 100 * others));
        }
        return cores.areNear() ? Optional.empty() : Optional.of("the cores stood far apart");
    }
}
