package org.reactivempi.core.collective.call;

import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import org.reactivempi.AnyCommunicator;
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import org.reactivempi.Collectives;
import org.reactivempi.Intercommunicator;
import org.reactivempi.Mpi;
import org.reactivempi.Op;
import org.reactivempi.ScalarCollectives;
import org.reactivempi.ScalarScans;
import org.reactivempi.Scans;
import org.reactivempi.SendBuffer;
import org.reactivempi.core.collective.CollectiveContext;
import reactor.core.publisher.Mono;

/** Reductions of one number of each rank: those of its communicator, with a buffer of one element. */
public final class ScalarCalls implements ScalarCollectives {

    private final AnyCommunicator of;
    private final CollectiveContext collectives;
    private final Collectives calls;

    /**
     * No operations yet.
     *
     * @param collectives where those of {@code of} run
     * @param calls those of {@code of}
     */
    public ScalarCalls(AnyCommunicator of, CollectiveContext collectives, Collectives calls) {
        this.of = of;
        this.collectives = collectives;
        this.calls = calls;
    }

    /** The scans of a communicator of one group. */
    public ScalarScans scans(Scans scans) {
        return new OfOneGroup(scans);
    }

    @Override
    public Mono<Double> allreduce(double value, Op op) {
        return ofDouble("allreduce", true, value, (send, room) -> calls.allreduce(send, room, op));
    }

    @Override
    public Mono<Long> allreduce(long value, Op op) {
        return ofLong("allreduce", true, value, (send, room) -> calls.allreduce(send, room, op));
    }

    @Override
    public Mono<Double> reduce(double value, Op op, int root) {
        return ofDouble("reduce", isRoot(root), value, (send, room) -> calls.reduce(send, room, op, root));
    }

    @Override
    public Mono<Long> reduce(long value, Op op, int root) {
        return ofLong("reduce", isRoot(root), value, (send, room) -> calls.reduce(send, room, op, root));
    }

    private boolean isRoot(int root) {
        return of instanceof Intercommunicator ? root == Mpi.ROOT : root == of.rank();
    }

    private Mono<Double> ofDouble(
            String call, boolean gives, double value, BiFunction<SendBuffer, Buffer, Mono<Void>> operation) {
        return of(
                call,
                gives,
                () -> new double[1],
                room -> operation.apply(Buffers.doubles(value), Buffers.of(room)),
                room -> room[0]);
    }

    private Mono<Long> ofLong(
            String call, boolean gives, long value, BiFunction<SendBuffer, Buffer, Mono<Void>> operation) {
        return of(
                call,
                gives,
                () -> new long[1],
                room -> operation.apply(Buffers.longs(value), Buffers.of(room)),
                room -> room[0]);
    }

    /** Each subscription has a room of its own for the result. */
    private <A, T> Mono<T> of(
            String call, boolean gives, Supplier<A> rooms, Function<A, Mono<Void>> operation, Function<A, T> result) {
        return collectives.composed(call, () -> {
            A room = rooms.get();
            Mono<Void> done = operation.apply(room);
            return gives ? done.then(Mono.fromSupplier(() -> result.apply(room))) : done.then(Mono.empty());
        });
    }

    private final class OfOneGroup implements ScalarScans {

        private final Scans scans;

        OfOneGroup(Scans scans) {
            this.scans = scans;
        }

        @Override
        public Mono<Double> scan(double value, Op op) {
            return ofDouble("scan", true, value, (send, room) -> scans.scan(send, room, op));
        }

        @Override
        public Mono<Long> scan(long value, Op op) {
            return ofLong("scan", true, value, (send, room) -> scans.scan(send, room, op));
        }

        @Override
        public Mono<Double> exscan(double value, Op op) {
            return ofDouble("exscan", of.rank() > 0, value, (send, room) -> scans.exscan(send, room, op));
        }

        @Override
        public Mono<Long> exscan(long value, Op op) {
            return ofLong("exscan", of.rank() > 0, value, (send, room) -> scans.exscan(send, room, op));
        }
    }
}
