package org.reactivempi.core.partition;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Buffers;
import org.reactivempi.ErrorClass;
import org.reactivempi.MpiException;
import org.reactivempi.Payload;
import org.reactivempi.Status;
import org.reactivempi.core.operation.OperationContext;
import org.reactivempi.core.operation.ReceiveMono;
import org.reactivempi.core.operation.SendMono;
import org.reactivempi.core.request.PersistentOperation;
import org.reactivempi.transport.engine.port.SendMode;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Sinks;

/**
 * A partitioned receive.
 *
 * <pre>
 *  start --has met its send--&gt; all is posted, and the sender told so --each part that comes: here--&gt; end
 *    |                           |
 *    +--no send meets it---------+--a part fails, or is one of a send that was given up: the others end--&gt; end
 * </pre>
 * Where sender and receiver have different numbers of partitions, one of them is here when all parts of the sender's are that it has some of.
 */
final class PartitionedReceiving extends PartitionedEnd {

    private final Marks arrived;
    private boolean wasStarted;

    /** What the sender says. */
    private final long[] told = new long[Pairing.WIDTH];

    private @Nullable Pairing pairing;
    private @Nullable Throwable unpaired;
    private Posted @Nullable [] posted;
    private @Nullable PersistentOperation telling;
    private final PersistentOperation.Owner onTold = new Part();

    /** How many of the sender's parts are to come that a partition has some of. */
    private final int[] missing;

    private final int[] order;
    private int here;
    private final List<Sinks.Many<Integer>> listening = new ArrayList<>();

    /** One that has not begun to {@link #meet}. */
    PartitionedReceiving(PartitionContext of, Payload room, int partitions, int source, int tag) {
        super(of, room, partitions, source, tag);
        this.arrived = new Marks(partitions);
        this.missing = new int[partitions];
        this.order = new int[partitions];
    }

    @Override
    PersistentOperation meeting(OperationContext meetings) {
        return ReceiveMono.partInto(meetings, Buffers.of(told), peer, tag).persistent();
    }

    @Override
    void onMet(Status status) {
        try {
            pairing = Pairing.of(told, status.lengthBytes());
        } catch (MpiException malformed) {
            unpaired = malformed;
        }
        if (runs()) {
            beginPaired();
        }
    }

    @Override
    void onUnmet(Throwable why) {
        unpaired = why;
        if (runs()) {
            beginPaired();
        }
    }

    @Override
    boolean isWritten() {
        return true;
    }

    @Override
    void reset() {
        arrived.clear();
    }

    /** Any thread. */
    boolean hasArrived(int partition) {
        check(partition);
        return !isActive() || arrived.isSet(partition);
    }

    @Override
    void begin() {
        wasStarted = true;
        here = 0;
        if (pairing != null || unpaired != null) {
            beginPaired();
        }
    }

    @Override
    void beginWithNobody() {
        wasStarted = true;
        here = 0;
        for (int own = 0; own < partitions; own++) {
            arrive(own);
        }
    }

    private void beginPaired() {
        Pairing with = pairing;
        if (with == null) {
            fail(Objects.requireNonNull(unpaired));
            endIfDone();
            return;
        }
        expect(1);
        if (with.lengthBytes() == memory.lengthBytes()) {
            post(with);
        } else {
            fail(new MpiException(
                    ErrorClass.COUNT,
                    "the partitions have " + memory.lengthBytes() + " bytes in all, those of the sender "
                            + with.lengthBytes()));
        }
        telling(with).start(onTold);
    }

    private PersistentOperation telling(Pairing with) {
        PersistentOperation known = telling;
        if (known == null) {
            long[] length = {memory.lengthBytes()};
            known = SendMono.part(at, Buffers.of(length), peer, with.tagBack(), SendMode.STANDARD)
                    .persistent();
            telling = known;
        }
        return known;
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
        for (int own = 0; own < partitions; own++) {
            missing[own] = lastOf(own, partitions, with.partitions()) - firstOf(own, partitions, with.partitions()) + 1;
        }
        expect(parts.length);
        for (Posted part : parts) {
            part.receive.start(part);
        }
    }

    /**
     * The first of {@code others} equal parts of the same bytes that a part has some of.
     *
     * @param number of the part
     * @param parts how many equal parts it is one of
     */
    private static int firstOf(int number, int parts, int others) {
        return (int) ((long) number * others / parts);
    }

    private static int lastOf(int number, int parts, int others) {
        return (int) (((long) (number + 1) * others - 1) / parts);
    }

    private void arrive(int own) {
        arrived.set(own);
        order[here++] = own;
        if (!listening.isEmpty()) {
            List.copyOf(listening).forEach(each -> each.tryEmitNext(own));
        }
    }

    @Override
    boolean isWhole() {
        return here == partitions;
    }

    @Override
    void onEnd(@Nullable Throwable failed) {
        List<Sinks.Many<Integer>> told = List.copyOf(listening);
        listening.clear();
        told.forEach(each -> complete(each, failed));
    }

    private static void complete(Sinks.Many<Integer> sink, @Nullable Throwable failed) {
        if (failed == null) {
            sink.tryEmitComplete();
        } else {
            sink.tryEmitError(failed);
        }
    }

    /** Any thread. */
    Flux<Integer> arrivals() {
        return Flux.defer(this::ofLastStart).subscribeOn(engine().scheduler());
    }

    private Flux<Integer> ofLastStart() {
        if (!wasStarted) {
            return Flux.empty();
        }
        Sinks.Many<Integer> sink = Sinks.many().unicast().onBackpressureBuffer();
        for (int i = 0; i < here; i++) {
            sink.tryEmitNext(order[i]);
        }
        if (!runs()) {
            complete(sink, failure());
            return sink.asFlux();
        }
        listening.add(sink);
        // A thread that moves the messages while it blocks may fill the sink.
        return sink.asFlux().publishOn(engine().scheduler()).doOnCancel(() -> enter(() -> listening.remove(sink)));
    }

    @Override
    Status status() {
        return Status.of(peer, tag, memory.lengthBytes());
    }

    @Override
    protected String inWords() {
        return at.ranks().inWords("precv", "source", peer, tag);
    }

    @Override
    String progress() {
        return ", " + here + " of " + partitions + " partitions are here";
    }

    /** One of the sender's parts is here. */
    private void has(Pairing with, int number) {
        int last = lastOf(number, with.partitions(), partitions);
        for (int own = firstOf(number, with.partitions(), partitions); own <= last; own++) {
            if (--missing[own] == 0) {
                arrive(own);
            }
        }
    }

    /** The receive of one of the sender's parts, and of those that come with it: no message comes for them then. */
    private final class Posted extends Part {

        private final Pairing with;
        private final int number;
        private final PersistentOperation receive;

        Posted(Pairing with, int number) {
            this.with = with;
            this.number = number;
            long from = number * with.partBytes();
            this.receive = ReceiveMono.partInto(
                            at, memory.part(from, memory.lengthBytes() - from), peer, with.tag(number))
                    .persistent();
        }

        @Override
        public void onCompleted(Status status) {
            int end = number + with.run(number, status.lengthBytes());
            if (end == number) {
                ended(givenUp());
                return;
            }
            has(with, number);
            for (int more = number + 1; more < end; more++) {
                Objects.requireNonNull(posted)[more].receive.cancel();
                has(with, more);
            }
            ended(null);
        }

        @Override
        public void onFailed(Throwable error) {
            boolean tooLong = error instanceof MpiException known && known.errorClass() == ErrorClass.TRUNCATE;
            ended(tooLong ? givenUp() : error);
        }
    }

    private static MpiException givenUp() {
        return new MpiException(ErrorClass.OTHER, "the sender has given up before all partitions were ready");
    }
}
