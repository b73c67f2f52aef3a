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
 * begins in each round, so that a machine that slows down or speeds up treats all alike.
 */
final class Contest {

    private static final int STARTS = 3;

    private final List<Contender> contenders;
    private final Selection selection;
    private final UndisturbedRuns runs;
    private final PrintStream log;
    private final Results results;
    private boolean flawless = true;

    Contest(
            List<? extends Contender> contenders,
            Selection selection,
            UndisturbedRuns runs,
            Results results,
            PrintStream log) {
        this.contenders = List.copyOf(contenders);
        this.selection = selection;
        this.runs = runs;
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
        for (Transport transport : selection.transports()) {
            order.forEach(contender -> tasks.addAll(contender.layouts(transport, selection)));
        }
        for (Transport transport : selection.transports()) {
            order.forEach(contender -> tasks.addAll(contender.bindings(transport, selection)));
        }
        for (Transport transport : selection.transports()) {
            order.forEach(contender -> tasks.addAll(contender.windows(transport, selection)));
        }
        addCollectives(order, tasks);
        if (selection.has(Part.RING)) {
            addRings(order, tasks);
        }
        for (int i = 0; i < STARTS && selection.has(Part.START); i++) {
            order.forEach(contender -> tasks.addAll(contender.starts()));
        }
        return tasks;
    }

    private void addCollectives(List<Contender> order, List<Task> tasks) {
        for (int ranks : selection.collectiveRanks()) {
            for (Transport transport : selection.transports()) {
                order.forEach(contender -> tasks.addAll(contender.collectives(transport, selection, ranks)));
            }
        }
    }

    private void addRings(List<Contender> order, List<Task> tasks) {
        for (Transport transport : selection.transports()) {
            for (int ranks : selection.ringRanks()) {
                order.forEach(contender -> tasks.addAll(contender.rings(transport, selection, ranks)));
            }
        }
    }

    private void run(Task task, String what) throws IOException, InterruptedException {
        try {
            Outcome outcome = runs.of(task, what);
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
