package org.reactivempi.core.partition;

import org.reactivempi.ErrorClass;
import org.reactivempi.MpiException;
import org.reactivempi.PartitionedSend;
import org.reactivempi.core.request.CorePersistentRequest;

/** A partitioned send as its user has it. */
final class CorePartitionedSend extends CorePersistentRequest implements PartitionedSend {

    private final PartitionedSending sending;
    private final Runnable onFree;

    /** {@code onFree} gives back what the send has had since it was made. */
    CorePartitionedSend(Rounds rounds, PartitionedSending sending, Runnable onFree) {
        super(rounds);
        this.sending = sending;
        this.onFree = onFree;
    }

    PartitionedSending sending() {
        return sending;
    }

    @Override
    public int partitions() {
        return sending.partitions();
    }

    @Override
    public void ready(int partition) {
        sending.ready(partition);
    }

    @Override
    public void ready(int first, int last) {
        if (last < first) {
            throw new MpiException(
                    ErrorClass.ARG, "partitions " + first + " to " + last + ": the last one is before the first");
        }
        for (int partition = first; partition <= last; partition++) {
            ready(partition);
        }
    }

    @Override
    public void readyAll(int... partitions) {
        for (int partition : partitions) {
            ready(partition);
        }
    }

    @Override
    public void free() {
        Rounds.checkInactive(this, "psend");
        super.free();
        onFree.run();
    }

    @Override
    public String toString() {
        return sending.inWords();
    }
}
