package org.reactivempi.core.collective.call;

import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Blocks;
import org.reactivempi.Buffer;
import org.reactivempi.ErrorClass;
import org.reactivempi.Mpi;
import org.reactivempi.MpiException;
import org.reactivempi.Op;
import org.reactivempi.Payload;
import org.reactivempi.SendBuffer;
import org.reactivempi.core.collective.Call;
import org.reactivempi.core.collective.CollectiveContext;
import org.reactivempi.core.collective.CollectiveMono;
import org.reactivempi.core.collective.CollectiveMono.Part;
import org.reactivempi.core.collective.algorithm.Neighbors.Parts;
import org.reactivempi.core.collective.algorithm.TwoGroups;
import org.reactivempi.core.collective.plan.Plan;
import reactor.core.publisher.Mono;

/**
 * The collective operations of a communicator of two groups: what is wrong with their arguments, and which plan they run by. Ranks compare
 * nothing but which operation it is: which rank is the root is known to the root and to the other group alone.
 */
public final class InterCollectiveCalls implements ValueCollectives {

    private final CollectiveContext collectives;
    private final Runnable usable;
    private final TwoGroups groups;

    /**
     * No operations yet.
     *
     * @param collectives those of both groups
     * @param usable throws if the communicator can't be used; asked at each start
     * @param ownFirst the first rank of the own group in {@code collectives}
     * @param ownSize how many ranks the own group has
     */
    public InterCollectiveCalls(CollectiveContext collectives, Runnable usable, int ownFirst, int ownSize) {
        this.collectives = collectives;
        this.usable = usable;
        this.groups = new TwoGroups(collectives.endpoint().rank(), collectives.size(), ownFirst, ownSize);
    }

    @Override
    public Mono<Void> barrier() {
        return operation("barrier", () -> part("barrier", groups.barrier(), Buffer.empty(), Buffer.empty(), null));
    }

    @Override
    public Mono<Void> bcast(Buffer data, int root) {
        return bcast(data, root, groups::bcastFromThere);
    }

    @Override
    public CollectiveMono bcastOfValue(Buffer data, int root) {
        return bcast(data, root, groups::bcastOfAnyLengthFromThere);
    }

    /** Chooses the plan of a rank that gets the data of a root in the other group. */
    @FunctionalInterface
    private interface FromThere {

        Plan plan(int root, long bytes);
    }

    private CollectiveMono bcast(Buffer data, int root, FromThere fromThere) {
        Objects.requireNonNull(data, "data");
        return rooted("bcast", root, () -> {
            Payload.of(data).check(root != Mpi.ROOT);
            notInPlace(data);
            long bytes = data.lengthBytes();
            Plan plan = root == Mpi.ROOT ? groups.bcastFromHere(bytes) : fromThere.plan(root, bytes);
            return part("bcast", plan, Buffer.empty(), data, null);
        });
    }

    @Override
    public Mono<Void> gather(SendBuffer send, Buffer receive, int root) {
        return gathered("gather", send, root, () -> {
            Payload all = room(receive);
            long block = Given.block(all, "receive", groups.farSize());
            return part("gather", groups.gatherHere(equal(block)), Buffer.empty(), all, null);
        });
    }

    @Override
    public Mono<Void> gatherv(SendBuffer send, Blocks receive, int root) {
        return gathered("gatherv", send, root, () -> {
            long[] blocks = Given.blocks(receive, "receive", true, groups.farSize());
            return part("gatherv", groups.gatherHere(blocks), Buffer.empty(), receive.asBuffer(), null);
        });
    }

    private Mono<Void> gathered(String name, SendBuffer send, int root, Supplier<Part> atRoot) {
        return rooted(name, root, () -> {
            if (root == Mpi.ROOT) {
                return atRoot.get();
            }
            Payload own = sent(send);
            return part(name, groups.gatherThere(root, own.lengthBytes()), own, Buffer.empty(), null);
        });
    }

    @Override
    public Mono<Void> scatter(SendBuffer send, Buffer receive, int root) {
        return scattered("scatter", receive, root, () -> {
            Payload all = sent(send);
            long block = Given.block(all, "send", groups.farSize());
            return part("scatter", groups.scatterFromHere(equal(block)), all, Buffer.empty(), null);
        });
    }

    @Override
    public Mono<Void> scatterv(Blocks send, Buffer receive, int root) {
        return scattered("scatterv", receive, root, () -> {
            long[] blocks = Given.blocks(send, "send", false, groups.farSize());
            return part("scatterv", groups.scatterFromHere(blocks), send.asBuffer(), Buffer.empty(), null);
        });
    }

    private Mono<Void> scattered(String name, Buffer receive, int root, Supplier<Part> atRoot) {
        return rooted(name, root, () -> {
            if (root == Mpi.ROOT) {
                return atRoot.get();
            }
            Payload own = room(receive);
            return part(name, groups.scatterFromThere(root, own.lengthBytes()), Buffer.empty(), own, null);
        });
    }

    @Override
    public Mono<Void> allgather(SendBuffer send, Buffer receive) {
        return operation("allgather", () -> {
            Payload own = sent(send);
            Payload all = room(receive);
            long block = Given.block(all, "receive", groups.farSize());
            return part("allgather", groups.allgather(own.lengthBytes(), block), own, all, null);
        });
    }

    @Override
    public Mono<Void> allgatherv(SendBuffer send, Blocks receive) {
        return allgatherOfValues(send, receive);
    }

    @Override
    public CollectiveMono allgatherOfValues(SendBuffer send, Blocks receive) {
        return operation("allgatherv", () -> {
            Payload own = sent(send);
            long[] blocks = Given.blocks(receive, "receive", true, groups.farSize());
            Plan plan = groups.alltoall(Parts.same(own.lengthBytes(), groups.farSize()), blocks);
            return part("allgatherv", plan, own, receive.asBuffer(), null);
        });
    }

    @Override
    public Mono<Void> alltoall(SendBuffer send, Buffer receive) {
        return operation("alltoall", () -> {
            Payload given = sent(send);
            Payload all = room(receive);
            long sentBlock = Given.block(given, "send", groups.farSize());
            long block = Given.block(all, "receive", groups.farSize());
            return part("alltoall", groups.alltoall(Parts.inTurn(equal(sentBlock)), equal(block)), given, all, null);
        });
    }

    @Override
    public Mono<Void> alltoallv(Blocks send, Blocks receive) {
        return operation("alltoallv", () -> {
            long[] sent = Given.blocks(send, "send", false, groups.farSize());
            long[] received = Given.blocks(receive, "receive", true, groups.farSize());
            Plan plan = groups.alltoall(Parts.inTurn(sent), received);
            return part("alltoallv", plan, send.asBuffer(), receive.asBuffer(), null);
        });
    }

    @Override
    public Mono<Void> alltoallv(Blocks blocks) {
        return operation("alltoallv", () -> {
            throw inPlace();
        });
    }

    @Override
    public Mono<Void> reduce(SendBuffer send, Buffer receive, Op op, int root) {
        return rooted("reduce", root, () -> {
            if (root == Mpi.ROOT) {
                Payload result = room(receive);
                return part("reduce", groups.reduceHere(result.lengthBytes()), Buffer.empty(), result, null);
            }
            Payload own = sent(send);
            Op.Reducer reducer = Given.op(op).reducer(own.datatype());
            Plan plan = groups.reduceThere(root, own.lengthBytes(), reducer.elementBytes(), op.isCommutative());
            return part("reduce", plan, own, Buffer.empty(), reducer);
        });
    }

    @Override
    public Mono<Void> allreduce(SendBuffer send, Buffer receive, Op op) {
        return reduction("allreduce", send, receive, op, (own, result, reducer) -> {
            if (own.lengthBytes() != result.lengthBytes()) {
                throw Given.lengths(own.lengthBytes(), result.lengthBytes());
            }
            return groups.allreduce(own.lengthBytes(), reducer.elementBytes(), op.isCommutative());
        });
    }

    @Override
    public Mono<Void> reduceScatterBlock(SendBuffer send, Buffer receive, Op op) {
        int ownSize = collectives.size() - groups.farSize();
        return reduction(
                "reduceScatterBlock",
                send,
                receive,
                op,
                (own, result, reducer) -> groups.reduceScatter(
                        Given.equal(ownSize, result.lengthBytes()),
                        own.lengthBytes(),
                        reducer.elementBytes(),
                        op.isCommutative()));
    }

    @Override
    public Mono<Void> reduceScatter(SendBuffer send, Buffer receive, int[] counts, Op op) {
        int ownSize = collectives.size() - groups.farSize();
        int[] copied = Objects.requireNonNull(counts, "counts").clone();
        return reduction("reduceScatter", send, receive, op, (own, result, reducer) -> {
            long[] blocks = Given.blocks(copied, Math.max(1, own.datatype().sizeBytes()), ownSize);
            if (blocks[groups.own()] != result.lengthBytes()) {
                throw Given.lengths(blocks[groups.own()], result.lengthBytes());
            }
            return groups.reduceScatter(blocks, own.lengthBytes(), reducer.elementBytes(), op.isCommutative());
        });
    }

    /** Chooses the plan of a reduction that all ranks of both groups take part in alike. */
    @FunctionalInterface
    private interface Reducing {

        Plan plan(Buffer own, Buffer result, Op.Reducer reducer);
    }

    private Mono<Void> reduction(String name, SendBuffer send, Buffer receive, Op op, Reducing choice) {
        return operation(name, () -> {
            Payload own = sent(send);
            Payload result = room(receive);
            Op.Reducer reducer = Given.op(op).reducer(Given.type(own, result, false));
            return part(name, choice.plan(own, result, reducer), own, result, reducer);
        });
    }

    private CollectiveMono rooted(String name, int root, Supplier<Part> part) {
        return operation(name, () -> {
            if (root == Mpi.PROC_NULL) {
                return part(name, groups.nothing(), Buffer.empty(), Buffer.empty(), null);
            }
            if (root != Mpi.ROOT && (root < 0 || root >= groups.farSize())) {
                throw new MpiException(
                        ErrorClass.ROOT,
                        "root " + root + " is outside 0.." + (groups.farSize() - 1)
                                + " of the other group, and neither ROOT nor PROC_NULL");
            }
            return part.get();
        });
    }

    private CollectiveMono operation(String name, Supplier<Part> part) {
        return new CollectiveMono(collectives, name, usable, part);
    }

    private static Part part(
            String name, Plan plan, SendBuffer send, SendBuffer receive, Op.@Nullable Reducer reducer) {
        return Given.part(() -> Call.of(name), plan, send, receive, reducer);
    }

    private long[] equal(long block) {
        return Given.equal(groups.farSize(), block);
    }

    private static Payload sent(@Nullable SendBuffer send) {
        Payload own = notInPlace(Given.buffer(send, "send"));
        own.check(false);
        return own;
    }

    private static Payload room(@Nullable SendBuffer receive) {
        Payload room = notInPlace(Given.buffer(receive, "receive"));
        room.check(true);
        return room;
    }

    private static Payload notInPlace(SendBuffer buffer) {
        if (buffer == Buffer.inPlace()) {
            throw inPlace();
        }
        return Payload.of(buffer);
    }

    private static MpiException inPlace() {
        return new MpiException(ErrorClass.BUFFER, "a collective operation of two groups can't be in place");
    }
}
