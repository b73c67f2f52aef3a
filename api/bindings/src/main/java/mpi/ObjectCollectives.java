package mpi;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.reactivempi.Buffers;
import org.reactivempi.Codec;
import org.reactivempi.SendBuffer;
import org.reactivempi.Values;
import reactor.core.publisher.Mono;

/**
 * Collective calls with serialized objects: the core's operations with values, each of them a section of an array. A rank whose objects
 * can't be serialized takes part all the same. Reductions collect the objects of all ranks, and run on the thread that calls: from the last
 * rank to the first, so that any associative operation is right.
 */
final class ObjectCollectives {

    private static final Codec<Supplier<byte[]>> SERIALIZED = new Codec<>() {
        @Override
        public SendBuffer encode(Supplier<byte[]> objects) {
            return Buffers.bytes(objects.get());
        }

        @Override
        public Supplier<byte[]> decode(ByteBuffer payload) {
            byte[] bytes = new byte[payload.remaining()];
            payload.get(bytes);
            return () -> bytes;
        }
    };

    private final CommHandle comm;
    private final Values<Supplier<byte[]>> core;
    private final int peers;
    /** Why this rank has nothing for the others; null where it has. */
    private MPIException unserializable;

    ObjectCollectives(CommHandle comm) {
        this.comm = comm;
        this.core = comm.live().values(SERIALIZED);
        this.peers = comm.peers();
    }

    /** A section of an array. What is wrong with the arguments is thrown; that an object can't be serialized is found by the operation. */
    private Supplier<byte[]> section(Object buf, int offset, int count, Datatype type) {
        try {
            byte[] bytes = ObjectMessages.encode(buf, offset, count, type);
            return () -> bytes;
        } catch (MPIException e) {
            if (e.getErrorClass() != Codes.ERR_CONVERSION) {
                throw e;
            }
            unserializable = e;
            return () -> {
                throw e;
            };
        }
    }

    private static void put(Supplier<byte[]> section, Object buf, int offset, int count, Datatype type) {
        ObjectMessages.decode(ByteBuffer.wrap(section.get()), buf, offset, count, type);
    }

    /** What comes of an operation; null where that is nothing. */
    private <R> R done(Mono<R> operation) {
        try {
            return operation.block();
        } catch (RuntimeException e) {
            throw unserializable == null ? e : unserializable;
        }
    }

    void bcast(Object buf, int offset, int count, Datatype type, int root) {
        Supplier<byte[]> own = comm.isRoot(root) ? section(buf, offset, count, type) : null;
        Supplier<byte[]> given = done(core.bcast(own, root));
        if (!comm.isRoot(root) && comm.isLeaf(root)) {
            put(given, buf, offset, count, type);
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
        placeEqual(gathered(sendBuf, sendOffset, sendCount, sendType, root), recvBuf, recvOffset, recvCount, recvType);
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
        List<Supplier<byte[]>> all = gathered(sendBuf, sendOffset, sendCount, sendType, root);
        place(all, recvBuf, recvOffset, recvCounts, recvDispls, recvType);
    }

    /** The sections of all ranks; none where this one is not the root. */
    private List<Supplier<byte[]>> gathered(Object buf, int offset, int count, Datatype type, int root) {
        Supplier<byte[]> own = comm.isLeaf(root) ? section(buf, offset, count, type) : null;
        List<Supplier<byte[]>> all = done(core.gather(own, root));
        return all == null ? List.of() : all;
    }

    private List<Supplier<byte[]>> allGathered(Object buf, int offset, int count, Datatype type) {
        return done(core.allgather(section(buf, offset, count, type)));
    }

    private static void placeEqual(List<Supplier<byte[]>> all, Object buf, int offset, int count, Datatype type) {
        for (int rank = 0; rank < all.size(); rank++) {
            put(all.get(rank), buf, offset + rank * count * type.getExtent(), count, type);
        }
    }

    private static void place(
            List<Supplier<byte[]>> all, Object buf, int offset, int[] counts, int[] displs, Datatype type) {
        if (!all.isEmpty()) {
            checkLengths(counts, displs, all.size());
        }
        for (int rank = 0; rank < all.size(); rank++) {
            put(all.get(rank), buf, offset + displs[rank] * type.getExtent(), counts[rank], type);
        }
    }

    private static void checkLengths(int[] counts, int[] displs, int ranks) {
        UserMemory.checkLength("counts", counts == null ? -1 : counts.length, ranks);
        UserMemory.checkLength("displacements", displs == null ? -1 : displs.length, ranks);
    }

    private List<Supplier<byte[]>> equalSections(Object buf, int offset, int count, Datatype type) {
        return each(rank -> section(buf, offset + rank * count * type.getExtent(), count, type));
    }

    private List<Supplier<byte[]>> sections(Object buf, int offset, int[] counts, int[] displs, Datatype type) {
        checkLengths(counts, displs, peers);
        return each(rank -> section(buf, offset + displs[rank] * type.getExtent(), counts[rank], type));
    }

    private List<Supplier<byte[]>> each(IntFunction<Supplier<byte[]>> section) {
        return IntStream.range(0, peers).mapToObj(section).toList();
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
        List<Supplier<byte[]>> sent =
                comm.isRoot(root) ? equalSections(sendBuf, sendOffset, sendCount, sendType) : List.of();
        scattered(sent, recvBuf, recvOffset, recvCount, recvType, root);
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
        List<Supplier<byte[]>> sent =
                comm.isRoot(root) ? sections(sendBuf, sendOffset, sendCounts, sendDispls, sendType) : List.of();
        scattered(sent, recvBuf, recvOffset, recvCount, recvType, root);
    }

    private void scattered(List<Supplier<byte[]>> sent, Object buf, int offset, int count, Datatype type, int root) {
        Supplier<byte[]> own = done(core.scatter(sent, root));
        if (comm.isLeaf(root)) {
            put(own, buf, offset, count, type);
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
        placeEqual(allGathered(sendBuf, sendOffset, sendCount, sendType), recvBuf, recvOffset, recvCount, recvType);
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
        List<Supplier<byte[]>> all = allGathered(sendBuf, sendOffset, sendCount, sendType);
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
        List<Supplier<byte[]>> all = done(core.alltoall(equalSections(sendBuf, sendOffset, sendCount, sendType)));
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
        List<Supplier<byte[]>> all =
                done(core.alltoall(sections(sendBuf, sendOffset, sendCounts, sendDispls, sendType)));
        place(all, recvBuf, recvOffset, recvCounts, recvDispls, recvType);
    }

    /** The reduction of the objects of the first ranks. */
    private static Object[] reduced(List<Supplier<byte[]>> all, int ranks, int count, Op op) {
        Object[] result = read(all.get(ranks - 1), count);
        for (int rank = ranks - 2; rank >= 0; rank--) {
            op.reduce(read(all.get(rank), count), result, count);
        }
        return result;
    }

    private static Object[] read(Supplier<byte[]> section, int count) {
        Object[] objects = new Object[count];
        put(section, objects, 0, count, Datatype.OBJECT);
        return objects;
    }

    /** Puts objects where elements of a type are. */
    private static void put(Object[] objects, Object buf, int offset, int count, Datatype type) {
        byte[] bytes = ObjectMessages.encode(objects, 0, objects.length, Datatype.OBJECT);
        put(() -> bytes, buf, offset, count, type);
    }

    void reduce(
            Object sendBuf, int sendOffset, Object recvBuf, int recvOffset, int count, Datatype type, Op op, int root) {
        List<Supplier<byte[]>> all = gathered(sendBuf, sendOffset, count, type, root);
        if (comm.isRoot(root)) {
            put(reduced(all, peers, count * type.getSize(), op), recvBuf, recvOffset, count, type);
        }
    }

    void allreduce(Object sendBuf, int sendOffset, Object recvBuf, int recvOffset, int count, Datatype type, Op op) {
        List<Supplier<byte[]>> all = allGathered(sendBuf, sendOffset, count, type);
        put(reduced(all, peers, count * type.getSize(), op), recvBuf, recvOffset, count, type);
    }

    void reduceScatter(
            Object sendBuf, int sendOffset, Object recvBuf, int recvOffset, int[] counts, Datatype type, Op op) {
        int total = Arrays.stream(counts).sum();
        List<Supplier<byte[]>> all = allGathered(sendBuf, sendOffset, total, type);
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
        List<Supplier<byte[]>> all = allGathered(sendBuf, sendOffset, count, type);
        put(reduced(all, comm.ownRank() + 1, count * type.getSize(), op), recvBuf, recvOffset, count, type);
    }
}
