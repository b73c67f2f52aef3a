package org.reactivempi.core.partition;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Buffers;
import org.reactivempi.ErrorClass;
import org.reactivempi.Mpi;
import org.reactivempi.MpiException;
import org.reactivempi.Payload;
import org.reactivempi.Status;
import org.reactivempi.core.operation.LocalMono;
import org.reactivempi.core.operation.OperationContext;
import org.reactivempi.core.operation.ReceiveMono;
import org.reactivempi.core.operation.SendMono;
import org.reactivempi.core.request.PersistentOperation;
import org.reactivempi.transport.engine.port.SendMode;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Sinks;

/**
 * The starts of a partitioned receive, one after the other.
 *
 * <pre>
 *  RESTING --start--&gt; STARTED --has met its send: all is posted, and the sender told so--&gt; parts arrive --all here--&gt; RESTING
 * </pre>
 * Where sender and receiver have different numbers of partitions, one of them is here when all parts of the sender's are that it has some of.
 */
final class PartitionedReceiving implements LocalMono.Work<Status> {

    private final OperationContext at;
    private final Payload room;
    private final int partitions;
    private final int source;
    private final int tag;
    private final Marks arrived;
    private volatile boolean isStarted;

    // All else on the progress thread.

    private @Nullable Pairing pairing;
    private @Nullable Throwable unpaired;
    private Posted @Nullable [] posted;
    private @Nullable PersistentOperation telling;
    private final PersistentOperation.Owner onTold = new Ends(this::onTold);

    private @Nullable Owner<Status> owner;
    private @Nullable Throwable failure;
    private int open;
    /** How many of the sender's parts are to come that a partition has some of. */
    private final int[] missing;

    private final int[] order;
    private int here;
    private boolean wasStarted;
    private final List<Sinks.Many<Integer>> listening = new ArrayList<>();

    PartitionedReceiving(OperationContext at, Payload room, int partitions, int source, int tag) {
        this.at = at;
        this.room = room;
        this.partitions = partitions;
        this.source = source;
        this.tag = tag;
        this.arrived = new Marks(partitions);
        this.missing = new int[partitions];
        this.order = new int[partitions];
    }

    int partitions() {
        return partitions;
    }

    /** Before a start. */
    void reset() {
        arrived.clear();
        isStarted = true;
    }

    /** Any thread. */
    boolean hasArrived(int partition) {
        if (partition < 0 || partition >= partitions) {
            throw new MpiException(ErrorClass.ARG, "partition " + partition + " is outside 0.." + (partitions - 1));
        }
        return !isStarted || arrived.isSet(partition);
    }

    /** A send has met it, or none will. */
    void paired(@Nullable Pairing with, @Nullable Throwable none) {
        pairing = with;
        unpaired = none;
        if (owner != null) {
            begin();
        }
    }

    @Override
    public void start(Owner<Status> owner) {
        this.owner = owner;
        failure = null;
        here = 0;
        wasStarted = true;
        if (source == Mpi.PROC_NULL) {
            for (int own = 0; own < partitions; own++) {
                arrive(own);
            }
            end();
            return;
        }
        if (pairing != null || unpaired != null) {
            begin();
        }
    }

    private void begin() {
        Pairing with = pairing;
        if (with == null) {
            failure = unpaired;
            end();
            return;
        }
        open = 1;
        boolean fits = with.lengthBytes() == room.lengthBytes();
        if (fits) {
            post(with);
        } else {
            failure = new MpiException(
                    ErrorClass.COUNT,
                    "the partitions have " + room.lengthBytes() + " bytes in all, those of the sender "
                            + with.lengthBytes());
        }
        PersistentOperation tells = telling;
        if (tells == null) {
            tells = new SendMono(
                            at, Buffers.of(new long[] {room.lengthBytes()}), source, with.tagBack(), SendMode.STANDARD)
                    .persistent();
            telling = tells;
        }
        tells.start(onTold);
    }

    private void post(Pairing with) {
        Posted[] parts = posted;
        if (parts == null) {
            parts = new Posted[with.partitions()];
            for (int i = 0; i < parts.length; i++) {
                parts[i] = new Posted(with, i);
            }
            posted = parts;
        }
        open += parts.length;
        for (int own = 0; own < partitions; own++) {
            missing[own] = with.partitions() == partitions ? 1 : lastOf(own, with) - firstOf(own, with) + 1;
        }
        for (Posted part : parts) {
            part.receive.start(part);
        }
    }

    /** The first of the sender's parts that a partition has some of. */
    private int firstOf(int own, Pairing with) {
        return (int) ((long) own * with.partitions() / partitions);
    }

    private int lastOf(int own, Pairing with) {
        return (int) (((long) (own + 1) * with.partitions() - 1) / partitions);
    }

    /** One of the sender's parts. */
    private final class Posted implements PersistentOperation.Owner {

        private final PersistentOperation receive;
        private final long lengthBytes;
        /** Those of this side that have some of it. */
        private final int first;

        private final int last;

        Posted(Pairing with, int number) {
            this.lengthBytes = with.partBytes();
            this.first = (int) ((long) number * partitions / with.partitions());
            this.last = (int) (((long) (number + 1) * partitions - 1) / with.partitions());
            this.receive = ReceiveMono.into(at, room.part(number * lengthBytes, lengthBytes), source, with.tag(number))
                    .persistent();
        }

        @Override
        public void onCompleted(Status status) {
            if (status.lengthBytes() == lengthBytes) {
                for (int own = first; own <= last; own++) {
                    if (--missing[own] == 0) {
                        arrive(own);
                    }
                }
                close(null);
            } else {
                close(givenUp());
            }
        }

        @Override
        public void onFailed(Throwable error) {
            boolean tooLong = error instanceof MpiException known && known.errorClass() == ErrorClass.TRUNCATE;
            close(tooLong ? givenUp() : error);
        }

        @Override
        public void onCancelled() {
            close(null);
        }
    }

    private static MpiException givenUp() {
        return new MpiException(ErrorClass.OTHER, "the sender has given up before all partitions were ready");
    }

    private void arrive(int own) {
        arrived.set(own);
        order[here++] = own;
        for (Sinks.Many<Integer> each : List.copyOf(listening)) {
            each.tryEmitNext(own);
        }
    }

    private void onTold(@Nullable Throwable failed) {
        close(failed);
    }

    private void close(@Nullable Throwable failed) {
        if (failed != null && failure == null) {
            failure = failed;
        }
        if (--open == 0) {
            end();
        }
    }

    private void end() {
        Owner<Status> running = owner;
        if (running == null) {
            return;
        }
        owner = null;
        isStarted = false;
        Throwable failed = failure;
        List<Sinks.Many<Integer>> told = List.copyOf(listening);
        listening.clear();
        if (failed == null) {
            running.complete(source == Mpi.PROC_NULL ? Status.noProcess() : Status.of(source, tag, room.lengthBytes()));
            told.forEach(Sinks.Many::tryEmitComplete);
        } else {
            running.fail(failed);
            told.forEach(each -> each.tryEmitError(failed));
        }
    }

    Flux<Integer> arrivals() {
        return Flux.defer(this::ofLastStart).subscribeOn(at.engine().scheduler());
    }

    private Flux<Integer> ofLastStart() {
        if (!wasStarted) {
            return Flux.empty();
        }
        Sinks.Many<Integer> sink = Sinks.many().unicast().onBackpressureBuffer();
        for (int i = 0; i < here; i++) {
            sink.tryEmitNext(order[i]);
        }
        Throwable failed = failure;
        if (owner != null) {
            listening.add(sink);
            // A thread that moves the messages while it blocks may fill the sink.
            return sink.asFlux()
                    .publishOn(at.engine().scheduler())
                    .doOnCancel(() -> at.engine().scheduler().schedule(() -> listening.remove(sink)));
        }
        if (failed == null) {
            sink.tryEmitComplete();
        } else {
            sink.tryEmitError(failed);
        }
        return sink.asFlux();
    }

    @Override
    public boolean concernsOthers() {
        return true;
    }

    String inWords() {
        return at.ranks().inWords("precv", "source", source, tag);
    }
}
