package org.reactivempi.transport.sim;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.platform.Matches;
import org.reactivempi.transport.engine.platform.Matches.Came;
import org.reactivempi.transport.engine.platform.Matches.Candidate;
import org.reactivempi.transport.engine.platform.Matches.Open;
import org.reactivempi.transport.sim.Choice.Kind;
import org.reactivempi.transport.sim.Trace.Event;

/**
 * Which message each receive from any source gets, and which it could have got. Where nothing else goes on, the oldest such receive of the
 * lowest rank gets the first message that is there, or one of the source that was asked for; while that has none, others go first.
 *
 * <p>The receives of a rank's second process are counted on from a million, so that each has a number of its own.
 */
public final class Matching {

    private static final long MOST_OF_A_PROCESS = 1_000_000;

    /**
     * What a receive got.
     *
     * @param rank whose
     * @param receive which one, and among which messages
     * @param got the one that it got
     * @param asked whether that was asked for
     */
    public record Decision(int rank, Open receive, Candidate got, boolean asked) {

        /** As a choice. */
        public Choice choice() {
            return new Choice(Kind.MATCH, got.source(), rank, receive.nth());
        }
    }

    private final Chooser chooser;
    private final Trace trace;
    /** The processes of which something waits, or has waited since this was looked at, by their ranks. */
    private final SortedSet<OfProcess> deferring = new TreeSet<>(
            Comparator.<OfProcess>comparingInt(each -> each.loop.rank()).thenComparingLong(each -> each.first));
    /** The source that was asked for, by rank and number of the receive. */
    private final Map<Integer, Map<Long, Integer>> asked = new HashMap<>();

    private final List<Decision> decisions = new ArrayList<>();
    private final List<Late> late = new ArrayList<>();
    private boolean waits;

    Matching(Chooser chooser, Trace trace) {
        this.chooser = chooser;
        this.trace = trace;
        chooser.askedFor(Kind.MATCH)
                .forEach(choice -> asked.computeIfAbsent(choice.to(), unused -> new HashMap<>())
                        .put(choice.nth(), choice.from()));
    }

    /** Decides for a process, the {@code number}th of its rank, from 0. */
    Matches of(SimulatedLoop process, int number) {
        return new OfProcess(process, number * MOST_OF_A_PROCESS);
    }

    /** What a process waits for. */
    private final class OfProcess implements Matches {

        private final SimulatedLoop loop;
        private final long first;
        private @Nullable Undecided undecided;

        OfProcess(SimulatedLoop loop, long first) {
            this.loop = loop;
            this.first = first;
        }

        @Override
        public void begin(int rank, Undecided undecided) {
            this.undecided = undecided;
        }

        @Override
        public void deferred(int rank) {
            deferring.add(this);
        }

        /** Whether nothing of it waits any more. */
        boolean isSettled() {
            return loop.isOver() || undecided == null || undecided.isEmpty();
        }

        @Override
        public void arrived(int rank, Came message) {
            noteLate(this, message);
        }

        boolean has(Decision decision) {
            long nth = decision.receive.nth();
            return decision.rank == loop.rank() && nth >= first && nth < first + MOST_OF_A_PROCESS;
        }

        /** Those that wait, with numbers that no other process of the rank has. */
        List<Open> open() {
            Undecided waiting = undecided;
            return waiting == null || loop.isOver()
                    ? List.of()
                    : waiting.open().stream().map(this::numbered).toList();
        }

        private Open numbered(Open open) {
            return first == 0
                    ? open
                    : new Open(
                            first + open.nth(),
                            open.what(),
                            open.context(),
                            open.tag(),
                            open.anyTag(),
                            open.since(),
                            open.candidates());
        }

        void decide(Candidate message) {
            Undecided waiting = Objects.requireNonNull(undecided);
            loop.execute(() -> waiting.decide(message));
        }
    }

    /** A source that shows up only now could have been met by an earlier receive, if others had gone first. */
    private void noteLate(OfProcess at, Came message) {
        for (Decision decision : decisions) {
            Open receive = decision.receive;
            boolean isLate = at.has(decision)
                    && receive.mayGet(message)
                    && message.order() >= receive.since()
                    && receive.candidates().stream().noneMatch(each -> each.source() == message.source())
                    && late.stream().noneMatch(each -> each.decision == decision && each.source == message.source());
            if (isLate) {
                late.add(new Late(decision, message.source(), decisions.size()));
            }
        }
    }

    /**
     * A source that came too late.
     *
     * @param decision the receive that could have met it
     * @param source its rank
     * @param after how many decisions had been taken when it came
     */
    public record Late(Decision decision, int source, int after) {}

    /** Decides once, where something waits for that; false if there is nothing, or if all that there is waits for others. */
    boolean decide(Turns turns) {
        waits = false;
        deferring.removeIf(OfProcess::isSettled);
        for (OfProcess process : deferring) {
            int rank = process.loop.rank();
            for (Open receive : process.open()) {
                Candidate chosen = chosen(rank, receive);
                if (chosen != null) {
                    boolean isAsked = asked.getOrDefault(rank, Map.of()).containsKey(receive.nth());
                    take(turns, process, new Decision(rank, receive, chosen, isAsked));
                    return true;
                }
                waits = true;
            }
        }
        return false;
    }

    /** Null while the one that was asked for is not there. */
    private @Nullable Candidate chosen(int rank, Open receive) {
        Integer source = asked.getOrDefault(rank, Map.of()).get(receive.nth());
        if (source == null) {
            return receive.candidates().get(0);
        }
        return receive.candidates().stream()
                .filter(candidate -> candidate.source() == source)
                .findFirst()
                .orElse(null);
    }

    private void take(Turns turns, OfProcess process, Decision decision) {
        decisions.add(decision);
        if (decision.asked) {
            chooser.made(decision.choice());
        }
        trace.add(
                turns.nanoTime(),
                Event.MATCH,
                decision.got.source(),
                decision.rank,
                decision.receive.nth(),
                decision.got.tag());
        process.decide(decision.got);
    }

    /** Whether a receive waits for a source that was asked for, while nothing else goes on: there is no such run. */
    boolean waitsInVain() {
        return waits;
    }

    /** What was decided, in order. */
    public List<Decision> decisions() {
        return decisions;
    }

    /** The sources that came too late, in the order in which they came. */
    public List<Late> late() {
        return late;
    }
}
