package org.reactivempi.transport.engine.failure;

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

    int size() {
        return losses.length;
    }

    /** Why a rank takes part in nothing any more; null if it does. */
    @Nullable
    PeerLostException loss(int rank) {
        return losses[rank];
    }

    /** How a rank has failed; null if it lives, or has finalized. */
    @Nullable
    PeerLostException failure(int rank) {
        PeerLostException loss = losses[rank];
        return loss == null || loss.hasFinalized() ? null : loss;
    }
}
