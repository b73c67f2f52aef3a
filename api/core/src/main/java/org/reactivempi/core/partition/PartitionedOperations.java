package org.reactivempi.core.partition;

import java.util.Objects;
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
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
import org.reactivempi.core.operation.ReceiveMono;
import org.reactivempi.core.operation.SendMono;
import org.reactivempi.transport.engine.port.Engine;
import org.reactivempi.transport.engine.port.SendMode;
import org.reactivestreams.Publisher;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;

/** MPI's chapter 4 on a communicator. */
public final class PartitionedOperations implements Partitions {

    private final RankMap arguments;
    private final OperationContext sends;
    private final OperationContext receives;
    private final OperationContext sentParts;
    private final OperationContext receivedParts;
    private final PartNumbers numbers = new PartNumbers();

    /**
     * None yet.
     *
     * @param arguments throws what is wrong with ranks and tags
     * @param meetings where sends and receives meet
     * @param parts where partitions travel
     */
    public PartitionedOperations(RankMap arguments, OperationContext meetings, OperationContext parts) {
        this.arguments = arguments;
        this.sends = Named.at(meetings, "psend");
        this.receives = Named.at(meetings, "precv");
        this.sentParts = Named.at(parts, "psend");
        this.receivedParts = Named.at(parts, "precv");
    }

    private Engine engine() {
        return sends.engine();
    }

    @Override
    public PartitionedSend psend(SendBuffer data, int partitions, int destination, int tag) {
        return send(data, partitions, destination, tag);
    }

    @Override
    public Mono<Status> psend(SendBuffer data, int partitions, Publisher<Integer> readiness, int destination, int tag) {
        Objects.requireNonNull(readiness, "readiness");
        return OperationMono.of(
                engine(),
                sends.ranks().inWords("psend", "destination", destination, tag),
                Mono.defer(() -> Readiness.sent(send(data, partitions, destination, tag), readiness)));
    }

    private CorePartitionedSend send(SendBuffer data, int partitions, int destination, int tag) {
        boolean toNobody = destination == Mpi.PROC_NULL;
        if (toNobody) {
            arguments.noProcess(tag, false);
        } else {
            arguments.destination(destination, tag);
        }
        Payload whole = checked(data, partitions, false);
        int number = toNobody ? 0 : numbers.take(partitions);
        Pairing pairing = new Pairing(whole.lengthBytes(), partitions, number);
        PartitionedSending sending = new PartitionedSending(sentParts, whole, destination, tag, pairing);
        Rounds rounds = new Rounds(engine(), sending::inWords, () -> checkUsable(tag), sending::reset, sending);
        if (toNobody) {
            return new CorePartitionedSend(rounds, sending, () -> {});
        }
        Disposable meeting = new SendMono(sends, Buffers.of(pairing.told()), destination, tag, SendMode.SYNCHRONOUS)
                .subscribe(met -> {}, lost -> {});
        return new CorePartitionedSend(rounds, sending, () -> {
            if (!sending.wasStarted()) {
                // Else its receiver has to hear how it has ended.
                meeting.dispose();
            }
            numbers.giveBack(number);
        });
    }

    @Override
    public PartitionedReceive precv(Buffer room, int partitions, int source, int tag) {
        boolean fromNobody = source == Mpi.PROC_NULL;
        if (source == Mpi.ANY_SOURCE) {
            throw new MpiException(ErrorClass.RANK, "a partitioned receive has one source, and not ANY_SOURCE");
        }
        if (tag == Mpi.ANY_TAG) {
            throw new MpiException(ErrorClass.TAG, "a partitioned receive has one tag, and not ANY_TAG");
        }
        if (fromNobody) {
            arguments.noProcess(tag, false);
        } else {
            arguments.source(source, tag);
        }
        Payload whole = checked(room, partitions, true);
        PartitionedReceiving receiving = new PartitionedReceiving(receivedParts, whole, partitions, source, tag);
        Rounds rounds = new Rounds(engine(), receiving::inWords, () -> checkUsable(tag), receiving::reset, receiving);
        if (fromNobody) {
            return new CorePartitionedReceive(rounds, receiving, () -> {});
        }
        long[] told = new long[Pairing.WIDTH];
        Disposable meeting = ReceiveMono.into(receives, Buffers.of(told), source, tag)
                .map(status -> Pairing.of(told, status.lengthBytes()))
                .subscribe(met -> receiving.paired(met, null), none -> receiving.paired(null, none));
        return new CorePartitionedReceive(rounds, receiving, meeting::dispose);
    }

    private void checkUsable(int tag) {
        arguments.noProcess(tag, false);
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
