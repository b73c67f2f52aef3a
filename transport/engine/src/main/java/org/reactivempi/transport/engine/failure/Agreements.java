package org.reactivempi.transport.engine.failure;

import java.util.BitSet;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.reactivempi.transport.engine.packet.FailurePackets.Ballot;
import org.reactivempi.transport.engine.port.ProtocolException;

/**
 * The agreements of one communicator, in two rows that have numbers of their own: even ones are for their values, odd ones
 * for new communicators. Decisions are kept for as long as some rank may ask for them.
 */
final class Agreements {

    /** How many agreements others may have begun before this rank has. */
    private static final int MOST_EARLY = 1024;

    private static final int ROWS = 2;

    private final CommunicatorState communicator;
    private final TreeMap<Long, Agreement> agreements = new TreeMap<>();
    private final long[] next = {0, 1};
    private final long[] settled = {0, 1};

    Agreements(CommunicatorState communicator) {
        this.communicator = communicator;
    }

    /** Begins the next agreement of a row. */
    void begin(int row, int flag, int offer, Consumer<Proposal> told) {
        long number = next[row];
        next[row] += ROWS;
        Agreement agreement = agreements.computeIfAbsent(number, made -> new Agreement(communicator, made));
        Proposal vote = new Proposal(
                new Ballot.Vote(Ballot.NO_ROUND, flag, offer, firstUndecided(row)),
                communicator.gone(),
                communicator.acknowledged(),
                communicator.offers(row, offer));
        agreement.begin(vote, decision -> {
            forget(row, Math.min(decision.settled(), number));
            communicator.believe(decision.unacknowledged());
            communicator.goOnWithout(decision.failed(), () -> told.accept(decision));
        });
    }

    private long firstUndecided(int row) {
        for (Agreement agreement : agreements.values()) {
            if (agreement.number() % ROWS == row && agreement.hasBegun() && !agreement.isDecided()) {
                return agreement.number();
            }
        }
        return next[row] - ROWS;
    }

    /** All living ranks have decided what comes before. */
    private void forget(int row, long before) {
        settled[row] = Math.max(settled[row], before);
        agreements.headMap(before).values().removeIf(old -> old.number() % ROWS == row && old.isDecided());
    }

    /** A packet of another member, with its rank in the communicator. */
    void on(Ballot.Head head, int from, Proposal proposal) {
        long number = head.number();
        if (number < settled[(int) (number % ROWS)]) {
            return;
        }
        Agreement agreement = agreements.get(number);
        if (agreement == null) {
            checkRoom(from);
            agreement = new Agreement(communicator, number);
            agreements.put(number, agreement);
        }
        agreement.on(head.step(), from, head.coordinator(), proposal);
    }

    private void checkRoom(int from) {
        if (agreements.values().stream().filter(any -> !any.hasBegun()).count() >= MOST_EARLY) {
            throw new ProtocolException(
                    "rank " + from + " of the communicator begins one agreement more, while this rank"
                            + " has not begun " + MOST_EARLY + " others");
        }
    }

    /** Shows the members that have not called, of each agreement whose calls this rank counts, with its row. */
    void forEachAbsence(Absence visitor) {
        for (Agreement agreement : agreements.values()) {
            BitSet absent = agreement.absent();
            if (!absent.isEmpty()) {
                visitor.accept((int) (agreement.number() % ROWS), absent);
            }
        }
    }

    /** Gets members that have not called. */
    interface Absence {

        void accept(int row, BitSet members);
    }

    /** A member is lost. */
    void advance() {
        List.copyOf(agreements.values()).forEach(Agreement::advance);
    }

    int count() {
        return agreements.size();
    }

    /** Whether one is not decided, which this rank may not have begun itself. */
    boolean run() {
        return agreements.values().stream().anyMatch(each -> !each.isDecided());
    }
}
