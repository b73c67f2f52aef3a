package org.reactivempi.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.opentest4j.AssertionFailedError;
import org.reactivempi.testkit.RunResult.Outcome;
import org.reactivempi.transport.sim.Choice;
import org.reactivempi.transport.sim.Choice.Kind;
import org.reactivempi.transport.sim.Decision;
import org.reactivempi.transport.sim.RunPlan;
import org.reactivempi.transport.sim.RunPlan.Decided;
import reactor.core.Scannable;
import reactor.core.publisher.Hooks;
import reactor.core.publisher.Mono;

/**
 * A run that is wrong, on the way to its report.
 *
 * <pre>
 *  the same again? --no--&gt; not repeatable: the first difference
 *       | yes
 *  fewer choices, as long as it is wrong all the same --&gt; none can be left out
 *       |
 *  what is wrong, the choices, the first difference from the plain run, and the line that repeats it
 * </pre>
 */
final class FailedRun {

    private static final int MOST_RUNS = 400;
    private static final int MOST_LOG_LINES = 10;
    private static final int MOST_TRACE_LINES = 6;

    private final Function<RunPlan, RunResult> job;
    private final RunPlan plain;
    private int runs;
    /** Whether nothing can be left out of the choices that are told. */
    private boolean isSmallest;

    /** {@code plain} is the plan of which failing ones differ by their seed and choices. */
    FailedRun(Function<RunPlan, RunResult> job, RunPlan plain) {
        this.job = job;
        this.plain = plain;
    }

    /** What to throw; {@code number} is which of {@code all} runs it is. */
    AssertionFailedError explain(RunResult failed, int number, int all) {
        RunResult again = run(failed.plan());
        if (again.trace().hash() != failed.trace().hash() || again.outcome() != failed.outcome()) {
            return notRepeatable(failed, number);
        }
        RunResult smallest = smallest(failed);
        return report(failed, smallest, number, all);
    }

    private RunResult run(RunPlan plan) {
        runs++;
        return job.apply(plan);
    }

    // ---- Not the same again

    private AssertionFailedError notRepeatable(RunResult failed, int number) {
        RunResult one = run(failed.plan().keepsTrace(true));
        RunResult other = run(failed.plan().keepsTrace(true));
        String first = difference("the first time", one, "the second time", other)
                .orElse("the next two were the same, to the last of their "
                        + one.trace().events() + " events");
        return new AssertionFailedError(
                "run " + number
                        + " is not repeatable, so it depends on something that is not simulated, such as a clock, a"
                        + " random number, the order of a HashMap, or a static field\n  it has ended as "
                        + failed.outcome() + ": " + failed.words() + "\n  " + first,
                failed.cause());
    }

    private static Optional<String> difference(String here, RunResult one, String there, RunResult other) {
        List<String> lines = one.trace().lines();
        List<String> others = other.trace().lines();
        int first = 0;
        while (first < lines.size() && first < others.size() && lines.get(first).equals(others.get(first))) {
            first++;
        }
        return first == lines.size() && first == others.size()
                ? Optional.empty()
                : Optional.of("they differ from event " + (first + 1) + " on:" + from(first, here, lines)
                        + from(first, there, others));
    }

    /** The trace of one run, from an event on. */
    private static String from(int first, String whose, List<String> lines) {
        String shown = lines.stream()
                .skip(first)
                .limit(MOST_TRACE_LINES)
                .map(line -> "\n      " + line)
                .collect(Collectors.joining());
        int more = lines.size() - first - MOST_TRACE_LINES;
        return "\n    " + whose + (shown.isEmpty() ? "\n      nothing more" : shown)
                + (more > 0 ? "\n      and " + more + " more" : "");
    }

    // ---- Smaller

    /** What waits for decisions in a run that has these choices only. */
    static Decided decided(Set<Choice> choices) {
        Set<Kind> kinds = choices.stream().map(Choice::kind).collect(Collectors.toSet());
        if (kinds.contains(Kind.ARRIVE)) {
            return Decided.ARRIVALS;
        }
        return kinds.isEmpty() || kinds.contains(Kind.MATCH) || kinds.contains(Kind.HOLD)
                ? Decided.MATCHES
                : Decided.NOTHING;
    }

    /**
     * Leaves out parts of the choices, halves first, then smaller ones, until nothing can be left out: delta debugging. What is least told of
     * comes last in the order of choices, and is left out first.
     */
    private RunResult smallest(RunResult failed) {
        List<Choice> choices = new ArrayList<>(choicesOf(failed));
        Optional<RunResult> whole = failing(failed, choices);
        if (whole.isEmpty()) {
            return failed;
        }
        RunResult smallest = whole.get();
        isSmallest = choices.isEmpty();
        int parts = 1;
        while (runs < MOST_RUNS && !choices.isEmpty() && !isSmallest) {
            int length = Math.max(1, choices.size() / parts);
            Optional<RunResult> smaller = Optional.empty();
            for (int end = choices.size(); end > 0 && smaller.isEmpty() && runs < MOST_RUNS; end -= length) {
                List<Choice> rest = new ArrayList<>(choices);
                rest.subList(Math.max(0, end - length), end).clear();
                smaller = failing(failed, rest);
                if (smaller.isPresent()) {
                    choices = rest;
                    smallest = smaller.get();
                }
            }
            if (smaller.isPresent()) {
                parts = Math.max(1, parts - 1);
            } else {
                isSmallest = length == 1 && runs < MOST_RUNS;
                parts = Math.min(choices.size(), parts * 2);
            }
        }
        return smallest;
    }

    /** Where it is decided in which order things reach ranks, and by none of these choices: by all that was decided so. */
    private static Set<Choice> choicesOf(RunResult failed) {
        Set<Choice> choices = new TreeSet<>(failed.deviations());
        if (failed.plan().decided() == Decided.ARRIVALS && decided(choices) != Decided.ARRIVALS) {
            failed.decisions().stream()
                    .map(Decision::choice)
                    .filter(choice -> choice.kind() == Kind.ARRIVE)
                    .forEach(choices::add);
        }
        return choices;
    }

    private Optional<RunResult> failing(RunResult failed, List<Choice> choices) {
        Set<Choice> only = new TreeSet<>(choices);
        RunResult result = run(plain.with(failed.plan().seed(), only, decided(only)));
        return isSame(result, failed) ? Optional.of(result) : Optional.empty();
    }

    /** Whether two runs are wrong in the same way: a rank that fails for another reason is another mistake. */
    private static boolean isSame(RunResult one, RunResult other) {
        return one.outcome() == other.outcome() && Objects.equals(cause(one), cause(other));
    }

    private static @Nullable Class<?> cause(RunResult failed) {
        Throwable cause = failed.cause();
        return cause == null ? null : cause.getClass();
    }

    // ---- The report

    private AssertionFailedError report(RunResult failed, RunResult smallest, int number, int all) {
        StringBuilder text = new StringBuilder();
        text.append("run ").append(number).append(" of ").append(all).append(", ");
        text.append(kind(failed.outcome())).append(": ").append(smallest.words());
        Set<Choice> only = smallest.plan().only();
        Set<Choice> needed = new TreeSet<>(only == null ? smallest.deviations() : only);
        if (needed.isEmpty()) {
            text.append("\n  so it is in the plain run, in which nothing is late");
        } else {
            text.append(
                    isSmallest
                            ? "\n  each of these is needed for it:"
                            : "\n  these make it so, of which some may not be needed:");
            needed.forEach(choice ->
                    text.append("\n    ").append(choice.code()).append("  ").append(choice.inWords()));
            appendDifference(text, smallest);
        }
        List<String> log = smallest.log().stream()
                .filter(line -> !smallest.words().contains(line.strip()))
                .toList();
        if (!log.isEmpty()) {
            text.append("\n  the ranks have logged:");
            log.stream()
                    .skip(Math.max(0, log.size() - MOST_LOG_LINES))
                    .forEach(line -> text.append("\n    ").append(line.replace("\n", "\n    ")));
        }
        text.append("\n  again with: .seed(").append(smallest.plan().seed()).append("L)");
        if (only != null) {
            text.append(needed.stream()
                    .map(choice -> '"' + choice.code() + '"')
                    .collect(Collectors.joining(", ", ".only(", ")")));
        }
        return new AssertionFailedError(text.toString(), smallest.cause());
    }

    private static String kind(Outcome outcome) {
        return switch (outcome) {
            case FAILED -> "a rank fails";
            case DEADLOCK -> "a deadlock";
            case LEFT -> "something is left";
            case HANGS -> "no end";
            case FINE, INFEASIBLE -> throw new IllegalArgumentException(outcome + " is not wrong");
        };
    }

    /** From the run that goes the plain way, where that is right. */
    private void appendDifference(StringBuilder text, RunResult smallest) {
        Decided decided = smallest.plan().decided() == Decided.ARRIVALS ? Decided.ARRIVALS : Decided.MATCHES;
        RunResult usual =
                run(plain.with(smallest.plan().seed(), Set.of(), decided).keepsTrace(true));
        if (usual.isFailure()) {
            return;
        }
        RunResult here = withLines(smallest.plan().keepsTrace(true));
        race(usual, here).ifPresent(race -> text.append("\n  ").append(race));
        difference("here", here, "in the plain run", usual)
                .ifPresent(difference -> text.append("\n  ").append(difference));
    }

    /** Operations know their line of the program meanwhile, which costs time. */
    private RunResult withLines(RunPlan plan) {
        boolean isKnown = isLineKnown();
        Hooks.onOperatorDebug();
        try {
            return run(plan);
        } finally {
            if (!isKnown) {
                Hooks.resetOnOperatorDebug();
            }
        }
    }

    /** Whether the program has Reactor do that anyway. */
    private static boolean isLineKnown() {
        return Scannable.from(Mono.just(0).hide()).getClass().getSimpleName().contains("OnAssembly");
    }

    /** The first decision that was another one. */
    private static Optional<String> race(RunResult usual, RunResult here) {
        for (Decision decision : here.decisions()) {
            Optional<Decision> other = usual.decisions().stream()
                    .filter(each -> each.kind() == decision.kind()
                            && each.rank() == decision.rank()
                            && each.nth() == decision.nth())
                    .findFirst();
            boolean differs = other.isPresent() && !other.get().choice().equals(decision.choice());
            if (differs) {
                return Optional.of(race(decision, other.get()));
            }
        }
        return Optional.empty();
    }

    private static String race(Decision here, Decision usual) {
        String one = here.got().words();
        String other = usual.got().words();
        return here.kind() == Kind.MATCH
                ? "a race: " + here.what() + " of rank " + here.rank() + " has got " + one + " here, and " + other
                        + " in the plain run"
                : "a race: first at rank " + here.rank() + " is " + one + " here, and " + other + " in the plain run";
    }
}
