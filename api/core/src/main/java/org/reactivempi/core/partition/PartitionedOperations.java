package org.reactivempi.core.partition;

import java.util.Objects;
import org.reactivempi.Buffer;
import org.reactivempi.ErrorClass;
import org.reactivempi.Mpi;
import org.reactivempi.MpiException;
import org.reactivempi.PartitionedReceive;
import org.reactivempi.PartitionedSend;
import org.reactivempi.Partitions;
import org.reactivempi.Payload;
import org.reactivempi.SendBuffer;
import org.reactivempi.Status;
import org.reactivempi.core.operation.OperationContext;
import org.reactivempi.core.operation.OperationMono;
import org.reactivempi.core.operation.RankMap;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Mono;

/** MPI's chapter 4 on a communicator. */
public final class PartitionedOperations implements Partitions {

    private final PartitionContext context;
    private final PartNumbers numbers = new PartNumbers();

    /**
     * None yet.
     *
     * @param arguments throws what is wrong with ranks and tags
     * @param meetings where sends and receives meet
     * @param parts where partitions travel
     */
    public PartitionedOperations(RankMap arguments, OperationContext meetings, OperationContext parts) {
        this.context = new PartitionContext(arguments, meetings, parts);
    }

    @Override
    public PartitionedSend psend(SendBuffer data, int partitions, int destination, int tag) {
        return send(data, partitions, destination, tag);
    }

    @Override
    public Mono<Status> psend(SendBuffer data, int partitions, Publisher<Integer> readiness, int destination, int tag) {
        Objects.requireNonNull(readiness, "readiness");
        return OperationMono.of(
                context.parts().engine(),
                context.users(),
                context.parts().ranks().inWords("psend", "destination", destination, tag),
                Mono.defer(() -> Readiness.sent(send(data, partitions, destination, tag), readiness)));
    }

    private PartitionedRequest.Send send(SendBuffer data, int partitions, int destination, int tag) {
        boolean toNobody = destination == Mpi.PROC_NULL;
        if (toNobody) {
            context.users().noProcess(tag, false);
        } else {
            context.users().destination(destination, tag);
        }
        Payload whole = checked(data, partitions, false);
        int number = toNobody ? 0 : numbers.take(partitions);
        Pairing pairing = new Pairing(whole.lengthBytes(), partitions, number);
        PartitionedSending sending =
                new PartitionedSending(context, whole, destination, tag, pairing, () -> numbers.giveBack(number));
        if (!toNobody) {
            sending.meet();
        }
        return new PartitionedRequest.Send(sending);
    }

    @Override
    public PartitionedReceive precv(Buffer room, int partitions, int source, int tag) {
        if (source == Mpi.ANY_SOURCE) {
            throw new MpiException(ErrorClass.RANK, "a partitioned receive has one source, and not ANY_SOURCE");
        }
        if (tag == Mpi.ANY_TAG) {
            throw new MpiException(ErrorClass.TAG, "a partitioned receive has one tag, and not ANY_TAG");
        }
        boolean fromNobody = source == Mpi.PROC_NULL;
        if (fromNobody) {
            context.users().noProcess(tag, false);
        } else {
            context.users().source(source, tag);
        }
        Payload whole = checked(room, partitions, true);
        PartitionedReceiving receiving = new PartitionedReceiving(context, whole, partitions, source, tag);
        if (!fromNobody) {
            receiving.meet();
        }
        return new PartitionedRequest.Receive(receiving);
    }

    private static Payload checked(SendBuffer given, int partitions, boolean written) {
        OperationContext.check(given, written);
        Payload whole = Payload.of(given);
        if (!whole.isMemory()) {
            throw new MpiException(ErrorClass.TYPE, "records can't be parted: " + whole);
        }
        if (partitions < 1 || partitions > MOST_PARTITIONS) {
            throw new MpiException(ErrorClass.COUNT, partitions + " partitions are outside 1.." + MOST_PARTITIONS);
        }
        if (whole.count() % partitions != 0) {
            throw new MpiException(
                    ErrorClass.COUNT,
                    whole.count() + " elements can't be parted into " + partitions + " partitions of equal length");
        }
        return whole;
    }
}
