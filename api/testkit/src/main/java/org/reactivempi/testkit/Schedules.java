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
import org.jspecify.annotations.Nullable;
import org.opentest4j.AssertionFailedError;
import org.reactivempi.testkit.RunResult.Outcome;
import org.reactivempi.transport.engine.platform.Matches;
import org.reactivempi.transport.engine.platform.Matches.Candidate;
import org.reactivempi.transport.sim.Batches;
import org.reactivempi.transport.sim.Choice;
import org.reactivempi.transport.sim.Choice.Kind;
import org.reactivempi.transport.sim.Matching.Decision;
import org.reactivempi.transport.sim.Matching.Late;
import org.reactivempi.transport.sim.RunPlan;

/**
 * The runs of a simulated job, one after the other, until one of them is wrong.
 *
 * <pre>
 *  matches: the plain run --&gt; each source that a receive from any source could have met as well --&gt; from there on, each ...
 *  held:    each batch of the plain run arrives only when nothing else goes on
 *  seeds:   times, turns and faults by a seed, for all that is left
 * </pre>
 * A way is the matches up to some receive; what comes after it is found out by the run that goes it. No way is gone twice.
 */
final class Schedules {

    /** Of all runs, so many at most are for matches, and then, of what is left, so many for batches that are held. */
    private static final double FOR_MATCHES = 0.75;

    private static final double FOR_HELD = 0.5;

    private final Function<RunPlan, RunResult> job;
    private final RunPlan plain;
    private final Limits limits;
    private int runs;
    private int infeasible;
    private int deviations;
    private int seeds;
    private final Set<Set<Choice>> outcomes = new HashSet<>();
    private final Set<Set<Choice>> known = new HashSet<>();
    private final PriorityQueue<Way> ways =
            new PriorityQueue<>(Comparator.comparingInt(Way::deviations).thenComparingInt(Way::number));

    /**
     * What is looked for.
     *
     * @param most how many runs there are in all
     * @param symmetric the ranks whose programs are the same, and don't matter by their numbers
     * @param sameValues whether it does not matter from whom a message comes, where its content is the same
     */
    record Limits(int most, BitSet symmetric, boolean sameValues) {}

    /** Matches that are asked for, and how many of them are not those that come first. */
    private record Way(Set<Choice> matches, int deviations, int number) {}

    Schedules(Function<RunPlan, RunResult> job, RunPlan plain, Limits limits) {
        this.job = job;
        this.plain = plain;
        this.limits = limits;
    }

    /** What was covered; throws what is wrong. */
    Coverage all() {
        RunResult first = matches();
        if (first != null) {
            held(first.batches());
        }
        boolean isComplete = ways.isEmpty();
        bySeed();
        return new Coverage(runs, outcomes.size(), isComplete, deviations, infeasible, seeds);
    }

    private RunResult run(RunPlan plan) {
        runs++;
        RunResult result = job.apply(plan);
        if (result.isFailure()) {
            throw new FailedRun(job, plain).explain(result, runs, limits.most);
        }
        return result;
    }

    // ---- Matches

    private @Nullable RunResult matches() {
        int most = Math.max(1, (int) (limits.most * FOR_MATCHES));
        add(Set.of(), 0);
        RunResult first = null;
        while (runs < most && !ways.isEmpty()) {
            Way way = ways.remove();
            RunResult result = run(plain.with(plain.seed(), way.matches, true));
            first = first == null ? result : first;
            if (result.outcome() == Outcome.INFEASIBLE) {
                infeasible++;
            } else {
                deviations = Math.max(deviations, way.deviations);
                outcomes.add(matches(result.decisions()));
                addAlternatives(result.decisions(), way.deviations);
                addLate(result, way.deviations);
            }
        }
        return first;
    }

    private static Set<Choice> matches(List<Decision> decisions) {
        Set<Choice> matches = new TreeSet<>();
        decisions.forEach(decision -> matches.add(decision.choice()));
        return matches;
    }

    private void add(Set<Choice> matches, int deviations) {
        if (known.add(matches)) {
            ways.add(new Way(matches, deviations, known.size()));
        }
    }

    /** For each receive that was not asked for anything: all before it the same, and another source. */
    private void addAlternatives(List<Decision> decisions, int deviations) {
        for (int i = 0; i < decisions.size(); i++) {
            Decision decision = decisions.get(i);
            if (!decision.asked()) {
                List<Decision> before = decisions.subList(0, i);
                for (Candidate other : alternatives(decision, before)) {
                    add(and(matches(before), decision, other.source()), deviations + 1);
                }
            }
        }
    }

    private static Set<Choice> and(Set<Choice> matches, Decision decision, int source) {
        matches.add(new Choice(
                Kind.MATCH, source, decision.rank(), decision.receive().nth()));
        return matches;
    }

    private List<Candidate> alternatives(Decision decision, List<Decision> before) {
        List<Candidate> different = new ArrayList<>(List.of(decision.got()));
        for (Candidate candidate : decision.receive().candidates()) {
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
                && before.stream().noneMatch(decision -> decision.got().source() == rank || decision.rank() == rank);
    }

    /** A source that came too late could have been there if others had gone first: with all that they had met until it came. */
    private void addLate(RunResult result, int deviations) {
        List<Decision> decisions = result.decisions();
        for (Late late : result.late()) {
            int own = decisions.indexOf(late.decision());
            List<Decision> before = new ArrayList<>();
            for (int i = 0; i < late.after(); i++) {
                if (i < own || decisions.get(i).rank() != late.decision().rank()) {
                    before.add(decisions.get(i));
                }
            }
            if (!late.decision().asked()
                    && !(isUntold(late.source(), before)
                            && isUntold(late.decision().got().source(), before))) {
                add(and(matches(before), late.decision(), late.source()), deviations + 1);
            }
        }
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
            run(plain.with(plain.seed(), Set.of(holds.remove()), true));
        }
    }

    private void bySeed() {
        while (runs < limits.most) {
            seeds++;
            run(plain.with(seedOf(plain.seed(), seeds), null, false));
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
            throw new AssertionFailedError("a receive from any source waits for a rank that was asked for by only(...),"
                    + " and whose message can't come first: there is no such run");
        }
        return result;
    }
}
