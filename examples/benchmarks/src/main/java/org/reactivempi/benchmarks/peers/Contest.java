package org.reactivempi.benchmarks.peers;

import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.reactivempi.examples.results.Row;

/**
 * All contenders in turns, as often as there are rounds. Each transport's runs stand side by side, and another contender
 * begins in each round, so that a machine that slows down or speeds up treats all alike. A run that was disturbed, which says
 * more of the machine than of the contender, is repeated, whichever contender's it is, as long as there is patience.
 */
final class Contest {

    private static final int STARTS = 3;
    private static final int LOOKS = 20;
    private static final Duration LOOK_EVERY = Duration.ofMillis(200);

    private final List<Contender> contenders;
    private final Selection selection;
    private final Processes processes;
    private final Machine machine;
    private final Patience patience;
    private final PrintStream log;
    private final Results results;
    private boolean flawless = true;

    Contest(
            List<? extends Contender> contenders,
            Selection selection,
            Processes processes,
            Machine machine,
            Patience patience,
            Results results,
            PrintStream log) {
        this.contenders = List.copyOf(contenders);
        this.selection = selection;
        this.processes = processes;
        this.machine = machine;
        this.patience = patience;
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

    private Outcome runUndisturbed(Task task, String what) throws TaskFailure, IOException, InterruptedException {
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

    private void run(Task task, String what) throws IOException, InterruptedException {
        try {
            Outcome outcome = runUndisturbed(task, what);
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
