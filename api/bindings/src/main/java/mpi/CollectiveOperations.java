package mpi;

import java.util.Arrays;
import java.util.function.Consumer;
import org.reactivempi.Blocks;
import org.reactivempi.Buffer;
import org.reactivempi.Collectives;
import reactor.core.publisher.Mono;

/**
 * What the arguments of collective calls become in the core: memory, blocks of it, or objects. Each method gives an operation that has not
 * begun, or, where it is made of messages, one that has; the call blocks for it, or makes it a request, at once.
 *
 * <p>A rank gives buffers only for what it does: the root of a gathering receives, all ranks that are no idle ones of an intercommunicator
 * send.
 */
final class CollectiveOperations {

    private final Comm comm;

    CollectiveOperations(Comm comm) {
        this.comm = comm;
    }

    private Collectives core() {
        return comm.collectives();
    }

    /** For objects: runs on the thread that blocks. */
    private Mono<Void> objects(Consumer<ObjectCollectives> call) {
        comm.live();
        return Mono.fromRunnable(() -> call.accept(new ObjectCollectives(comm)));
    }

    private static Buffer of(Form form, Object memory, int offset, int count, Datatype type) {
        return Buffers.of(memory, offset, count, type, form.isStrict());
    }

    /** Memory that this rank may not have. */
    private static Buffer of(boolean given, Form form, Object memory, int offset, int count, Datatype type) {
        return given ? of(form, memory, offset, count, type) : Buffer.empty();
    }

    /** As many blocks of a length as there are ranks on the other side. */
    private Buffer all(Form form, Object memory, int offset, int count, Datatype type) {
        return of(form, memory, offset, Math.multiplyExact(count, comm.peers()), type);
    }

    private Blocks blocks(Form form, Object memory, int offset, int[] counts, int[] displs, Datatype type) {
        return Buffers.blocks(memory, offset, counts, displs, type, form.isStrict(), comm.peers());
    }

    private Blocks noBlocks() {
        return Blocks.of(comm.peers(), rank -> Buffer.empty());
    }

    private static int sum(int[] counts) {
        return Arrays.stream(counts).reduce(0, Math::addExact);
    }

    /** How many elements this rank gets of a scattered reduction. */
    private int own(int[] counts) {
        int size = comm.ownSize();
        Buffers.checkLength("counts", counts == null ? -1 : counts.length, size);
        return counts[comm.ownRank()];
    }

    Mono<Void> barrier(Form form) {
        return core().barrier();
    }

    Mono<Void> bcast(Form form, Object buf, int offset, int count, Datatype type, int root) {
        if (form.sendsObjects(type)) {
            return objects(all -> all.bcast(buf, offset, count, type, root));
        }
        return core().bcast(of(comm.isRoot(root) || comm.isLeaf(root), form, buf, offset, count, type), root);
    }

    Mono<Void> gather(
            Form form,
            Object sendBuf,
            int sendOffset,
            int sendCount,
            Datatype sendType,
            Object recvBuf,
            int recvOffset,
            int recvCount,
            Datatype recvType,
            int root) {
        if (form.sendsObjects(sendType, recvType)) {
            return objects(all -> all.gather(
                    sendBuf, sendOffset, sendCount, sendType, recvBuf, recvOffset, recvCount, recvType, root));
        }
        return core().gather(
                        of(comm.isLeaf(root), form, sendBuf, sendOffset, sendCount, sendType),
                        comm.isRoot(root) ? all(form, recvBuf, recvOffset, recvCount, recvType) : Buffer.empty(),
                        root);
    }

    Mono<Void> gatherInPlace(Form form, Object buf, int count, Datatype type, int root) {
        return comm.isRoot(root)
                ? core().gather(Buffer.inPlace(), all(form, buf, 0, count, type), root)
                : core().gather(of(form, buf, 0, count, type), Buffer.empty(), root);
    }

    Mono<Void> gatherv(
            Form form,
            Object sendBuf,
            int sendOffset,
            int sendCount,
            Datatype sendType,
            Object recvBuf,
            int recvOffset,
            int[] recvCounts,
            int[] recvDispls,
            Datatype recvType,
            int root) {
        if (form.sendsObjects(sendType, recvType)) {
            return objects(all -> all.gatherv(
                    sendBuf,
                    sendOffset,
                    sendCount,
                    sendType,
                    recvBuf,
                    recvOffset,
                    recvCounts,
                    recvDispls,
                    recvType,
                    root));
        }
        return core().gatherv(
                        of(comm.isLeaf(root), form, sendBuf, sendOffset, sendCount, sendType),
                        comm.isRoot(root)
                                ? blocks(form, recvBuf, recvOffset, recvCounts, recvDispls, recvType)
                                : noBlocks(),
                        root);
    }

    Mono<Void> gathervInPlace(
            Form form, Object recvBuf, int[] recvCounts, int[] recvDispls, Datatype recvType, int root) {
        mustBeRoot(true, root);
        return core().gatherv(Buffer.inPlace(), blocks(form, recvBuf, 0, recvCounts, recvDispls, recvType), root);
    }

    Mono<Void> gathervLeaf(Form form, Object sendBuf, int sendCount, Datatype sendType, int root) {
        mustBeRoot(false, root);
        return core().gatherv(of(form, sendBuf, 0, sendCount, sendType), noBlocks(), root);
    }

    private void mustBeRoot(boolean expected, int root) {
        if (comm.isRoot(root) != expected) {
            throw new MPIException(
                    MPI.ERR_ROOT,
                    "this form is for " + (expected ? "the root" : "all but the root") + ", which this rank is"
                            + (expected ? " not" : ""));
        }
    }

    Mono<Void> scatter(
            Form form,
            Object sendBuf,
            int sendOffset,
            int sendCount,
            Datatype sendType,
            Object recvBuf,
            int recvOffset,
            int recvCount,
            Datatype recvType,
            int root) {
        if (form.sendsObjects(sendType, recvType)) {
            return objects(all -> all.scatter(
                    sendBuf, sendOffset, sendCount, sendType, recvBuf, recvOffset, recvCount, recvType, root));
        }
        return core().scatter(
                        comm.isRoot(root) ? all(form, sendBuf, sendOffset, sendCount, sendType) : Buffer.empty(),
                        of(comm.isLeaf(root), form, recvBuf, recvOffset, recvCount, recvType),
                        root);
    }

    Mono<Void> scatterInPlace(Form form, Object buf, int count, Datatype type, int root) {
        return comm.isRoot(root)
                ? core().scatter(all(form, buf, 0, count, type), Buffer.inPlace(), root)
                : core().scatter(Buffer.empty(), of(form, buf, 0, count, type), root);
    }

    Mono<Void> scatterv(
            Form form,
            Object sendBuf,
            int sendOffset,
            int[] sendCounts,
            int[] sendDispls,
            Datatype sendType,
            Object recvBuf,
            int recvOffset,
            int recvCount,
            Datatype recvType,
            int root) {
        if (form.sendsObjects(sendType, recvType)) {
            return objects(all -> all.scatterv(
                    sendBuf,
                    sendOffset,
                    sendCounts,
                    sendDispls,
                    sendType,
                    recvBuf,
                    recvOffset,
                    recvCount,
                    recvType,
                    root));
        }
        return core().scatterv(
                        comm.isRoot(root)
                                ? blocks(form, sendBuf, sendOffset, sendCounts, sendDispls, sendType)
                                : noBlocks(),
                        of(comm.isLeaf(root), form, recvBuf, recvOffset, recvCount, recvType),
                        root);
    }

    Mono<Void> scattervInPlace(
            Form form, Object sendBuf, int[] sendCounts, int[] sendDispls, Datatype sendType, int root) {
        mustBeRoot(true, root);
        return core().scatterv(blocks(form, sendBuf, 0, sendCounts, sendDispls, sendType), Buffer.inPlace(), root);
    }

    Mono<Void> scattervLeaf(Form form, Object recvBuf, int recvCount, Datatype recvType, int root) {
        mustBeRoot(false, root);
        return core().scatterv(noBlocks(), of(form, recvBuf, 0, recvCount, recvType), root);
    }

    Mono<Void> allGather(
            Form form,
            Object sendBuf,
            int sendOffset,
            int sendCount,
            Datatype sendType,
            Object recvBuf,
            int recvOffset,
            int recvCount,
            Datatype recvType) {
        if (form.sendsObjects(sendType)) {
            return objects(all ->
                    all.allgather(sendBuf, sendOffset, sendCount, sendType, recvBuf, recvOffset, recvCount, recvType));
        }
        return core().allgather(
                        of(form, sendBuf, sendOffset, sendCount, sendType),
                        all(form, recvBuf, recvOffset, recvCount, recvType));
    }

    Mono<Void> allGatherInPlace(Form form, Object buf, int count, Datatype type) {
        return core().allgather(Buffer.inPlace(), all(form, buf, 0, count, type));
    }

    Mono<Void> allGatherv(
            Form form,
            Object sendBuf,
            int sendOffset,
            int sendCount,
            Datatype sendType,
            Object recvBuf,
            int recvOffset,
            int[] recvCounts,
            int[] recvDispls,
            Datatype recvType) {
        if (form.sendsObjects(sendType)) {
            return objects(all -> all.allgatherv(
                    sendBuf, sendOffset, sendCount, sendType, recvBuf, recvOffset, recvCounts, recvDispls, recvType));
        }
        return core().allgatherv(
                        of(form, sendBuf, sendOffset, sendCount, sendType),
                        blocks(form, recvBuf, recvOffset, recvCounts, recvDispls, recvType));
    }

    Mono<Void> allGathervInPlace(Form form, Object buf, int[] counts, int[] displs, Datatype type) {
        return core().allgatherv(Buffer.inPlace(), blocks(form, buf, 0, counts, displs, type));
    }

    Mono<Void> allToAll(
            Form form,
            Object sendBuf,
            int sendOffset,
            int sendCount,
            Datatype sendType,
            Object recvBuf,
            int recvOffset,
            int recvCount,
            Datatype recvType) {
        if (form.sendsObjects(sendType)) {
            return objects(all ->
                    all.alltoall(sendBuf, sendOffset, sendCount, sendType, recvBuf, recvOffset, recvCount, recvType));
        }
        return core().alltoall(
                        all(form, sendBuf, sendOffset, sendCount, sendType),
                        all(form, recvBuf, recvOffset, recvCount, recvType));
    }

    Mono<Void> allToAllv(
            Form form,
            Object sendBuf,
            int sendOffset,
            int[] sendCounts,
            int[] sendDispls,
            Datatype sendType,
            Object recvBuf,
            int recvOffset,
            int[] recvCounts,
            int[] recvDispls,
            Datatype recvType) {
        if (form.sendsObjects(sendType)) {
            return objects(all -> all.alltoallv(
                    sendBuf,
                    sendOffset,
                    sendCounts,
                    sendDispls,
                    sendType,
                    recvBuf,
                    recvOffset,
                    recvCounts,
                    recvDispls,
                    recvType));
        }
        return core().alltoallv(
                        blocks(form, sendBuf, sendOffset, sendCounts, sendDispls, sendType),
                        blocks(form, recvBuf, recvOffset, recvCounts, recvDispls, recvType));
    }

    Mono<Void> allToAllw(
            Form form,
            Object sendBuf,
            int[] sendCounts,
            int[] sendDispls,
            Datatype[] sendTypes,
            Object recvBuf,
            int[] recvCounts,
            int[] recvDispls,
            Datatype[] recvTypes) {
        return core().alltoallv(
                        Buffers.blocks(sendBuf, sendCounts, sendDispls, sendTypes, comm.peers()),
                        Buffers.blocks(recvBuf, recvCounts, recvDispls, recvTypes, comm.peers()));
    }

    Mono<?> neighborAllGather(
            Form form,
            Object sendBuf,
            int sendCount,
            Datatype sendType,
            Object recvBuf,
            int recvCount,
            Datatype recvType) {
        Neighbors neighbors = comm.neighbors();
        int in = neighbors.in();
        Buffer own = of(form, sendBuf, 0, sendCount, sendType);
        Blocks received =
                Buffers.blocks(recvBuf, 0, equal(in, recvCount), steps(in, recvCount), recvType, form.isStrict(), in);
        return neighbors.exchange(form, place -> own, received::get);
    }

    Mono<?> neighborAllGatherv(
            Form form,
            Object sendBuf,
            int sendCount,
            Datatype sendType,
            Object recvBuf,
            int[] recvCounts,
            int[] recvDispls,
            Datatype recvType) {
        Neighbors neighbors = comm.neighbors();
        Buffer own = of(form, sendBuf, 0, sendCount, sendType);
        Blocks received = Buffers.blocks(recvBuf, 0, recvCounts, recvDispls, recvType, form.isStrict(), neighbors.in());
        return neighbors.exchange(form, place -> own, received::get);
    }

    Mono<?> neighborAllToAll(
            Form form,
            Object sendBuf,
            int sendCount,
            Datatype sendType,
            Object recvBuf,
            int recvCount,
            Datatype recvType) {
        int in = comm.neighbors().in();
        int out = comm.neighbors().out();
        return neighborAllToAllv(
                form,
                sendBuf,
                equal(out, sendCount),
                steps(out, sendCount),
                sendType,
                recvBuf,
                equal(in, recvCount),
                steps(in, recvCount),
                recvType);
    }

    Mono<?> neighborAllToAllv(
            Form form,
            Object sendBuf,
            int[] sendCounts,
            int[] sendDispls,
            Datatype sendType,
            Object recvBuf,
            int[] recvCounts,
            int[] recvDispls,
            Datatype recvType) {
        Neighbors neighbors = comm.neighbors();
        Blocks sent = Buffers.blocks(sendBuf, 0, sendCounts, sendDispls, sendType, form.isStrict(), neighbors.out());
        Blocks received = Buffers.blocks(recvBuf, 0, recvCounts, recvDispls, recvType, form.isStrict(), neighbors.in());
        return neighbors.exchange(form, sent::get, received::get);
    }

    private static int[] equal(int blocks, int count) {
        int[] counts = new int[blocks];
        Arrays.fill(counts, count);
        return counts;
    }

    private static int[] steps(int blocks, int count) {
        int[] displs = new int[blocks];
        Arrays.setAll(displs, block -> Math.multiplyExact(block, count));
        return displs;
    }

    Mono<Void> reduce(
            Form form,
            Object sendBuf,
            int sendOffset,
            Object recvBuf,
            int recvOffset,
            int count,
            Datatype type,
            Op op,
            int root) {
        if (form.sendsObjects(type)) {
            return objects(
                    all -> all.reduce(sendBuf, sendOffset, recvBuf, recvOffset, count, type, Op.ofObjects(op), root));
        }
        return core().reduce(
                        of(comm.isLeaf(root), form, sendBuf, sendOffset, count, type),
                        of(comm.isRoot(root), form, recvBuf, recvOffset, count, type),
                        Op.given(op).core(type),
                        root);
    }

    Mono<Void> reduceInPlace(Form form, Object buf, int count, Datatype type, Op op, int root) {
        Buffer own = of(form, buf, 0, count, type);
        return comm.isRoot(root)
                ? core().reduce(Buffer.inPlace(), own, Op.given(op).core(type), root)
                : core().reduce(own, Buffer.empty(), Op.given(op).core(type), root);
    }

    Mono<Void> allReduce(
            Form form,
            Object sendBuf,
            int sendOffset,
            Object recvBuf,
            int recvOffset,
            int count,
            Datatype type,
            Op op) {
        if (form.sendsObjects(type)) {
            return objects(
                    all -> all.allreduce(sendBuf, sendOffset, recvBuf, recvOffset, count, type, Op.ofObjects(op)));
        }
        return core().allreduce(
                        of(form, sendBuf, sendOffset, count, type),
                        of(form, recvBuf, recvOffset, count, type),
                        Op.given(op).core(type));
    }

    Mono<Void> allReduceInPlace(Form form, Object buf, int count, Datatype type, Op op) {
        return core().allreduce(
                        Buffer.inPlace(),
                        of(form, buf, 0, count, type),
                        Op.given(op).core(type));
    }

    Mono<Void> reduceScatter(
            Form form,
            Object sendBuf,
            int sendOffset,
            Object recvBuf,
            int recvOffset,
            int[] counts,
            Datatype type,
            Op op) {
        int own = own(counts);
        if (form.sendsObjects(type)) {
            return objects(
                    all -> all.reduceScatter(sendBuf, sendOffset, recvBuf, recvOffset, counts, type, Op.ofObjects(op)));
        }
        return core().reduceScatter(
                        of(form, sendBuf, sendOffset, sum(counts), type),
                        of(form, recvBuf, recvOffset, own, type),
                        counts,
                        Op.given(op).core(type));
    }

    Mono<Void> reduceScatterInPlace(Form form, Object buf, int[] counts, Datatype type, Op op) {
        own(counts);
        return core().reduceScatter(
                        Buffer.inPlace(),
                        of(form, buf, 0, sum(counts), type),
                        counts,
                        Op.given(op).core(type));
    }

    Mono<Void> reduceScatterBlock(
            Form form,
            Object sendBuf,
            int sendOffset,
            Object recvBuf,
            int recvOffset,
            int count,
            Datatype type,
            Op op) {
        return core().reduceScatterBlock(
                        of(form, sendBuf, sendOffset, Math.multiplyExact(count, comm.ownSize()), type),
                        of(form, recvBuf, recvOffset, count, type),
                        Op.given(op).core(type));
    }

    Mono<Void> reduceScatterBlockInPlace(Form form, Object buf, int count, Datatype type, Op op) {
        return core().reduceScatterBlock(
                        Buffer.inPlace(),
                        of(form, buf, 0, Math.multiplyExact(count, comm.ownSize()), type),
                        Op.given(op).core(type));
    }

    Mono<Void> scan(
            Form form,
            Object sendBuf,
            int sendOffset,
            Object recvBuf,
            int recvOffset,
            int count,
            Datatype type,
            Op op) {
        if (form.sendsObjects(type)) {
            return objects(all -> all.scan(sendBuf, sendOffset, recvBuf, recvOffset, count, type, Op.ofObjects(op)));
        }
        return core().scan(
                        of(form, sendBuf, sendOffset, count, type),
                        of(form, recvBuf, recvOffset, count, type),
                        Op.given(op).core(type));
    }

    Mono<Void> scanInPlace(Form form, Object buf, int count, Datatype type, Op op) {
        return core().scan(
                        Buffer.inPlace(),
                        of(form, buf, 0, count, type),
                        Op.given(op).core(type));
    }

    Mono<Void> exScan(
            Form form,
            Object sendBuf,
            int sendOffset,
            Object recvBuf,
            int recvOffset,
            int count,
            Datatype type,
            Op op) {
        return core().exscan(
                        of(form, sendBuf, sendOffset, count, type),
                        of(form, recvBuf, recvOffset, count, type),
                        Op.given(op).core(type));
    }

    Mono<Void> exScanInPlace(Form form, Object buf, int count, Datatype type, Op op) {
        return core().exscan(
                        Buffer.inPlace(),
                        of(form, buf, 0, count, type),
                        Op.given(op).core(type));
    }

    static void reduceLocal(Object in, Object inOut, int count, Datatype type, Op op) {
        if (type != null && type.isObject()) {
            Op.ofObjects(op).reduce((Object[]) in, (Object[]) inOut, count);
            return;
        }
        Buffer left = Buffers.of(in, count, type);
        Buffer right = Buffers.of(inOut, count, type);
        left.check(false);
        right.check(true);
        Buffers.use(left, () -> Buffers.use(right, () -> Op.given(op).core(type).reduceLocal(left, right)));
    }
}
