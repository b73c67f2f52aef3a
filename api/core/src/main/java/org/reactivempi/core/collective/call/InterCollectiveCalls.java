package org.reactivempi.core.collective.call;

import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.LongStream;
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
import org.reactivempi.core.collective.algorithm.Plans;
import org.reactivempi.core.collective.algorithm.TwoGroups;
import org.reactivempi.core.collective.plan.Plan;
import org.reactivempi.core.settings.CollectiveSettings;
import reactor.core.publisher.Mono;

/**
 * The collective operations of a communicator of two groups: what is wrong with their arguments, and which plan they run by. Ranks compare
 * what all of them know; of an operation with a root, the other ranks of its group know nothing but its name.
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
     * @param settings how they are done
     * @param ownFirst the first rank of the own group in {@code collectives}
     * @param ownSize how many ranks the own group has
     */
    public InterCollectiveCalls(
            CollectiveContext collectives, Runnable usable, CollectiveSettings settings, int ownFirst, int ownSize) {
        this.collectives = collectives;
        this.usable = usable;
        this.groups = new TwoGroups(
                collectives.endpoint().rank(),
                collectives.size(),
                ownFirst,
                ownSize,
                new Plans(settings.algorithms(), settings.reproducible()));
    }

    @Override
    public Mono<Void> barrier() {
        return operation(
                "barrier",
                () -> Given.part(() -> Call.of("barrier"), groups.barrier(), Buffer.empty(), Buffer.empty()));
    }

    @Override
    public Mono<Void> bcast(Buffer data, int root) {
        return bcast(data, root, groups::bcastFromHere, groups::bcastFromThere);
    }

    @Override
    public CollectiveMono bcastOfValue(Buffer data, int root) {
        return bcast(data, root, groups::bcastOfAnyLengthFromHere, groups::bcastOfAnyLengthFromThere);
    }

    /** Chooses the plan of a rank that gets something of a root in the other group, or gives it something. */
    @FunctionalInterface
    private interface OfRoot {

        Plan plan(int root, long bytes);
    }

    private CollectiveMono bcast(Buffer data, int root, Function<Long, Plan> fromHere, OfRoot fromThere) {
        Objects.requireNonNull(data, "data");
        return rooted("bcast", root, call -> {
            Payload own = Payload.of(data);
            own.check(root != Mpi.ROOT);
            notInPlace(data);
            long bytes = own.lengthBytes();
            Plan plan = root == Mpi.ROOT ? fromHere.apply(bytes) : fromThere.plan(root, bytes);
            return Given.part(() -> typed(call.bytes(bytes), own), plan, Buffer.empty(), data);
        });
    }

    @Override
    public Mono<Void> gather(SendBuffer send, Buffer receive, int root) {
        return rooted("gather", root, call -> {
            if (root == Mpi.ROOT) {
                Payload all = room(receive);
                long block = Given.block(all, "receive", groups.farSize());
                Plan plan = groups.gatherHere(block);
                return Given.part(() -> typed(call.bytes(block), all), plan, Buffer.empty(), all);
            }
            Payload own = sent(send);
            long block = own.lengthBytes();
            Plan plan = groups.gatherThere(root, block);
            return Given.part(() -> typed(call.bytes(block), own), plan, own, Buffer.empty());
        });
    }

    @Override
    public Mono<Void> gatherv(SendBuffer send, Blocks receive, int root) {
        return rooted("gatherv", root, call -> {
            if (root == Mpi.ROOT) {
                Plan plan = groups.gatherHere(Given.blocks(receive, "receive", true, groups.farSize()));
                return Given.part(() -> call, plan, Buffer.empty(), receive.asBuffer());
            }
            Payload own = sent(send);
            return Given.part(() -> call, groups.gatherBlockThere(root, own.lengthBytes()), own, Buffer.empty());
        });
    }

    @Override
    public Mono<Void> scatter(SendBuffer send, Buffer receive, int root) {
        return rooted("scatter", root, call -> {
            if (root == Mpi.ROOT) {
                Payload all = sent(send);
                long block = Given.block(all, "send", groups.farSize());
                Plan plan = groups.scatterFromHere(block);
                return Given.part(() -> typed(call.bytes(block), all), plan, all, Buffer.empty());
            }
            Payload own = room(receive);
            long block = own.lengthBytes();
            Plan plan = groups.scatterFromThere(root, block);
            return Given.part(() -> typed(call.bytes(block), own), plan, Buffer.empty(), own);
        });
    }

    @Override
    public Mono<Void> scatterv(Blocks send, Buffer receive, int root) {
        return rooted("scatterv", root, call -> {
            if (root == Mpi.ROOT) {
                Plan plan = groups.scatterFromHere(Given.blocks(send, "send", false, groups.farSize()));
                return Given.part(() -> call, plan, send.asBuffer(), Buffer.empty());
            }
            Payload own = room(receive);
            return Given.part(() -> call, groups.scatterBlockFromThere(root, own.lengthBytes()), Buffer.empty(), own);
        });
    }

    @Override
    public Mono<Void> allgather(SendBuffer send, Buffer receive) {
        return operation("allgather", () -> {
            Payload own = sent(send);
            Payload all = room(receive);
            long given = own.lengthBytes();
            long block = Given.block(all, "receive", groups.farSize());
            return Given.part(() -> ofEachGroup("allgather", given, block), groups.allgather(given, block), own, all);
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
            return Given.part(() -> Call.of("allgatherv"), plan, own, receive.asBuffer());
        });
    }

    @Override
    public Mono<Void> alltoall(SendBuffer send, Buffer receive) {
        return operation("alltoall", () -> {
            Payload given = sent(send);
            Payload all = room(receive);
            long sentBlock = Given.block(given, "send", groups.farSize());
            long block = Given.block(all, "receive", groups.farSize());
            Plan plan = groups.alltoall(Parts.inTurn(equal(sentBlock)), equal(block));
            return Given.part(() -> ofEachGroup("alltoall", sentBlock, block), plan, given, all);
        });
    }

    @Override
    public Mono<Void> alltoallv(Blocks send, Blocks receive) {
        return operation("alltoallv", () -> {
            long[] sent = Given.blocks(send, "send", false, groups.farSize());
            long[] received = Given.blocks(receive, "receive", true, groups.farSize());
            Plan plan = groups.alltoall(Parts.inTurn(sent), received);
            return Given.part(() -> Call.of("alltoallv"), plan, send.asBuffer(), receive.asBuffer());
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
        return rooted("reduce", root, call -> {
            if (root == Mpi.ROOT) {
                Payload result = room(receive);
                Plan plan = groups.reduceHere(result.lengthBytes());
                Call described = call.bytes(result.lengthBytes());
                return Given.part(
                        () -> op == null ? described : Given.reducing(described, op, result),
                        plan,
                        Buffer.empty(),
                        result);
            }
            Payload own = sent(send);
            Op.Reducer reducer = Given.op(op).reducer(own.datatype());
            Plan plan = groups.reduceThere(root, own.lengthBytes(), reducer.elementBytes(), op.isCommutative());
            return Given.part(
                    () -> Given.reducing(call.bytes(own.lengthBytes()), op, own), plan, own, Buffer.empty(), reducer);
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
        return reduction(
                "reduceScatterBlock",
                send,
                receive,
                op,
                (own, result, reducer) ->
                        scattered(Given.equal(groups.ownSize(), result.lengthBytes()), own, reducer, op));
    }

    @Override
    public Mono<Void> reduceScatter(SendBuffer send, Buffer receive, int[] counts, Op op) {
        int[] copied = Objects.requireNonNull(counts, "counts").clone();
        return reduction("reduceScatter", send, receive, op, (own, result, reducer) -> {
            long[] blocks = Given.blocks(copied, Math.max(1, own.datatype().sizeBytes()), groups.ownSize());
            if (blocks[groups.own()] != result.lengthBytes()) {
                throw Given.lengths(blocks[groups.own()], result.lengthBytes());
            }
            return scattered(blocks, own, reducer, op);
        });
    }

    private Plan scattered(long[] blocks, Buffer own, Op.Reducer reducer, Op op) {
        long all = LongStream.of(blocks).sum();
        if (all != own.lengthBytes()) {
            throw new MpiException(
                    ErrorClass.COUNT,
                    "each group reduces as many bytes as the other one gets: this rank gives " + own.lengthBytes()
                            + ", and the blocks of its group have " + all);
        }
        return groups.reduceScatter(blocks, own.lengthBytes(), reducer.elementBytes(), op.isCommutative());
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
            Call call = Call.of(name).bytes(own.lengthBytes());
            return Given.part(
                    () -> Given.reducing(call, op, own), choice.plan(own, result, reducer), own, result, reducer);
        });
    }

    private CollectiveMono rooted(String name, int root, Function<Call, Part> part) {
        return operation(name, () -> {
            if (root == Mpi.PROC_NULL) {
                return Given.part(() -> Call.ofNobody(name), groups.nothing(), Buffer.empty(), Buffer.empty());
            }
            if (root != Mpi.ROOT && (root < 0 || root >= groups.farSize())) {
                throw new MpiException(
                        ErrorClass.ROOT,
                        "root " + root + " is outside 0.." + (groups.farSize() - 1)
                                + " of the other group, and neither ROOT nor PROC_NULL");
            }
            return part.apply(Call.of(name).root(root == Mpi.ROOT ? groups.rank() : groups.far(root)));
        });
    }

    /** What each group gives, the one first that is the first one on all ranks. */
    private Call ofEachGroup(String name, long given, long got) {
        boolean isFirst = groups.far(0) > 0;
        return Call.of(name).blocks(new long[] {isFirst ? given : got, isFirst ? got : given});
    }

    /** With the type of the elements, where ranks compare it. */
    private Call typed(Call call, Payload elements) {
        return call.elements(collectives.endpoint().basicType(elements));
    }

    private CollectiveMono operation(String name, Supplier<Part> part) {
        return new CollectiveMono(collectives, name, usable, part);
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
