package org.reactivempi.transport.engine.failure;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.link.PeerLostException;

/** One communicator, as failures see it: who is in it, and which failures are acknowledged. */
public final class CommunicatorState {

    private final int number;
    private final Fates fates;
    private final int[] members;
    private final BitSet acknowledged = new BitSet();

    CommunicatorState(int number, Fates fates, int[] members) {
        this.number = number;
        this.fates = fates;
        this.members = members;
    }

    int number() {
        return number;
    }

    /** The members that have failed, by their ranks in the communicator. */
    public int[] failed() {
        return failedBits().stream().toArray();
    }

    /**
     * Acknowledges the failures that are known: receives from any source wait for the others again.
     *
     * @return the members whose failure is acknowledged now, by their ranks in the communicator
     */
    public int[] acknowledge() {
        acknowledged.or(failedBits());
        return acknowledged.stream().toArray();
    }

    private BitSet failedBits() {
        BitSet failed = new BitSet();
        for (int rank = 0; rank < members.length; rank++) {
            failed.set(rank, fates.failure(members[rank]) != null);
        }
        return failed;
    }

    /** Why a receive from any source may wait in vain; null if it doesn't. */
    @Nullable
    SourceFailedException sourceFailure() {
        List<PeerLostException> failures = new ArrayList<>();
        for (int rank = 0; rank < members.length; rank++) {
            PeerLostException failure = fates.failure(members[rank]);
            if (failure != null && !acknowledged.get(rank)) {
                failures.add(failure);
            }
        }
        return failures.isEmpty() ? null : new SourceFailedException(failures);
    }
}
