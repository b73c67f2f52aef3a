package org.reactivempi.conformance;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.reactivempi.transport.engine.event.EngineListener;
import org.reactivempi.transport.engine.event.EngineListenerProvider;
import org.reactivempi.transport.engine.event.Protocol;
import org.reactivempi.transport.engine.event.WatchedRank;

/** Counts how many messages of each peer the turns of rank 0's loop take, in sessions whose settings it is attached to. */
final class Turns implements EngineListener {

    private final int[] inThisTurn;
    private final AtomicIntegerArray most;

    Turns(int ranks) {
        inThisTurn = new int[ranks];
        most = new AtomicIntegerArray(ranks);
    }

    /** How many messages, or announcements, of a peer have come in one turn, at most. */
    int most(int peer) {
        return most.get(peer);
    }

    @Override
    public void arrived(
            Protocol protocol, int context, int peer, int tag, long lengthBytes, long message, boolean expected) {
        inThisTurn[peer]++;
    }

    @Override
    public void turnEnded(
            int posted, int unexpected, long unexpectedBytes, long postedAttempts, long unexpectedAttempts) {
        for (int peer = 0; peer < inThisTurn.length; peer++) {
            most.accumulateAndGet(peer, inThisTurn[peer], Math::max);
            inThisTurn[peer] = 0;
        }
    }

    /** Found by {@code ServiceLoader}. */
    public static final class Provider implements EngineListenerProvider {

        @Override
        public Optional<EngineListener> listener(WatchedRank rank) {
            return rank.rank() == 0 ? rank.attached(Turns.class).map(turns -> turns) : Optional.empty();
        }
    }
}
