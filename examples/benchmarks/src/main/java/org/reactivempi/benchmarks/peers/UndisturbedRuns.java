package org.reactivempi.benchmarks.peers;

import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Optional;

/**
 * Runs that count. One that was disturbed, which says more of the machine than of the contender, is repeated, whichever contender's it is,
 * as long as there is patience.
 */
final class UndisturbedRuns {

    private static final int LOOKS = 20;
    private static final Duration LOOK_EVERY = Duration.ofMillis(200);

    private final Processes processes;
    private final Machine machine;
    private final Patience patience;
    private final PrintStream log;

    UndisturbedRuns(Processes processes, Machine machine, Patience patience, PrintStream log) {
        this.processes = processes;
        this.machine = machine;
        this.patience = patience;
        this.log = log;
    }

    /** Runs a task to the end of a run that counts. */
    Outcome of(Task task, String what) throws TaskFailure, IOException, InterruptedException {
        for (int attempt = 1; ; attempt++) {
            awaitReady();
            Optional<CpuTimes> began = machine.times();
            Outcome outcome = processes.run(task.command(), task.environment());
            Optional<String> disturbance = machine.disturbanceSince(began);
            if (disturbance.isEmpty()) {
                return outcome;
            }
            if (!patience.allows(attempt)) {
                patience.gaveUp();
                log.println(what + ", counts though " + disturbance.get());
                return outcome;
            }
            patience.repeats(Duration.ofMillis(Math.round(outcome.wallMillis())));
            log.println(what + ", repeated: " + disturbance.get());
        }
    }

    private void awaitReady() throws IOException, InterruptedException {
        for (int i = 0; i < LOOKS && !machine.isReady() && !patience.isExhausted(); i++) {
            Thread.sleep(LOOK_EVERY.toMillis());
            patience.lose(LOOK_EVERY);
        }
    }
}
