package org.reactivempi.core.partition;

import org.reactivempi.ErrorClass;
import org.reactivempi.MpiException;
import org.reactivempi.PartitionedReceive;
import org.reactivempi.PartitionedSend;
import org.reactivempi.core.request.CorePersistentRequest;
import reactor.core.publisher.Flux;

/** An end of a partitioned operation as its user has it. Any thread. */
abstract class PartitionedRequest extends CorePersistentRequest {

    private final PartitionedEnd end;

    private PartitionedRequest(PartitionedEnd end) {
        super(end);
        this.end = end;
    }

    @Override
    public final void free() {
        if (!isComplete()) {
            throw new MpiException(ErrorClass.REQUEST, end.inWords() + " is active, and can't be freed");
        }
        super.free();
        end.free();
    }

    @Override
    public final String toString() {
        return end.inWords();
    }

    /** A send. */
    static final class Send extends PartitionedRequest implements PartitionedSend {

        private final PartitionedSending sending;

        Send(PartitionedSending sending) {
            super(sending);
            this.sending = sending;
        }

        PartitionedSending sending() {
            return sending;
        }

        @Override
        public int partitions() {
            return sending.partitions;
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
            // Ends also where the last one is the largest number that there is.
            for (long partition = first; partition <= last; partition++) {
                ready((int) partition);
            }
        }

        @Override
        public void readyAll(int... partitions) {
            for (int partition : partitions) {
                ready(partition);
            }
        }
    }

    /** A receive. */
    static final class Receive extends PartitionedRequest implements PartitionedReceive {

        private final PartitionedReceiving receiving;

        Receive(PartitionedReceiving receiving) {
            super(receiving);
            this.receiving = receiving;
        }

        @Override
        public int partitions() {
            return receiving.partitions;
        }

        @Override
        public boolean arrived(int partition) {
            return receiving.hasArrived(partition);
        }

        @Override
        public Flux<Integer> arrivals() {
            return receiving.arrivals();
        }
    }
}
