package org.reactivempi.core.partition;

import org.reactivempi.PartitionedReceive;
import org.reactivempi.core.request.CorePersistentRequest;
import reactor.core.publisher.Flux;

/** A partitioned receive as its user has it. */
final class CorePartitionedReceive extends CorePersistentRequest implements PartitionedReceive {

    private final PartitionedReceiving receiving;
    private final Runnable onFree;

    /** {@code onFree} ends what waits for its send. */
    CorePartitionedReceive(Rounds rounds, PartitionedReceiving receiving, Runnable onFree) {
        super(rounds);
        this.receiving = receiving;
        this.onFree = onFree;
    }

    @Override
    public int partitions() {
        return receiving.partitions();
    }

    @Override
    public boolean arrived(int partition) {
        return receiving.hasArrived(partition);
    }

    @Override
    public Flux<Integer> arrivals() {
        return receiving.arrivals();
    }

    @Override
    public void free() {
        Rounds.checkInactive(this, "precv");
        super.free();
        onFree.run();
    }

    @Override
    public String toString() {
        return receiving.inWords();
    }
}
