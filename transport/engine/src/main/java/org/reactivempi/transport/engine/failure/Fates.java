package org.reactivempi.transport.engine.failure;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.link.PeerLostException;

/** What has become of the ranks of the job, as far as this rank knows: they live, have finalized, or have failed. */
final class Fates {

    private final @Nullable PeerLostException[] losses;

    Fates(int size) {
        this.losses = new PeerLostException[size];
    }

    /** A rank is lost; false if that was known. */
    boolean lost(int rank, PeerLostException loss) {
        if (losses[rank] != null) {
            return false;
        }
        losses[rank] = loss;
        return true;
    }

    /** Whether a rank takes part in nothing any more. */
    boolean isGone(int rank) {
        return losses[rank] != null;
    }

    /** How a rank has failed; null if it lives, or has finalized. */
    @Nullable
    PeerLostException failure(int rank) {
        PeerLostException loss = losses[rank];
        return loss == null || loss.hasFinalized() ? null : loss;
    }

    /** How those of some ranks have failed that have. */
    List<PeerLostException> failures(int[] ranks) {
        List<PeerLostException> failures = new ArrayList<>();
        for (int rank : ranks) {
            PeerLostException failure = failure(rank);
            if (failure != null) {
                failures.add(failure);
            }
        }
        return failures;
    }
}
