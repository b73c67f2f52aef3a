package org.reactivempi.transport.sim;

import io.netty.channel.EventLoop;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.platform.Matches;
import org.reactivempi.transport.engine.progress.Completable;
import org.reactivempi.transport.engine.progress.Order;
import org.reactivempi.transport.sim.Choice.Kind;
import org.reactivempi.transport.sim.Decision.Candidate;
import org.reactivempi.transport.sim.Decision.Late;
import org.reactivempi.transport.sim.RunPlan.Decided;
import org.reactivempi.transport.sim.Trace.Event;

/**
 * What reaches a rank first of all that comes to it, where its program can tell: because several operations run, or because it looks what
 * has come. All of that waits until nothing else goes on; then what comes from one rank is let through, until something has ended by
 * it or no more comes, or the program does what it wants to.
 *
 * <pre>
 *  comes, one operation at most runs ----------------------------------------------------------&gt; is there
 *  comes, the program can tell --&gt; waits, after all that has come from the same rank --decided--&gt; is there
 *  the program looks ------------&gt; waits ------------------------------------------- --decided--&gt; sees what is there
 * </pre>
 * That keeps the order between two ranks, and is what a slow network does. What could have been first, and has ended an operation that
 * was running then, is what else could have been decided.
 *
 * <p>A program that looks again and again, and to whose rank nothing comes meanwhile, takes more and more time for it: so time goes on.
 */
final class Arrivals {

    private static final long SHORTEST_LOOK_NANOS = 100;
    private static final long LONGEST_LOOK_NANOS = 1_000_000_000;
    /** Others may go on for ever until this rank has heard of something; and a rank that is not heard of for longer may be given up. */
    private static final long LONGEST_WAIT_NANOS = 1_000_000_000;

    /** So often is looked for what was asked for, while a program polls. */
    private static final int MOST_IN_VAIN = 2_000;

    private final Turns turns;
    private final Trace trace;
    private final Decisions decisions;
    private final boolean decides;
    /** In the order of their starts. */
    private final Map<EventLoop, OfProcess> processes = new LinkedHashMap<>();

    private int looking;
    private boolean waits;

    Arrivals(Turns turns, Trace trace, Decisions decisions, RunPlan plan) {
        this.turns = turns;
        this.trace = trace;
        this.decisions = decisions;
        this.decides = plan.decided() == Decided.ARRIVALS;
    }

    /** Decides for a process, the {@code number}th of its rank, from 0. */
    OfProcess of(SimulatedLoop process, int number) {
        return processes.computeIfAbsent(
                process, unused -> new OfProcess(process, number * Matching.MOST_OF_A_PROCESS));
    }

    /** Something comes to a loop from a rank. */
    void come(EventLoop to, int from, Runnable command, Runnable nobody) {
        OfProcess process = processes.get(to);
        if (process == null) {
            Turns.give(to, command, nobody);
        } else {
            process.come(new Item(from, decisions.size(), turns.nanoTime(), command, nobody));
        }
    }

    /** Something has come to a loop, and is about to be there. */
    void arrived(EventLoop at) {
        OfProcess process = processes.get(at);
        if (process != null) {
            process.hasCome = true;
        }
    }

    /** The program of a process looks what has come, whatever it is. */
    void look(SimulatedLoop process, Runnable action) {
        OfProcess looking = processes.get(process);
        if (looking == null) {
            action.run();
        } else {
            looking.look(new LookAtRequests(action));
        }
    }

    /** A program that asks whether a request has ended. */
    private record LookAtRequests(Runnable action) implements Order.Look {

        @Override
        public boolean mayGet(int context, int source, int tag) {
            return false;
        }

        @Override
        public void look() {
            action.run();
        }
    }

    /** Decides once, where something waits for that; false if there is nothing, or if all that there is waits for others. */
    boolean decide() {
        waits = false;
        for (OfProcess process : processes.values()) {
            if (process.decide()) {
                return true;
            }
        }
        return false;
    }

    /** Whether a rank waits for what was asked for, while nothing else goes on: there is no such run. */
    boolean waitsInVain() {
        return waits && processes.values().stream().noneMatch(OfProcess::isPatient);
    }

    /** Whether something has waited for so long that it is decided though others go on. */
    boolean isOverdue() {
        return decides && processes.values().stream().anyMatch(OfProcess::isOverdue);
    }

    /** Whether a program is about to look what has come. */
    boolean isLooking() {
        return looking > 0;
    }

    /** Something that comes; {@code after} so many decisions. */
    private static final class Item {

        private final int from;
        private final int after;
        private final long sinceNanos;
        private final Runnable command;
        private final Runnable nobody;
        /** The decision by which it was let through; null where there was none. */
        private @Nullable Taken decision;

        Item(int from, int after, long sinceNanos, Runnable command, Runnable nobody) {
            this.from = from;
            this.after = after;
            this.sinceNanos = sinceNanos;
            this.command = command;
            this.nobody = nobody;
        }
    }

    /** An operation of the program that runs. */
    private record Running(Object operation, long number) {}

    /** A program that waits until it may look. */
    private record Looking(Order.Look look, long sinceNanos) {}

    /**
     * A decision.
     *
     * @param index in the order of all
     * @param choice which one it is, and what was let through
     * @param asked whether that was asked for
     * @param started how many operations had started
     * @param sources from which something could have been let through, oldest first
     * @param acts whether the program could have done what it waits for itself
     * @param look what the program wanted to do, where it was let do that and it was a look
     * @param others what else would have made a difference, by sources: what has ended by it
     * @param ended what has ended by what was let through
     */
    private record Taken(
            int index,
            Choice choice,
            boolean asked,
            long started,
            List<Integer> sources,
            boolean acts,
            Order.@Nullable Look look,
            Map<Integer, Object> others,
            List<Object> ended) {

        boolean isOwn() {
            return choice.from() == choice.to();
        }

        /** Whether the program can tell when it was. */
        boolean isSeen() {
            return isOwn() || !ended.isEmpty();
        }

        Decision decision() {
            List<Candidate> candidates = new ArrayList<>(List.of(candidate(choice.from(), first())));
            if (isSeen()) {
                others.forEach((source, what) -> candidates.add(candidate(source, words(what))));
            }
            return new Decision(
                    choice.kind(),
                    choice.to(),
                    choice.nth(),
                    "what rank " + choice.to() + " hears of",
                    List.copyOf(candidates),
                    candidates.get(0),
                    asked,
                    isSeen());
        }

        private String first() {
            return isOwn()
                    ? ownWords(look != null)
                    : ended.isEmpty() ? "nothing that its program can tell" : words(ended.get(0));
        }

        private static String words(Object what) {
            return what instanceof Completable operation ? operation.wanted() : String.valueOf(what);
        }

        private static Candidate candidate(int source, String words) {
            return new Candidate(source, Candidate.NO_TAG, Matches.UNKNOWN, words);
        }
    }

    private static String ownWords(boolean looks) {
        return looks ? "its look at what has come" : "what it waits for itself";
    }

    /** What comes to a process, and what its program can tell of it. */
    final class OfProcess implements Order {

        private final SimulatedLoop loop;
        private final long first;
        private final List<Running> running = new ArrayList<>();
        /** Oldest first. */
        private final List<Item> waiting = new ArrayList<>();

        private final Deque<Looking> looks = new ArrayDeque<>();
        private final List<Taken> taken = new ArrayList<>();
        private Matching.@Nullable OfProcess matches;
        private long started;
        /** The decision of which more may be let through. */
        private @Nullable Taken open;

        private @Nullable Item arriving;
        /** What was asked for is that an operation fails before anything reaches the rank. */
        private boolean awaitsFailure;

        /** How often it has waited for what was asked for since the last decision. */
        private int inVain;

        private long lookNanos = SHORTEST_LOOK_NANOS;
        private boolean hasCome;

        OfProcess(SimulatedLoop loop, long first) {
            this.loop = loop;
            this.first = first;
        }

        /** Its receives from any source are decided, too. */
        void use(Matching.OfProcess matches) {
            this.matches = matches;
        }

        // ---- What the program does

        @Override
        public void started(Object operation) {
            if (decides) {
                running.add(new Running(operation, started++));
            }
        }

        @Override
        public void ended(Object operation) {
            for (int i = 0; i < running.size(); i++) {
                Running each = running.get(i);
                if (each.operation == operation) {
                    running.remove(i);
                    Item item = arriving;
                    if (item != null) {
                        seen(item, each.number, operation);
                    } else if (operation instanceof Completable failed && failed.hasFailed()) {
                        failed(each.number);
                    }
                    return;
                }
            }
        }

        @Override
        public void look(Look look) {
            lookNanos = hasCome ? SHORTEST_LOOK_NANOS : Math.min(2 * lookNanos, LONGEST_LOOK_NANOS);
            hasCome = false;
            looking++;
            turns.at(turns.nanoTime() + lookNanos, () -> {
                if (decides && !loop.isOver()) {
                    looks.add(new Looking(look, turns.nanoTime()));
                } else {
                    see(look);
                }
            });
        }

        private void see(Look look) {
            looking--;
            Turns.give(loop, look::look, () -> {});
        }

        /** A message has come, whatever becomes of it. */
        void arrived(int context, int source, int tag) {
            Item item = arriving;
            if (item == null) {
                return;
            }
            Taken decision = item.decision;
            if (decision != null
                    && decision.acts
                    && looks.stream().anyMatch(each -> each.look.mayGet(context, source, tag))) {
                decision.ended.add("a message, tag " + tag + " of " + source);
                decision.others.put(loop.rank(), ownWords(!looks.isEmpty()));
            }
            for (Taken each : taken) {
                Look look = each.look;
                if (look != null && look.mayGet(context, source, tag)) {
                    couldBeFirst(item, each, "a message, tag " + tag + " of " + source);
                }
            }
        }

        // ---- What comes

        void come(Item item) {
            boolean isTold = running.size() > 1 || !looks.isEmpty();
            boolean waits = decides
                    && item.from != loop.rank()
                    && (isTold || waiting.stream().anyMatch(each -> each.from == item.from));
            if (waits) {
                waiting.add(item);
            } else {
                letThrough(item);
            }
        }

        private void letThrough(Item item) {
            Turns.give(
                    loop,
                    () -> {
                        arriving = item;
                        try {
                            item.command.run();
                        } finally {
                            arriving = null;
                        }
                    },
                    item.nobody);
        }

        /** Whether it waits for a failure, which comes by time. */
        boolean isPatient() {
            return awaitsFailure && !isOverdue();
        }

        boolean isOverdue() {
            long since = Math.min(
                    waiting.isEmpty() ? Long.MAX_VALUE : waiting.get(0).sinceNanos,
                    looks.isEmpty() ? Long.MAX_VALUE : looks.element().sinceNanos);
            return inVain > MOST_IN_VAIN || since != Long.MAX_VALUE && turns.nanoTime() - since > LONGEST_WAIT_NANOS;
        }

        // ---- Decisions

        boolean decide() {
            if (loop.isOver()) {
                waiting.forEach(each -> each.nobody.run());
                waiting.clear();
                looking -= looks.size();
                looks.clear();
                return false;
            }
            return goesOn() || decideNext();
        }

        /** What was let through has had no effect that the program can tell, such as a greeting: so does more from the same rank. */
        private boolean goesOn() {
            Taken decision = open;
            if (decision == null) {
                return false;
            }
            Item next = oldest(decision.choice.from());
            if (decision.isSeen() || next == null) {
                open = null;
                return false;
            }
            letThrough(next, decision);
            return true;
        }

        private @Nullable Item oldest(int source) {
            return waiting.stream()
                    .filter(each -> each.from == source)
                    .findFirst()
                    .orElse(null);
        }

        private boolean decideNext() {
            int rank = loop.rank();
            List<Integer> sources =
                    waiting.stream().map(each -> each.from).distinct().toList();
            Matching.OfProcess receives = matches;
            boolean acts = !looks.isEmpty() || receives != null && receives.mayDecide();
            if (receives != null && receives.isOpen() && !acts) {
                waits = true;
                inVain++;
            }
            if (sources.isEmpty() && !acts) {
                return false;
            }
            Integer asked = decisions.asked(Kind.ARRIVE, rank, first + taken.size());
            int source = asked != null ? asked : actsFirst(sources) ? rank : sources.get(0);
            if (source == rank ? !acts : !sources.contains(source)) {
                waits = true;
                inVain++;
                awaitsFailure = source == rank;
                return false;
            }
            awaitsFailure = false;
            Looking next = source == rank ? looks.poll() : null;
            Look look = next == null ? null : next.look;
            Taken decision = take(source, asked != null, sources, acts, look);
            if (source != rank) {
                open = decision;
                letThrough(Objects.requireNonNull(oldest(source)), decision);
            } else if (look != null) {
                trace.add(turns.nanoTime(), Event.LOOK, rank, rank, decision.choice.nth(), 0);
                see(look);
            } else if (receives != null) {
                receives.decide();
            }
            return true;
        }

        private Taken take(int source, boolean asked, List<Integer> sources, boolean acts, Order.@Nullable Look look) {
            Taken decision = new Taken(
                    decisions.size(),
                    new Choice(Kind.ARRIVE, source, loop.rank(), first + taken.size()),
                    asked,
                    started,
                    sources,
                    acts,
                    look,
                    new TreeMap<>(),
                    new ArrayList<>());
            inVain = 0;
            taken.add(decision);
            decisions.add(decision.choice, asked, decision::decision);
            return decision;
        }

        /** As it is without decisions: a look sees what came before it. */
        private boolean actsFirst(List<Integer> sources) {
            return sources.isEmpty() || !looks.isEmpty() && looks.element().sinceNanos < waiting.get(0).sinceNanos;
        }

        private void letThrough(Item item, Taken decision) {
            waiting.remove(item);
            item.decision = decision;
            letThrough(item);
        }

        // ---- What could have been first

        /** An operation has ended by what has come, the {@code number}th of the program. */
        private void seen(Item item, long number, Object operation) {
            Taken decision = item.decision;
            if (decision != null && number < decision.started) {
                decision.ended.add(operation);
                if (decision.acts) {
                    decision.others.put(loop.rank(), ownWords(!looks.isEmpty()));
                }
            }
            for (Taken each : taken) {
                if (each != decision && each.isSeen() && number < each.started) {
                    couldBeFirst(item, each, operation);
                }
            }
        }

        /** An operation has failed by itself, as where its peer is given up: that could have been before what had been let through. */
        private void failed(long number) {
            if (awaitsFailure) {
                awaitsFailure = false;
                take(loop.rank(), true, List.of(), true, null);
                return;
            }
            for (Taken each : taken) {
                if (!each.isOwn() && each.isSeen() && number < each.started) {
                    decisions.addLate(new Late(each.index, loop.rank(), decisions.size()));
                }
            }
        }

        private void couldBeFirst(Item item, Taken decision, Object what) {
            if (decision.choice.from() == item.from) {
                return;
            }
            if (item.after > decision.index) {
                decisions.addLate(new Late(decision.index, item.from, item.after));
            } else if (decision.sources.contains(item.from)) {
                decision.others.putIfAbsent(item.from, what);
            }
        }
    }
}
