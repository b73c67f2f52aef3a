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
 */
final class ObjectCollectives {

    private static final byte[] NOTHING = {};

    private final Comm comm;
    private final Collectives core;
    private final int peers;

    ObjectCollectives(Comm comm) {
        this.comm = comm;
        this.core = comm.collectives();
        this.peers = comm.peers();
    }

    private static void decode(byte[] from, Object buf, int offset, int count, Datatype type) {
        ObjectMessages.decode(ByteBuffer.wrap(from), buf, offset, count, type);
    }

    private byte[][] encoded(int blocks, IntFunction<byte[]> block) {
        byte[][] all = new byte[blocks][];
        Arrays.setAll(all, block);
        return all;
    }

    private static Blocks blocks(byte[][] all) {
        return Blocks.of(all.length, rank -> Buffer.bytes(all[rank]));
    }

    private static byte[][] room(int[] lengths) {
        byte[][] room = new byte[lengths.length][];
        Arrays.setAll(room, rank -> new byte[lengths[rank]]);
        return room;
    }

    private byte[][] gathered(byte[] own, int root) {
        int[] lengths = new int[comm.isRoot(root) ? peers : 0];
        core.gather(Buffer.ints(own.length), Buffer.ints(lengths), root).block();
        byte[][] all = room(lengths);
        core.gatherv(Buffer.bytes(own), blocks(all), root).block();
        return all;
    }

    private byte[] scattered(byte[][] all, int root) {
        int[] length = new int[1];
        core.scatter(Buffer.ints(lengths(all)), Buffer.ints(length), root).block();
        byte[] own = new byte[length[0]];
        core.scatterv(blocks(all), Buffer.bytes(own), root).block();
        return own;
    }

    private byte[][] allGathered(byte[] own) {
        int[] lengths = new int[peers];
        core.allgather(Buffer.ints(own.length), Buffer.ints(lengths)).block();
        byte[][] all = room(lengths);
        core.allgatherv(Buffer.bytes(own), blocks(all)).block();
        return all;
    }

    private byte[][] exchanged(byte[][] sent) {
        int[] lengths = new int[peers];
        core.alltoall(Buffer.ints(lengths(sent)), Buffer.ints(lengths)).block();
        byte[][] all = room(lengths);
        core.alltoallv(blocks(sent), blocks(all)).block();
        return all;
    }

    private static int[] lengths(byte[][] all) {
        return Arrays.stream(all).mapToInt(block -> block.length).toArray();
    }

    void bcast(Object buf, int offset, int count, Datatype type, int root) {
        byte[] sent = comm.isRoot(root) ? ObjectMessages.encode(buf, offset, count, type) : NOTHING;
        int[] length = {sent.length};
        core.bcast(Buffer.ints(length), root).block();
        byte[] bytes = comm.isRoot(root) ? sent : new byte[length[0]];
        core.bcast(Buffer.bytes(bytes), root).block();
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

    private static byte[] given(boolean sends, Object buf, int offset, int count, Datatype type) {
        return sends ? ObjectMessages.encode(buf, offset, count, type) : NOTHING;
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
        return encoded(
                peers, rank -> ObjectMessages.encode(buf, offset + rank * count * type.getExtent(), count, type));
    }

    private byte[][] blocks(Object buf, int offset, int[] counts, int[] displs, Datatype type) {
        Buffers.checkLength("counts", counts == null ? -1 : counts.length, peers);
        Buffers.checkLength("displacements", displs == null ? -1 : displs.length, peers);
        return encoded(
                peers,
                rank -> ObjectMessages.encode(buf, offset + displs[rank] * type.getExtent(), counts[rank], type));
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
        byte[][] all = allGathered(ObjectMessages.encode(sendBuf, sendOffset, sendCount, sendType));
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
        byte[][] all = allGathered(ObjectMessages.encode(sendBuf, sendOffset, sendCount, sendType));
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
        decode(from, objects, 0, count, MPI.OBJECT);
        return objects;
    }

    /** Puts objects where elements of a type are. */
    private static void put(Object[] objects, Object buf, int offset, int count, Datatype type) {
        decode(ObjectMessages.encode(objects, 0, objects.length, MPI.OBJECT), buf, offset, count, type);
    }

    void reduce(
            Object sendBuf, int sendOffset, Object recvBuf, int recvOffset, int count, Datatype type, Op op, int root) {
        byte[][] all = gathered(given(comm.isLeaf(root), sendBuf, sendOffset, count, type), root);
        if (comm.isRoot(root)) {
            put(reduced(all, peers, count * type.getSize(), op), recvBuf, recvOffset, count, type);
        }
    }

    void allreduce(Object sendBuf, int sendOffset, Object recvBuf, int recvOffset, int count, Datatype type, Op op) {
        byte[][] all = allGathered(ObjectMessages.encode(sendBuf, sendOffset, count, type));
        put(reduced(all, peers, count * type.getSize(), op), recvBuf, recvOffset, count, type);
    }

    void reduceScatter(
            Object sendBuf, int sendOffset, Object recvBuf, int recvOffset, int[] counts, Datatype type, Op op) {
        int total = Arrays.stream(counts).sum();
        byte[][] all = allGathered(ObjectMessages.encode(sendBuf, sendOffset, total, type));
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
        byte[][] all = allGathered(ObjectMessages.encode(sendBuf, sendOffset, count, type));
        put(reduced(all, comm.ownRank() + 1, count * type.getSize(), op), recvBuf, recvOffset, count, type);
    }
}
