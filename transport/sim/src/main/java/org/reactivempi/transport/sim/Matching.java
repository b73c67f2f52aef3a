package org.reactivempi.transport.sim;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.platform.Matches;
import org.reactivempi.transport.engine.platform.Matches.Came;
import org.reactivempi.transport.engine.platform.Matches.Open;
import org.reactivempi.transport.sim.Choice.Kind;
import org.reactivempi.transport.sim.Decision.Candidate;
import org.reactivempi.transport.sim.Decision.Late;
import org.reactivempi.transport.sim.Trace.Event;

/**
 * Which message each receive from any source gets, and which it could have got. Where nothing else goes on, the oldest such receive of the
 * lowest rank gets the first message that is there, or one of the source that was asked for; while that has none, others go first.
 *
 * <p>The receives of a rank's second process are counted on from a million, so that each has a number of its own.
 */
final class Matching {

    static final long MOST_OF_A_PROCESS = 1_000_000;

    private final Turns turns;
    private final Trace trace;
    private final Decisions decisions;
    /** The processes of which something waits, or has waited since this was looked at, by their ranks. */
    private final SortedSet<OfProcess> deferring = new TreeSet<>(
            Comparator.<OfProcess>comparingInt(each -> each.loop.rank()).thenComparingLong(each -> each.first));

    private boolean waits;

    Matching(Turns turns, Trace trace, Decisions decisions) {
        this.turns = turns;
        this.trace = trace;
        this.decisions = decisions;
    }

    /** Decides for a process, the {@code number}th of its rank, from 0. */
    OfProcess of(SimulatedLoop process, int number, Arrivals.OfProcess arrivals) {
        OfProcess made = new OfProcess(process, number * MOST_OF_A_PROCESS, arrivals);
        arrivals.use(made);
        return made;
    }

    /** What a process waits for. */
    final class OfProcess implements Matches {

        private final SimulatedLoop loop;
        private final long first;
        private final Arrivals.OfProcess arrivals;
        private final List<Taken> taken = new ArrayList<>();
        private @Nullable Undecided undecided;

        private OfProcess(SimulatedLoop loop, long first, Arrivals.OfProcess arrivals) {
            this.loop = loop;
            this.first = first;
            this.arrivals = arrivals;
        }

        /** A receive that has got its message by a decision. */
        private record Taken(Open receive, int decision) {}

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

        /** A source that shows up only now could have been met by an earlier receive, if others had gone first. */
        @Override
        public void arrived(int rank, Came message) {
            arrivals.arrived(message.context(), message.source(), message.tag());
            for (Taken each : taken) {
                Open receive = each.receive;
                boolean isLate = receive.mayGet(message)
                        && message.order() >= receive.since()
                        && receive.candidates().stream().noneMatch(known -> known.source() == message.source());
                if (isLate) {
                    decisions.addLate(new Late(each.decision, message.source(), decisions.size()));
                }
            }
        }

        /** Those that wait and have a candidate, oldest first. */
        List<Open> open() {
            Undecided waiting = undecided;
            return waiting == null || loop.isOver() ? List.of() : waiting.open();
        }

        /** Whether one waits and has a candidate, which may not be the one that was asked for. */
        boolean isOpen() {
            return !open().isEmpty();
        }

        /** Whether one could get its message. */
        boolean mayDecide() {
            return open().stream().anyMatch(receive -> chosen(receive) != null);
        }

        boolean decide() {
            for (Open receive : open()) {
                Matches.Candidate chosen = chosen(receive);
                if (chosen != null) {
                    take(receive, chosen, asked(receive) != null);
                    return true;
                }
                waits = true;
            }
            return false;
        }

        private @Nullable Integer asked(Open receive) {
            return decisions.asked(Kind.MATCH, loop.rank(), first + receive.nth());
        }

        /** Null while the one that was asked for is not there. */
        private Matches.@Nullable Candidate chosen(Open receive) {
            Integer source = asked(receive);
            return source == null
                    ? receive.candidates().get(0)
                    : receive.candidates().stream()
                            .filter(candidate -> candidate.source() == source)
                            .findFirst()
                            .orElse(null);
        }

        private void take(Open receive, Matches.Candidate chosen, boolean asked) {
            int rank = loop.rank();
            Decision decision = new Decision(
                    Kind.MATCH,
                    rank,
                    first + receive.nth(),
                    receive.what(),
                    receive.candidates().stream().map(Matching::candidate).toList(),
                    candidate(chosen),
                    asked,
                    true);
            taken.add(new Taken(receive, decisions.size()));
            decisions.add(decision.choice(), asked, () -> decision);
            trace.add(turns.nanoTime(), Event.MATCH, chosen.source(), rank, decision.nth(), chosen.tag());
            Undecided waiting = Objects.requireNonNull(undecided);
            loop.execute(() -> waiting.decide(chosen));
        }
    }

    private static Candidate candidate(Matches.Candidate message) {
        return new Candidate(
                message.source(), message.tag(), message.content(), "tag " + message.tag() + " of " + message.source());
    }

    /** Decides once, where something waits for that; false if there is nothing, or if all that there is waits for others. */
    boolean decide() {
        waits = false;
        deferring.removeIf(OfProcess::isSettled);
        for (OfProcess process : deferring) {
            if (process.decide()) {
                return true;
            }
        }
        return false;
    }

    /** Whether a receive waits for a source that was asked for, while nothing else goes on: there is no such run. */
    boolean waitsInVain() {
        return waits;
    }
}
