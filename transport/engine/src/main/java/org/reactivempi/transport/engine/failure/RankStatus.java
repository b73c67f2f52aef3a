package org.reactivempi.transport.engine.failure;

import io.netty.util.collection.IntObjectHashMap;
import io.netty.util.collection.IntObjectMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.port.EngineException.PeerLostException;

/** What has become of the peers of a rank, those of its job and others, as far as it knows: they live, have finalized, or have failed; and may live again. */
public final class RankStatus {

    /** Knows of ranks that can't be reached whether they have come to their orderly end. */
    @FunctionalInterface
    public interface Departures {

        /**
         * Asks for one.
         *
         * @param rank in the job
         * @param answer gets true if it has, now or later, on the progress thread
         */
        void ask(int rank, Consumer<Boolean> answer);
    }

    private final IntObjectMap<PeerLostException> losses = new IntObjectHashMap<>();

    /** A rank is lost; false if that was known. */
    boolean lost(PeerLostException loss) {
        if (losses.get(loss.rank()) != null) {
            return false;
        }
        losses.put(loss.rank(), loss);
        return true;
    }

    /** A rank is there, or there again; returns how it was lost, null if it wasn't. */
    @Nullable
    PeerLostException returned(int rank) {
        return losses.remove(rank);
    }

    /** Why a rank takes part in nothing any more; null if it does. */
    @Nullable
    PeerLostException loss(int rank) {
        return losses.get(rank);
    }

    /** How a rank has failed; null if it lives, or has finalized. */
    @Nullable
    PeerLostException failure(int rank) {
        PeerLostException loss = losses.get(rank);
        return loss == null || loss.hasFinalized() ? null : loss;
    }

    /** Shows why each rank is lost that is. */
    void forEachLoss(Consumer<PeerLostException> visitor) {
        losses.values().forEach(visitor);
    }
}
