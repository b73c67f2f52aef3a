package org.reactivempi.benchmarks.peers;

import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.reactivempi.examples.results.Row;

/**
 * All contenders in turns, as often as there are rounds. Each transport's runs stand side by side, and another contender
 * begins in each round, so that a machine that slows down or speeds up treats all alike. A run that ends with the cores far
 * apart, which says more of the host than of the contender, is repeated, whichever contender's it is.
 */
final class Contest {

    private static final int STARTS = 3;
    private static final int ATTEMPTS = 6;
    private static final int LOOKS = 20;
    private static final long LOOK_EVERY_MILLIS = 200;

    private final List<Contender> contenders;
    private final Selection selection;
    private final Processes processes;
    private final Cores cores;
    private final PrintStream log;
    private final Results results;
    private boolean flawless = true;

    Contest(
            List<? extends Contender> contenders,
            Selection selection,
            Processes processes,
            Cores cores,
            Results results,
            PrintStream log) {
        this.contenders = List.copyOf(contenders);
        this.selection = selection;
        this.processes = processes;
        this.cores = cores;
        this.results = results;
        this.log = log;
    }

    /**
     * Runs all rounds; a task that fails is told and left out.
     *
     * @return whether all tasks have given results
     */
    boolean run(int rounds) throws IOException, InterruptedException {
        for (int round = 0; round < rounds; round++) {
            for (Task task : tasks(round)) {
                run(task, String.format(Locale.ROOT, "round %d of %d: %s", round + 1, rounds, task.title()));
            }
        }
        return flawless;
    }

    /** A round's tasks in their order. */
    List<Task> tasks(int round) {
        List<Contender> order = new ArrayList<>(contenders);
        Collections.rotate(order, -round);
        List<Task> tasks = new ArrayList<>();
        for (Transport transport : selection.transports()) {
            order.forEach(contender -> tasks.addAll(contender.pairs(transport, selection)));
        }
        if (selection.has(Part.RING)) {
            addRings(order, tasks);
        }
        for (int i = 0; i < STARTS && selection.has(Part.START); i++) {
            order.forEach(contender -> tasks.addAll(contender.starts()));
        }
        return tasks;
    }

    private void addRings(List<Contender> order, List<Task> tasks) {
        for (Transport transport : selection.transports()) {
            for (int ranks : selection.ringRanks()) {
                order.forEach(contender -> tasks.addAll(contender.rings(transport, selection, ranks)));
            }
        }
    }

    private Outcome runNear(Task task, String what) throws TaskFailure, IOException, InterruptedException {
        for (int attempt = 1; attempt < ATTEMPTS; attempt++) {
            awaitNear();
            Outcome outcome = processes.run(task.command(), task.environment());
            if (cores.areNear()) {
                return outcome;
            }
            log.println(what + ", repeated: the cores stood far apart");
        }
        return processes.run(task.command(), task.environment());
    }

    private void awaitNear() throws IOException, InterruptedException {
        for (int i = 0; i < LOOKS && !cores.areNear(); i++) {
            Thread.sleep(LOOK_EVERY_MILLIS);
        }
    }

    private void run(Task task, String what) throws IOException, InterruptedException {
        try {
            Outcome outcome = runNear(task, what);
            List<Row> rows = task.reading().apply(outcome);
            if (rows.isEmpty()) {
                throw new TaskFailure("printed no results");
            }
            results.addAll(rows);
            results.save();
            log.printf(Locale.ROOT, "%s, %.1f s%n", what, outcome.wallMillis() / 1000);
        } catch (TaskFailure e) {
            flawless = false;
            log.println(what + " " + e.getMessage());
        }
    }
}
