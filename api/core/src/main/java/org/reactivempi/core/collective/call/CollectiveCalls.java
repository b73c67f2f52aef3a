package org.reactivempi.core.collective.call;

import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Blocks;
import org.reactivempi.Buffer;
import org.reactivempi.ErrorClass;
import org.reactivempi.MpiException;
import org.reactivempi.Op;
import org.reactivempi.Payload;
import org.reactivempi.Scans;
import org.reactivempi.SendBuffer;
import org.reactivempi.core.collective.Call;
import org.reactivempi.core.collective.CollectiveContext;
import org.reactivempi.core.collective.CollectiveMono;
import org.reactivempi.core.collective.CollectiveMono.Part;
import org.reactivempi.core.collective.algorithm.Algorithms;
import org.reactivempi.core.collective.algorithm.Allgathers;
import org.reactivempi.core.collective.algorithm.Alltoalls;
import org.reactivempi.core.collective.algorithm.Barriers;
import org.reactivempi.core.collective.algorithm.Broadcasts;
import org.reactivempi.core.collective.algorithm.Gathers;
import org.reactivempi.core.collective.algorithm.Hosts;
import org.reactivempi.core.collective.algorithm.Member;
import org.reactivempi.core.collective.algorithm.Plans;
import org.reactivempi.core.collective.algorithm.PrefixReductions;
import org.reactivempi.core.collective.algorithm.Reductions;
import org.reactivempi.core.collective.algorithm.Task;
import org.reactivempi.core.collective.plan.Plan;
import org.reactivempi.core.settings.CollectiveSettings;
import reactor.core.publisher.Mono;

/** The collective operations of a communicator of one group: what is wrong with their arguments, and which plan they run by. */
public final class CollectiveCalls implements ValueCollectives, Scans {

    private final CollectiveContext collectives;
    private final Runnable usable;
    private final Plans plans;
    private final Member member;
    private final int rank;
    private final int size;

    /**
     * No operations yet.
     *
     * @param usable throws if the communicator can't be used; asked at each start
     * @param hosts which of the ranks share one
     */
    public CollectiveCalls(CollectiveContext collectives, Runnable usable, CollectiveSettings settings, Hosts hosts) {
        this.collectives = collectives;
        this.usable = usable;
        this.plans = new Plans(settings.algorithms(), settings.reproducible());
        this.rank = collectives.endpoint().rank();
        this.size = collectives.size();
        this.member = new Member(rank, size, hosts);
    }

    @Override
    public Mono<Void> barrier() {
        return operation(
                "barrier",
                () -> part(
                        () -> Call.of("barrier"),
                        Task.of(Barriers.BARRIER, member, 0, 0, false),
                        Buffer.empty(),
                        Buffer.empty()));
    }

    @Override
    public Mono<Void> bcast(Buffer data, int root) {
        return bcast(data, root, plans::of);
    }

    @Override
    public CollectiveMono bcastOfValue(Buffer data, int root) {
        return bcast(data, root, task -> Broadcasts.BCAST.plan(Broadcasts.OF_ANY_LENGTH, task));
    }

    private CollectiveMono bcast(Buffer data, int root, Function<Task, Plan> plan) {
        Objects.requireNonNull(data, "data");
        return operation("bcast", () -> {
            root(root);
            Payload.of(data).check(rank != root);
            long bytes = data.lengthBytes();
            return Given.part(
                    () -> typed(Call.of("bcast").root(root).bytes(bytes), Payload.of(data)),
                    plan.apply(Task.of(Broadcasts.BCAST, member, root, bytes, false)),
                    Buffer.empty(),
                    data);
        });
    }

    @Override
    public Mono<Void> gather(SendBuffer send, Buffer receive, int root) {
        return operation("gather", () -> {
            root(root);
            if (rank != root) {
                Payload own = Given.buffer(send, "send");
                own.check(false);
                long bytes = own.lengthBytes();
                return part(
                        () -> typed(Call.of("gather").root(root).bytes(bytes), own),
                        Task.of(Gathers.GATHER, member, root, bytes, false),
                        own,
                        Buffer.empty());
            }
            Payload all = Given.buffer(receive, "receive");
            all.check(true);
            long block = block(all, "receive");
            boolean inPlace = inPlace(send, all, block);
            return part(
                    () -> typed(Call.of("gather").root(root).bytes(block), all),
                    Task.of(Gathers.GATHER, member, root, block, inPlace),
                    send,
                    all);
        });
    }

    @Override
    public Mono<Void> gatherv(SendBuffer send, Blocks receive, int root) {
        return operation("gatherv", () -> {
            root(root);
            if (rank != root) {
                Payload own = Given.buffer(send, "send");
                own.check(false);
                return part(
                        () -> Call.of("gatherv").root(root),
                        Task.ofOwnBlock(Gathers.GATHER, member, root, own.lengthBytes()),
                        own,
                        Buffer.empty());
            }
            long[] blocks = blocks(receive, "receive", true);
            boolean inPlace = inPlace(send, Payload.of(receive.get(rank)), blocks[rank]);
            return part(
                    () -> Call.of("gatherv").root(root),
                    Task.ofBlocks(Gathers.GATHER, member, root, blocks, inPlace),
                    send,
                    receive.asBuffer());
        });
    }

    @Override
    public Mono<Void> scatter(SendBuffer send, Buffer receive, int root) {
        return operation("scatter", () -> {
            root(root);
            if (rank != root) {
                Payload own = Given.buffer(receive, "receive");
                own.check(true);
                long bytes = own.lengthBytes();
                return part(
                        () -> typed(Call.of("scatter").root(root).bytes(bytes), own),
                        Task.of(Gathers.SCATTER, member, root, bytes, false),
                        Buffer.empty(),
                        own);
            }
            Payload all = Given.buffer(send, "send");
            all.check(false);
            long block = block(all, "send");
            boolean inPlace = inPlaceAtReceiver(receive, all, block);
            return part(
                    () -> typed(Call.of("scatter").root(root).bytes(block), all),
                    Task.of(Gathers.SCATTER, member, root, block, inPlace),
                    all,
                    receive);
        });
    }

    @Override
    public Mono<Void> scatterv(Blocks send, Buffer receive, int root) {
        return operation("scatterv", () -> {
            root(root);
            if (rank != root) {
                Payload own = Given.buffer(receive, "receive");
                own.check(true);
                return part(
                        () -> Call.of("scatterv").root(root),
                        Task.ofOwnBlock(Gathers.SCATTER, member, root, own.lengthBytes()),
                        Buffer.empty(),
                        own);
            }
            long[] blocks = blocks(send, "send", false);
            boolean inPlace = inPlaceAtReceiver(receive, Payload.of(send.get(rank)), blocks[rank]);
            return part(
                    () -> Call.of("scatterv").root(root),
                    Task.ofBlocks(Gathers.SCATTER, member, root, blocks, inPlace),
                    send.asBuffer(),
                    receive);
        });
    }

    @Override
    public Mono<Void> allgather(SendBuffer send, Buffer receive) {
        return operation("allgather", () -> {
            Payload all = Given.buffer(receive, "receive");
            all.check(true);
            long block = block(all, "receive");
            boolean inPlace = inPlace(send, all, block);
            return part(
                    () -> typed(Call.of("allgather").bytes(block), all),
                    Task.of(Allgathers.ALLGATHER, member, 0, block, inPlace),
                    send,
                    all);
        });
    }

    @Override
    public Mono<Void> allgatherv(SendBuffer send, Blocks receive) {
        return allgatherv(send, receive, plans::of);
    }

    @Override
    public CollectiveMono allgatherOfValues(SendBuffer send, Blocks receive) {
        return allgatherv(send, receive, task -> Allgathers.ALLGATHER.plan(Allgathers.OF_ANY_LENGTH, task));
    }

    private CollectiveMono allgatherv(SendBuffer send, Blocks receive, Function<Task, Plan> plan) {
        return operation("allgatherv", () -> {
            long[] blocks = blocks(receive, "receive", true);
            boolean inPlace = inPlace(send, Payload.of(receive.get(rank)), blocks[rank]);
            return Given.part(
                    () -> Call.of("allgatherv").blocks(blocks),
                    plan.apply(Task.ofBlocks(Allgathers.ALLGATHER, member, 0, blocks, inPlace)),
                    send,
                    receive.asBuffer());
        });
    }

    @Override
    public Mono<Void> alltoall(SendBuffer send, Buffer receive) {
        return operation("alltoall", () -> {
            Payload all = Given.buffer(receive, "receive");
            all.check(true);
            long block = block(all, "receive");
            boolean inPlace = inPlace(send, all, block * size);
            return part(
                    () -> typed(Call.of("alltoall").bytes(block), all),
                    Task.of(Alltoalls.ALLTOALL, member, 0, block, inPlace),
                    send,
                    all);
        });
    }

    @Override
    public Mono<Void> alltoallv(Blocks send, Blocks receive) {
        return operation("alltoallv", () -> {
            long[] sent = blocks(send, "send", false);
            long[] received = blocks(receive, "receive", true);
            if (sent[rank] != received[rank]) {
                throw Given.lengths(sent[rank], received[rank]);
            }
            return part(
                    () -> Call.of("alltoallv"),
                    Task.ofBlocks(Alltoalls.ALLTOALL, member, 0, sent, received, false),
                    send.asBuffer(),
                    receive.asBuffer());
        });
    }

    @Override
    public Mono<Void> alltoallv(Blocks blocks) {
        return operation("alltoallv", () -> {
            long[] lengths = blocks(blocks, "blocks", true);
            return part(
                    () -> Call.of("alltoallv"),
                    Task.ofBlocks(Alltoalls.ALLTOALL, member, 0, lengths, true),
                    Buffer.inPlace(),
                    blocks.asBuffer());
        });
    }

    @Override
    public Mono<Void> reduce(SendBuffer send, Buffer receive, Op op, int root) {
        return operation("reduce", () -> {
            root(root);
            Payload own = rank == root ? Given.buffer(receive, "receive") : Given.buffer(send, "send");
            own.check(rank == root);
            long bytes = own.lengthBytes();
            boolean inPlace = rank == root && Given.inPlace(send, bytes);
            Buffer result = rank == root ? receive : Buffer.empty();
            boolean commutative = Given.op(op).isCommutative();
            Op.Reducer reducer = op.reducer(Given.type(send, own, inPlace));
            return part(
                    () -> Given.reducing(Call.of("reduce").root(root).bytes(bytes), op, own),
                    Task.reducing(Reductions.REDUCE, member, root, bytes, reducer.elementBytes(), commutative, inPlace),
                    send,
                    result,
                    reducer);
        });
    }

    @Override
    public Mono<Void> allreduce(SendBuffer send, Buffer receive, Op op) {
        return reduction(Reductions.ALLREDUCE, send, receive, op);
    }

    @Override
    public Mono<Void> reduceScatterBlock(SendBuffer send, Buffer receive, Op op) {
        return operation("reduceScatterBlock", () -> {
            boolean inPlace = send == Buffer.inPlace();
            Payload all = inPlace ? Given.buffer(receive, "receive") : Given.buffer(send, "send");
            all.check(inPlace);
            return reduceScatter(
                    "reduceScatterBlock",
                    send,
                    receive,
                    Given.equal(size, block(all, inPlace ? "receive" : "send")),
                    op);
        });
    }

    @Override
    public Mono<Void> reduceScatter(SendBuffer send, Buffer receive, int[] counts, Op op) {
        int[] own = Objects.requireNonNull(counts, "counts").clone();
        return operation("reduceScatter", () -> {
            boolean inPlace = send == Buffer.inPlace();
            Payload all = inPlace ? Given.buffer(receive, "receive") : Given.buffer(send, "send");
            all.check(inPlace);
            long element = Math.max(1, all.datatype().sizeBytes());
            long[] blocks = Given.blocks(own, element, size);
            long sum = LongStream.of(blocks).sum();
            if (sum != all.lengthBytes()) {
                throw new MpiException(
                        ErrorClass.COUNT,
                        "the counts add up to " + sum / element + " elements, and " + all.count() + " were given");
            }
            return reduceScatter("reduceScatter", send, receive, blocks, op);
        });
    }

    private Part reduceScatter(String name, SendBuffer send, Buffer receive, long[] blocks, Op op) {
        boolean inPlace = send == Buffer.inPlace();
        Payload own = Given.buffer(receive, "receive");
        own.check(true);
        if (!inPlace && own.lengthBytes() != blocks[rank]) {
            throw Given.lengths(blocks[rank], own.lengthBytes());
        }
        return part(
                () -> Given.reducing(Call.of(name).blocks(blocks), op, own),
                Task.ofBlocks(Reductions.REDUCE_SCATTER, member, 0, blocks, inPlace)
                        .reducing(Given.op(op).isCommutative()),
                send,
                own,
                op.reducer(Given.type(send, own, inPlace)));
    }

    @Override
    public Mono<Void> scan(SendBuffer send, Buffer receive, Op op) {
        return reduction(PrefixReductions.SCAN, send, receive, op);
    }

    @Override
    public Mono<Void> exscan(SendBuffer send, Buffer receive, Op op) {
        return reduction(PrefixReductions.EXSCAN, send, receive, op);
    }

    /** Of vectors that are equally long where they are sent and received. */
    private Mono<Void> reduction(Algorithms operation, SendBuffer send, Buffer receive, Op op) {
        String name = operation.operation();
        return operation(name, () -> {
            Given.op(op);
            Payload result = Given.buffer(receive, "receive");
            result.check(true);
            long bytes = result.lengthBytes();
            boolean inPlace = Given.inPlace(send, bytes);
            Op.Reducer reducer = op.reducer(Given.type(send, result, inPlace));
            return part(
                    () -> Given.reducing(Call.of(name).bytes(bytes), op, result),
                    Task.reducing(operation, member, 0, bytes, reducer.elementBytes(), op.isCommutative(), inPlace),
                    send,
                    result,
                    reducer);
        });
    }

    /** With the type of the elements, where ranks compare it. */
    private Call typed(Call call, Payload elements) {
        return call.elements(collectives.endpoint().basicType(elements));
    }

    /** Whether what is sent stands where it is received; if not, it has to be as long as the room, and of the same types. */
    private boolean inPlace(SendBuffer send, Payload room, long bytes) {
        boolean inPlace = Given.inPlace(send, bytes);
        if (!inPlace) {
            collectives.endpoint().checkTypes(Payload.of(send), room, bytes);
        }
        return inPlace;
    }

    /** The same, where it is the receive that may stand in what is sent. */
    private boolean inPlaceAtReceiver(Buffer receive, Payload sent, long bytes) {
        boolean inPlace = Given.inPlace(receive, bytes, true);
        if (!inPlace) {
            collectives.endpoint().checkTypes(sent, Payload.of(receive), bytes);
        }
        return inPlace;
    }

    private CollectiveMono operation(String name, Supplier<Part> part) {
        return new CollectiveMono(collectives, name, usable, part);
    }

    private Part part(Supplier<Call> call, Task task, SendBuffer send, SendBuffer receive) {
        return part(call, task, send, receive, null);
    }

    private Part part(
            Supplier<Call> call, Task task, SendBuffer send, SendBuffer receive, Op.@Nullable Reducer reducer) {
        return Given.part(call, plans.of(task), send, receive, reducer);
    }

    private void root(int root) {
        if (root < 0 || root >= size) {
            throw new MpiException(ErrorClass.ROOT, "root " + root + " is outside 0.." + (size - 1));
        }
    }

    private long block(Buffer all, String what) {
        return Given.block(all, what, size);
    }

    private long[] blocks(@Nullable Blocks blocks, String what, boolean forReceive) {
        return Given.blocks(blocks, what, forReceive, size);
    }
}
