package org.reactivempi.testkit;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.function.Function;
import org.opentest4j.AssertionFailedError;
import org.reactivempi.testkit.RunResult.Outcome;
import org.reactivempi.transport.engine.platform.Matches;
import org.reactivempi.transport.sim.Batches;
import org.reactivempi.transport.sim.Choice;
import org.reactivempi.transport.sim.Choice.Kind;
import org.reactivempi.transport.sim.Decision;
import org.reactivempi.transport.sim.Decision.Candidate;
import org.reactivempi.transport.sim.Decision.Late;
import org.reactivempi.transport.sim.RunPlan;
import org.reactivempi.transport.sim.RunPlan.Decided;

/**
 * The runs of a simulated job, one after the other, until one of them is wrong.
 *
 * <pre>
 *  matches: the plain run --&gt; each source that a receive from any source could have met as well --&gt; from there on, each ...
 *  orders:  the plain run --&gt; each thing that could have reached a rank first as well, where its program can tell --&gt; from there on, each ...
 *  held:    each batch of the plain run arrives only when nothing else goes on
 *  seeds:   times, turns and faults by a seed, for all that is left
 * </pre>
 * A way is what was decided up to some point; what comes after it is found out by the run that goes it. No way is gone twice.
 */
final class Schedules {

    /** Of all runs, so many at most are for matches; of what is left then, so many for orders; and of what is left for batches that are held. */
    private static final double FOR_MATCHES = 0.75;

    private static final double FOR_ORDERS = 0.5;
    private static final double FOR_HELD = 0.5;

    private final Function<RunPlan, RunResult> job;
    private final RunPlan plain;
    private final Limits limits;
    private int runs;
    private int infeasible;
    private int seeds;

    /**
     * What is looked for.
     *
     * @param most how many runs there are in all
     * @param symmetric the ranks whose programs are the same, and don't matter by their numbers
     * @param sameValues whether it does not matter from whom a message comes, where its content is the same
     */
    record Limits(int most, BitSet symmetric, boolean sameValues) {}

    /** Choices that are asked for, and how many of them are not those that come first. */
    private record Way(Set<Choice> choices, int deviations, int number) {}

    Schedules(Function<RunPlan, RunResult> job, RunPlan plain, Limits limits) {
        this.job = job;
        this.plain = plain;
        this.limits = limits;
    }

    /** What was covered; throws what is wrong. */
    Coverage all() {
        Exploration matches = new Exploration(Decided.MATCHES);
        List<Batches> batches = matches.explore(Math.max(1, (int) (limits.most * FOR_MATCHES)));
        Exploration orders = new Exploration(Decided.ARRIVALS);
        orders.explore(runs + (int) ((limits.most - runs) * FOR_ORDERS));
        held(batches);
        bySeed();
        return new Coverage(
                runs,
                matches.outcomes.size(),
                matches.ways.isEmpty(),
                matches.deviations,
                orders.outcomes.size(),
                orders.ways.isEmpty(),
                infeasible,
                seeds);
    }

    private RunResult run(RunPlan plan) {
        runs++;
        RunResult result = job.apply(plan);
        if (result.isFailure()) {
            throw new FailedRun(job, plain).explain(result, runs, limits.most);
        }
        return result;
    }

    // ---- Matches, and orders

    /** The ways that differ in what is decided, those with the fewest deviations from the plain run first. */
    private final class Exploration {

        private final Decided decided;
        private final Set<Set<Choice>> outcomes = new HashSet<>();
        private final Set<Set<Choice>> known = new HashSet<>();
        private final PriorityQueue<Way> ways =
                new PriorityQueue<>(Comparator.comparingInt(Way::deviations).thenComparingInt(Way::number));
        private int deviations;

        Exploration(Decided decided) {
            this.decided = decided;
            add(Set.of(), 0);
        }

        /** Goes ways until all are gone, or there were so many runs in all; returns the batches of the plain run, where that was one of them. */
        List<Batches> explore(int mostRuns) {
            List<Batches> batches = List.of();
            while (runs < mostRuns && !ways.isEmpty()) {
                Way way = ways.remove();
                RunResult result = run(plain.with(plain.seed(), way.choices, decided));
                batches = way.choices.isEmpty() ? result.batches() : batches;
                if (result.outcome() == Outcome.INFEASIBLE) {
                    infeasible++;
                } else {
                    deviations = Math.max(deviations, way.deviations);
                    outcomes.add(choices(result.decisions()));
                    addAlternatives(result.decisions(), way.deviations);
                    addLate(result, way.deviations);
                }
            }
            return batches;
        }

        private void add(Set<Choice> choices, int deviations) {
            if (known.add(choices)) {
                ways.add(new Way(choices, deviations, known.size()));
            }
        }

        /** For each decision by which nothing was asked for: all before it the same, and another source. */
        private void addAlternatives(List<Decision> decisions, int deviations) {
            for (int i = 0; i < decisions.size(); i++) {
                Decision decision = decisions.get(i);
                List<Decision> before = decisions.subList(0, i);
                if (isLookedAt(decision, before)) {
                    for (Candidate other : alternatives(decision, before)) {
                        add(and(before, decision.choice(other.source())), deviations + 1);
                    }
                }
            }
        }

        /** Other matches in the orders of the plain run are ways of the first exploration. */
        private boolean isLookedAt(Decision decision, List<Decision> before) {
            return !decision.asked()
                    && (decided == Decided.MATCHES
                            || decision.kind() == Kind.ARRIVE
                            || before.stream().anyMatch(each -> each.asked() && each.kind() == Kind.ARRIVE));
        }

        /** A source that came too late could have been there if others had gone first: with all that they had met until it came. */
        private void addLate(RunResult result, int deviations) {
            List<Decision> decisions = result.decisions();
            for (Late late : result.late()) {
                Decision decision = decisions.get(late.decision());
                List<Decision> before = new ArrayList<>();
                for (int i = 0; i < late.after(); i++) {
                    if (i < late.decision() || decisions.get(i).rank() != decision.rank()) {
                        before.add(decisions.get(i));
                    }
                }
                boolean isSymmetric = isUntold(late.source(), before)
                        && isUntold(decision.got().source(), before);
                if (!isSymmetric && isLookedAt(decision, decisions.subList(0, late.decision()))) {
                    add(and(before, decision.choice(late.source())), deviations + 1);
                }
            }
        }
    }

    private static Set<Choice> choices(List<Decision> decisions) {
        Set<Choice> choices = new TreeSet<>();
        decisions.forEach(decision -> choices.add(decision.choice()));
        return choices;
    }

    private static Set<Choice> and(List<Decision> before, Choice last) {
        Set<Choice> choices = choices(before);
        choices.add(last);
        return choices;
    }

    private List<Candidate> alternatives(Decision decision, List<Decision> before) {
        List<Candidate> different = new ArrayList<>(List.of(decision.got()));
        for (Candidate candidate : decision.candidates()) {
            if (different.stream().noneMatch(known -> isSame(known, candidate, before))) {
                different.add(candidate);
            }
        }
        return different.subList(1, different.size());
    }

    /** Whether it makes no difference which of two messages comes. */
    private boolean isSame(Candidate one, Candidate other, List<Decision> before) {
        boolean sameValue = limits.sameValues
                && one.content() != Matches.UNKNOWN
                && one.content() == other.content()
                && one.tag() == other.tag();
        return one.source() == other.source()
                || sameValue
                || isUntold(one.source(), before) && isUntold(other.source(), before);
    }

    /** Whether a rank's program is the same as others', and nobody has met it yet. */
    private boolean isUntold(int rank, List<Decision> before) {
        return limits.symmetric.get(rank)
                && before.stream()
                        .filter(Decision::seen)
                        .noneMatch(decision -> decision.got().source() == rank || decision.rank() == rank);
    }

    // ---- Batches, and seeds

    /** The first ones of all ranks come first: there greetings, and what a program begins with, cross each other. */
    private void held(List<Batches> batches) {
        int most = runs + (int) ((limits.most - runs) * FOR_HELD);
        Deque<Choice> holds = new ArrayDeque<>();
        int longest = batches.stream().mapToInt(Batches::count).max().orElse(0);
        for (int nth = 0; nth < longest; nth++) {
            for (Batches each : batches) {
                if (nth < each.count()) {
                    holds.add(new Choice(Kind.HOLD, each.from(), each.to(), nth));
                }
            }
        }
        while (runs < most && !holds.isEmpty()) {
            run(plain.with(plain.seed(), Set.of(holds.remove()), Decided.MATCHES));
        }
    }

    private void bySeed() {
        while (runs < limits.most) {
            seeds++;
            run(plain.with(seedOf(plain.seed(), seeds), null, Decided.NOTHING));
        }
    }

    /** A seed for each number. */
    private static long seedOf(long seed, int number) {
        return number == 1 ? seed : new SplittableRandom(seed + number).nextLong();
    }

    /** The run of a plan alone; throws what is wrong. */
    static RunResult one(Function<RunPlan, RunResult> job, RunPlan plan) {
        RunResult result = job.apply(plan);
        if (result.isFailure()) {
            throw new FailedRun(job, plan).explain(result, 1, 1);
        }
        if (result.outcome() == Outcome.INFEASIBLE) {
            throw new AssertionFailedError("a rank waits for what was asked for by only(...), and that can't come"
                    + " first: there is no such run");
        }
        return result;
    }
}
