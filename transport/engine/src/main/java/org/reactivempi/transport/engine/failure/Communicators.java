package org.reactivempi.transport.engine.failure;

import io.netty.util.collection.IntObjectHashMap;
import io.netty.util.collection.IntObjectMap;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.link.PeerLostException;

/** The communicators of this rank, and what failures mean for them. */
public final class Communicators {

    /** A communicator has so many contexts: its users' messages, its collective operations, and two for its streams. */
    private static final int CONTEXTS = 4;

    private static final int MESSAGES = 0;
    private static final int STREAM_ANNOUNCEMENTS = 2;

    private final Fates fates;
    private final Operations operations;
    private final IntObjectMap<CommunicatorState> states = new IntObjectHashMap<>();
    private boolean anyFailed;

    /**
     * No communicators yet.
     *
     * @param size how many ranks the job has
     * @param operations this rank's
     */
    public Communicators(int size, Operations operations) {
        this.fates = new Fates(size);
        this.operations = operations;
    }

    /**
     * A new communicator.
     *
     * @param number its number
     * @param members its ranks as ranks of the job
     */
    public CommunicatorState add(int number, int... members) {
        CommunicatorState state = new CommunicatorState(number, fates, members);
        states.put(number, state);
        return state;
    }

    /** A communicator is freed on all ranks, and its number may be used again. */
    public void remove(CommunicatorState state) {
        if (states.get(state.number()) == state) {
            states.remove(state.number());
        }
    }

    /** A rank is lost: it has finalized, or has failed. */
    public void onLost(PeerLostException loss) {
        if (fates.lost(loss.rank(), loss) && !loss.hasFinalized()) {
            anyFailed = true;
            operations.onFailure();
        }
    }

    /** Why a receive from any source may wait in vain; null if it doesn't. The library's own ones never do. */
    public @Nullable SourceFailedException sourceFailure(int context) {
        int kind = context % CONTEXTS;
        if (!anyFailed || kind != MESSAGES && kind != STREAM_ANNOUNCEMENTS) {
            return null;
        }
        CommunicatorState state = states.get(context / CONTEXTS);
        return state == null ? null : state.sourceFailure();
    }
}
