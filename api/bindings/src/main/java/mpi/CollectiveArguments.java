package mpi;

import java.util.Arrays;
import java.util.function.Consumer;
import org.reactivempi.Blocks;
import org.reactivempi.Buffer;
import org.reactivempi.Collectives;
import org.reactivempi.Payload;
import org.reactivempi.Scans;
import reactor.core.publisher.Mono;

/**
 * What the arguments of collective calls become in the core: memory, blocks of it, or objects. The operations themselves stand in a table,
 * {@code src/main/calls/collectives.xml}, which {@code CollectiveOperations} is made from.
 *
 * <p>A rank gives buffers only for what it does: the root of a gathering receives, all ranks that are no idle ones of an intercommunicator
 * send.
 */
abstract class CollectiveArguments {

    final CommHandle comm;

    CollectiveArguments(CommHandle comm) {
        this.comm = comm;
    }

    final Collectives core() {
        return comm.live();
    }

    final Scans scans() {
        return comm.scans();
    }

    final int sources() {
        return comm.neighbors().neighborhood().sources().length;
    }

    final int destinations() {
        return comm.neighbors().neighborhood().destinations().length;
    }

    /** For objects: runs on the thread that blocks. */
    final Mono<Void> objects(Consumer<ObjectCollectives> call) {
        comm.live();
        return Mono.fromRunnable(() -> call.accept(new ObjectCollectives(comm)));
    }

    static Buffer of(Form form, Object memory, int offset, int count, Datatype type) {
        return UserMemory.of(memory, offset, count, type, form.isStrict());
    }

    /** Memory that this rank may not have. */
    static Buffer of(boolean given, Form form, Object memory, int offset, int count, Datatype type) {
        return given ? of(form, memory, offset, count, type) : Buffer.empty();
    }

    /** As many blocks of a length as there are ranks on the other side. */
    final Buffer all(Form form, Object memory, int offset, int count, Datatype type) {
        return of(form, memory, offset, Math.multiplyExact(count, comm.peers()), type);
    }

    final Blocks blocks(Form form, Object memory, int offset, int[] counts, int[] displs, Datatype type) {
        return UserMemory.blocks(memory, offset, counts, displs, type, form.isStrict(), comm.peers());
    }

    final Blocks noBlocks() {
        return Blocks.of(comm.peers(), rank -> Buffer.empty());
    }

    /** A block for each neighbor on one side. */
    static Blocks neighborBlocks(Form form, Object memory, int[] counts, int[] displs, Datatype type, int neighbors) {
        return UserMemory.blocks(memory, 0, counts, displs, type, form.isStrict(), neighbors);
    }

    static int sum(int[] counts) {
        return Arrays.stream(counts).reduce(0, Math::addExact);
    }

    /** How many elements this rank gets of a scattered reduction. */
    final int own(int[] counts) {
        int size = comm.ownSize();
        UserMemory.checkLength("counts", counts == null ? -1 : counts.length, size);
        return counts[comm.ownRank()];
    }

    static int[] equal(int blocks, int count) {
        int[] counts = new int[blocks];
        Arrays.fill(counts, count);
        return counts;
    }

    static int[] steps(int blocks, int count) {
        int[] displs = new int[blocks];
        Arrays.setAll(displs, block -> Math.multiplyExact(block, count));
        return displs;
    }

    final void mustBeRoot(boolean expected, int root) {
        if (comm.isRoot(root) != expected) {
            throw new MPIException(
                    Codes.ERR_ROOT,
                    "this form is for " + (expected ? "the root" : "all but the root") + ", which this rank is"
                            + (expected ? " not" : ""));
        }
    }

    static void reduceLocal(Object in, Object inOut, int count, Datatype type, Op op) {
        if (type != null && type.isObject()) {
            Op.ofObjects(op).reduce((Object[]) in, (Object[]) inOut, count);
            return;
        }
        Buffer left = UserMemory.of(in, count, type);
        Buffer right = UserMemory.of(inOut, count, type);
        Payload.of(left).check(false);
        Payload.of(right).check(true);
        UserMemory.use(
                left, () -> UserMemory.use(right, () -> Op.given(op).core(type).reduceLocal(left, right)));
    }
}
