package org.reactivempi.transport.sim;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.platform.Matches;
import org.reactivempi.transport.sim.Choice.Kind;
import org.reactivempi.transport.sim.Trace.Event;

/**
 * Which message each receive from any source gets, and which it could have got. Where nothing else goes on, the oldest such receive of the
 * lowest rank gets the first message that is there, or one of the source that was asked for; while that has none, others go first.
 */
public final class Matching implements Matches {

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
    private final SortedMap<Integer, Undecided> ranks = new TreeMap<>();
    private final Map<Integer, SimulatedLoop> loops = new HashMap<>();
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

    void use(int rank, SimulatedLoop loop) {
        loops.put(rank, loop);
    }

    @Override
    public void begin(int rank, Undecided undecided) {
        ranks.put(rank, undecided);
    }

    /** One that shows up only now could have been met by an earlier receive, if others had gone first. */
    @Override
    public void arrived(int rank, Came message) {
        for (Decision decision : decisions) {
            Open receive = decision.receive;
            boolean isLate = decision.rank == rank
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
        for (Map.Entry<Integer, Undecided> each : ranks.entrySet()) {
            int rank = each.getKey();
            SimulatedLoop loop = loops.get(rank);
            if (loop != null && !loop.isOver()) {
                for (Open receive : each.getValue().open()) {
                    Candidate chosen = chosen(rank, receive);
                    if (chosen != null) {
                        boolean isAsked = asked.getOrDefault(rank, Map.of()).containsKey(receive.nth());
                        take(turns, loop, each.getValue(), new Decision(rank, receive, chosen, isAsked));
                        return true;
                    }
                    waits = true;
                }
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

    private void take(Turns turns, SimulatedLoop loop, Undecided undecided, Decision decision) {
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
        loop.execute(() -> undecided.decide(decision.got));
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
