package mpi;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.IntFunction;
import org.reactivempi.Blocks;
import org.reactivempi.Buffer;
import org.reactivempi.Collectives;

/**
 * Collective calls with serialized objects: each is two of the core's, one for the lengths of the blocks, one for the blocks. Reductions
 * collect the objects of all ranks, and run on the thread that calls: from the last rank to the first, so that any associative operation is
 * right.
 *
 * <p>A rank whose objects can't be serialized takes part in both all the same: it gives {@link #NONE} for its lengths, and empty blocks. So
 * each rank that would get them fails, and nobody waits for it.
 */
final class ObjectCollectives {

    private static final byte[] NOTHING = {};
    /** In place of a length: there is no block, since an object can't be serialized. */
    private static final int NONE = -1;

    private final CommHandle comm;
    private final Collectives core;
    private final int peers;
    /** Why this rank has no blocks for the others; null where it has. */
    private MPIException unserializable;

    ObjectCollectives(CommHandle comm) {
        this.comm = comm;
        this.core = comm.live();
        this.peers = comm.peers();
    }

    private static void decode(byte[] from, Object buf, int offset, int count, Datatype type) {
        ObjectMessages.decode(ByteBuffer.wrap(from), buf, offset, count, type);
    }

    /** A block of this rank's; an empty one if it can't be serialized. What else is wrong with the arguments is thrown. */
    private byte[] encode(Object buf, int offset, int count, Datatype type) {
        try {
            return ObjectMessages.encode(buf, offset, count, type);
        } catch (MPIException e) {
            if (e.getErrorClass() != Codes.ERR_CONVERSION) {
                throw e;
            }
            unserializable = e;
            return NOTHING;
        }
    }

    private static byte[][] encoded(int blocks, IntFunction<byte[]> block) {
        byte[][] all = new byte[blocks][];
        Arrays.setAll(all, block);
        return all;
    }

    /** What this rank sends in the second call; nothing if the first one has said so. */
    private Buffer sent(byte[] block) {
        return Buffer.bytes(unserializable == null ? block : NOTHING);
    }

    private Blocks sent(byte[][] all) {
        return Blocks.of(all.length, rank -> sent(all[rank]));
    }

    private int length(byte[] block) {
        return unserializable == null ? block.length : NONE;
    }

    private Buffer lengths(byte[][] all) {
        return Buffer.ints(Arrays.stream(all).mapToInt(this::length).toArray());
    }

    private static Blocks blocks(byte[][] all) {
        return Blocks.of(all.length, rank -> Buffer.bytes(all[rank]));
    }

    private static byte[] room(int length) {
        return length == NONE ? NOTHING : new byte[length];
    }

    private static byte[][] room(int[] lengths) {
        return encoded(lengths.length, rank -> room(lengths[rank]));
    }

    /** Both calls are through: throws if this rank had no blocks, or another one had none for it. */
    private void check(int[] lengths) {
        checkOwn();
        for (int rank = 0; rank < lengths.length; rank++) {
            check(lengths[rank], rank);
        }
    }

    private void checkOwn() {
        if (unserializable != null) {
            throw unserializable;
        }
    }

    private static void check(int length, int rank) {
        if (length == NONE) {
            throw new MPIException(Codes.ERR_CONVERSION, "an object of rank " + rank + " can't be serialized there");
        }
    }

    private byte[][] gathered(byte[] own, int root) {
        int[] lengths = new int[comm.isRoot(root) ? peers : 0];
        core.gather(Buffer.ints(length(own)), Buffer.ints(lengths), root).block();
        byte[][] all = room(lengths);
        core.gatherv(sent(own), blocks(all), root).block();
        check(lengths);
        return all;
    }

    private byte[] scattered(byte[][] all, int root) {
        int[] length = new int[1];
        core.scatter(lengths(all), Buffer.ints(length), root).block();
        byte[] own = room(length[0]);
        core.scatterv(sent(all), Buffer.bytes(own), root).block();
        checkOwn();
        check(length[0], root);
        return own;
    }

    private byte[][] allGathered(byte[] own) {
        int[] lengths = new int[peers];
        core.allgather(Buffer.ints(length(own)), Buffer.ints(lengths)).block();
        byte[][] all = room(lengths);
        core.allgatherv(sent(own), blocks(all)).block();
        check(lengths);
        return all;
    }

    private byte[][] exchanged(byte[][] given) {
        int[] lengths = new int[peers];
        core.alltoall(lengths(given), Buffer.ints(lengths)).block();
        byte[][] all = room(lengths);
        core.alltoallv(sent(given), blocks(all)).block();
        check(lengths);
        return all;
    }

    void bcast(Object buf, int offset, int count, Datatype type, int root) {
        byte[] given = comm.isRoot(root) ? encode(buf, offset, count, type) : NOTHING;
        int[] length = {length(given)};
        core.bcast(Buffer.ints(length), root).block();
        byte[] bytes = comm.isRoot(root) ? given : room(length[0]);
        core.bcast(Buffer.bytes(bytes), root).block();
        checkOwn();
        check(length[0], root);
        if (!comm.isRoot(root) && comm.isLeaf(root)) {
            decode(bytes, buf, offset, count, type);
        }
    }

    void gather(
            Object sendBuf,
            int sendOffset,
            int sendCount,
            Datatype sendType,
            Object recvBuf,
            int recvOffset,
            int recvCount,
            Datatype recvType,
            int root) {
        byte[][] all = gathered(given(comm.isLeaf(root), sendBuf, sendOffset, sendCount, sendType), root);
        placeEqual(all, recvBuf, recvOffset, recvCount, recvType);
    }

    void gatherv(
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
        byte[][] all = gathered(given(comm.isLeaf(root), sendBuf, sendOffset, sendCount, sendType), root);
        place(all, recvBuf, recvOffset, recvCounts, recvDispls, recvType);
    }

    private byte[] given(boolean sends, Object buf, int offset, int count, Datatype type) {
        return sends ? encode(buf, offset, count, type) : NOTHING;
    }

    private static void placeEqual(byte[][] all, Object buf, int offset, int count, Datatype type) {
        for (int rank = 0; rank < all.length; rank++) {
            decode(all[rank], buf, offset + rank * count * type.getExtent(), count, type);
        }
    }

    private static void place(byte[][] all, Object buf, int offset, int[] counts, int[] displs, Datatype type) {
        if (all.length > 0) {
            Buffers.checkLength("counts", counts == null ? -1 : counts.length, all.length);
            Buffers.checkLength("displacements", displs == null ? -1 : displs.length, all.length);
        }
        for (int rank = 0; rank < all.length; rank++) {
            decode(all[rank], buf, offset + displs[rank] * type.getExtent(), counts[rank], type);
        }
    }

    private byte[][] equalBlocks(Object buf, int offset, int count, Datatype type) {
        return encoded(peers, rank -> encode(buf, offset + rank * count * type.getExtent(), count, type));
    }

    private byte[][] blocks(Object buf, int offset, int[] counts, int[] displs, Datatype type) {
        Buffers.checkLength("counts", counts == null ? -1 : counts.length, peers);
        Buffers.checkLength("displacements", displs == null ? -1 : displs.length, peers);
        return encoded(peers, rank -> encode(buf, offset + displs[rank] * type.getExtent(), counts[rank], type));
    }

    void scatter(
            Object sendBuf,
            int sendOffset,
            int sendCount,
            Datatype sendType,
            Object recvBuf,
            int recvOffset,
            int recvCount,
            Datatype recvType,
            int root) {
        byte[][] sent = comm.isRoot(root) ? equalBlocks(sendBuf, sendOffset, sendCount, sendType) : new byte[0][];
        scatterBlocks(sent, recvBuf, recvOffset, recvCount, recvType, root);
    }

    void scatterv(
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
        byte[][] sent =
                comm.isRoot(root) ? blocks(sendBuf, sendOffset, sendCounts, sendDispls, sendType) : new byte[0][];
        scatterBlocks(sent, recvBuf, recvOffset, recvCount, recvType, root);
    }

    private void scatterBlocks(byte[][] sent, Object buf, int offset, int count, Datatype type, int root) {
        byte[] own = scattered(sent, root);
        if (comm.isLeaf(root)) {
            decode(own, buf, offset, count, type);
        }
    }

    void allgather(
            Object sendBuf,
            int sendOffset,
            int sendCount,
            Datatype sendType,
            Object recvBuf,
            int recvOffset,
            int recvCount,
            Datatype recvType) {
        byte[][] all = allGathered(encode(sendBuf, sendOffset, sendCount, sendType));
        placeEqual(all, recvBuf, recvOffset, recvCount, recvType);
    }

    void allgatherv(
            Object sendBuf,
            int sendOffset,
            int sendCount,
            Datatype sendType,
            Object recvBuf,
            int recvOffset,
            int[] recvCounts,
            int[] recvDispls,
            Datatype recvType) {
        byte[][] all = allGathered(encode(sendBuf, sendOffset, sendCount, sendType));
        place(all, recvBuf, recvOffset, recvCounts, recvDispls, recvType);
    }

    void alltoall(
            Object sendBuf,
            int sendOffset,
            int sendCount,
            Datatype sendType,
            Object recvBuf,
            int recvOffset,
            int recvCount,
            Datatype recvType) {
        byte[][] all = exchanged(equalBlocks(sendBuf, sendOffset, sendCount, sendType));
        placeEqual(all, recvBuf, recvOffset, recvCount, recvType);
    }

    void alltoallv(
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
        byte[][] all = exchanged(blocks(sendBuf, sendOffset, sendCounts, sendDispls, sendType));
        place(all, recvBuf, recvOffset, recvCounts, recvDispls, recvType);
    }

    /** The reduction of the objects of the first ranks. */
    private static Object[] reduced(byte[][] all, int ranks, int count, Op op) {
        Object[] result = read(all[ranks - 1], count);
        for (int rank = ranks - 2; rank >= 0; rank--) {
            op.reduce(read(all[rank], count), result, count);
        }
        return result;
    }

    private static Object[] read(byte[] from, int count) {
        Object[] objects = new Object[count];
        decode(from, objects, 0, count, Datatype.OBJECT);
        return objects;
    }

    /** Puts objects where elements of a type are. */
    private static void put(Object[] objects, Object buf, int offset, int count, Datatype type) {
        decode(ObjectMessages.encode(objects, 0, objects.length, Datatype.OBJECT), buf, offset, count, type);
    }

    void reduce(
            Object sendBuf, int sendOffset, Object recvBuf, int recvOffset, int count, Datatype type, Op op, int root) {
        byte[][] all = gathered(given(comm.isLeaf(root), sendBuf, sendOffset, count, type), root);
        if (comm.isRoot(root)) {
            put(reduced(all, peers, count * type.getSize(), op), recvBuf, recvOffset, count, type);
        }
    }

    void allreduce(Object sendBuf, int sendOffset, Object recvBuf, int recvOffset, int count, Datatype type, Op op) {
        byte[][] all = allGathered(encode(sendBuf, sendOffset, count, type));
        put(reduced(all, peers, count * type.getSize(), op), recvBuf, recvOffset, count, type);
    }

    void reduceScatter(
            Object sendBuf, int sendOffset, Object recvBuf, int recvOffset, int[] counts, Datatype type, Op op) {
        int total = Arrays.stream(counts).sum();
        byte[][] all = allGathered(encode(sendBuf, sendOffset, total, type));
        int rank = comm.ownRank();
        int from = Arrays.stream(counts, 0, rank).sum() * type.getSize();
        Object[] result = reduced(all, peers, total * type.getSize(), op);
        put(
                Arrays.copyOfRange(result, from, from + counts[rank] * type.getSize()),
                recvBuf,
                recvOffset,
                counts[rank],
                type);
    }

    void scan(Object sendBuf, int sendOffset, Object recvBuf, int recvOffset, int count, Datatype type, Op op) {
        byte[][] all = allGathered(encode(sendBuf, sendOffset, count, type));
        put(reduced(all, comm.ownRank() + 1, count * type.getSize(), op), recvBuf, recvOffset, count, type);
    }
}
