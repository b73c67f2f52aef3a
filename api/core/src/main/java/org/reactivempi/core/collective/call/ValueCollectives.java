package org.reactivempi.core.collective.call;

import org.reactivempi.Blocks;
import org.reactivempi.Buffer;
import org.reactivempi.Collectives;
import org.reactivempi.SendBuffer;
import org.reactivempi.core.collective.CollectiveMono;

/**
 * Collective operations, and the same for blocks whose lengths have been exchanged before. A rank that was cut off from the lengths does
 * its part without them, so that the others get theirs; the steps of all ranks fit together only where they depend on the ranks alone. So
 * these two have one algorithm each, also for long blocks, and whatever the settings ask for.
 */
public interface ValueCollectives extends Collectives {

    /** As {@link #bcast}. */
    CollectiveMono bcastOfValue(Buffer data, int root);

    /** As {@link #allgatherv}. */
    CollectiveMono allgatherOfValues(SendBuffer send, Blocks receive);
}
