package programs;

import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.util.Arrays;
import java.util.stream.IntStream;
import mpi.Comm;
import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;

/** Open MPI's collective calls: blocking, in place, and with requests, on arrays and on buffers. */
public final class CollectiveCalls {

    private static final Intracomm WORLD = MPI.COMM_WORLD;
    private static int rank;
    private static int size;

    private CollectiveCalls() {}

    /** The program. */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        rank = WORLD.getRank();
        size = WORLD.getSize();
        WORLD.barrier();
        WORLD.iBarrier().waitFor();
        for (int root = 0; root < size; root++) {
            rooted(root);
            rootedInPlace(root);
            rootedRequests(root);
        }
        all();
        allInPlace();
        allRequests();
        reductions();
        reductionRequests();
        derived();
        MPI.Finalize();
    }

    private static int[] ranks(int from, int count) {
        return IntStream.range(from, from + count).toArray();
    }

    /** Rank r has r + 1 elements, all of them r. */
    private static int[] staircase() {
        return IntStream.range(0, size)
                .flatMap(r -> IntStream.generate(() -> r).limit(r + 1))
                .toArray();
    }

    private static int[] counts() {
        return ranks(1, size);
    }

    private static int[] displs() {
        return IntStream.range(0, size).map(r -> r * (r + 1) / 2).toArray();
    }

    private static int[] own() {
        int[] own = new int[rank + 1];
        Arrays.fill(own, rank);
        return own;
    }

    private static void rooted(int root) {
        int[] word = {rank == root ? 42 : 0};
        WORLD.bcast(word, 1, MPI.INT, root);
        Claim.equal(42, word[0], "bcast");
        int[] all = new int[size];
        WORLD.gather(new int[] {rank}, 1, MPI.INT, rank == root ? all : null, 1, MPI.INT, root);
        Claim.equal(rank == root ? ranks(0, size) : new int[size], all, "gather");
        int[] stairs = new int[staircase().length];
        WORLD.gatherv(own(), rank + 1, MPI.INT, rank == root ? stairs : null, counts(), displs(), MPI.INT, root);
        Claim.equal(rank == root ? staircase() : new int[stairs.length], stairs, "gatherv");
        int[] block = new int[2];
        WORLD.scatter(rank == root ? ranks(0, 2 * size) : null, 2, MPI.INT, block, 2, MPI.INT, root);
        Claim.equal(ranks(2 * rank, 2), block, "scatter");
        int[] step = new int[rank + 1];
        WORLD.scatterv(rank == root ? staircase() : null, counts(), displs(), MPI.INT, step, rank + 1, MPI.INT, root);
        Claim.equal(own(), step, "scatterv");
    }

    private static void rootedInPlace(int root) {
        int[] all = new int[size];
        all[rank == root ? rank : 0] = rank;
        WORLD.gather(all, 1, MPI.INT, root);
        if (rank == root) {
            Claim.equal(ranks(0, size), all, "gather in place");
        }
        if (rank == root) {
            int[] stairs = staircase();
            Arrays.setAll(stairs, i -> stairs[i] == rank ? rank : -1);
            WORLD.gatherv(stairs, counts(), displs(), MPI.INT, root);
            Claim.equal(staircase(), stairs, "gatherv in place");
            int[] blocks = ranks(0, size);
            WORLD.scatter(blocks, 1, MPI.INT, root);
            Claim.equal(ranks(0, size), blocks, "scatter in place");
            WORLD.scatterv(stairs, counts(), displs(), MPI.INT, root);
        } else {
            WORLD.gatherv(own(), rank + 1, MPI.INT, root);
            int[] block = {-1};
            WORLD.scatter(block, 1, MPI.INT, root);
            Claim.equal(rank, block[0], "scatter, not at the root");
            int[] step = new int[rank + 1];
            WORLD.scatterv(step, rank + 1, MPI.INT, root);
            Claim.equal(own(), step, "scatterv, not at the root");
        }
    }

    private static IntBuffer buffer(int... values) {
        IntBuffer made = MPI.newIntBuffer(Math.max(1, values.length));
        made.put(0, values);
        return made;
    }

    private static int[] values(IntBuffer buffer) {
        int[] values = new int[buffer.capacity()];
        buffer.get(0, values);
        return values;
    }

    private static void rootedRequests(int root) {
        IntBuffer word = buffer(rank == root ? 7 : 0);
        WORLD.iBcast(word, 1, MPI.INT, root).waitFor();
        Claim.equal(7, word.get(0), "iBcast");
        int[] array = {rank == root ? 8 : 0};
        WORLD.iBcast(array, 1, MPI.INT, root).waitFor();
        Claim.equal(8, array[0], "iBcast of an array");
        IntBuffer all = buffer(new int[size]);
        WORLD.iGather(buffer(rank), 1, MPI.INT, all, 1, MPI.INT, root).waitFor();
        Claim.equal(rank == root ? ranks(0, size) : new int[size], values(all), "iGather");
        IntBuffer blocks = rank == root ? buffer(ranks(0, size)) : buffer(rank);
        WORLD.iGather(blocks, 1, MPI.INT, root).waitFor();
        IntBuffer stairs = buffer(new int[staircase().length]);
        WORLD.iGatherv(buffer(own()), rank + 1, MPI.INT, stairs, counts(), displs(), MPI.INT, root)
                .waitFor();
        if (rank == root) {
            Claim.equal(staircase(), values(stairs), "iGatherv");
            WORLD.iGatherv(stairs, counts(), displs(), MPI.INT, root).waitFor();
            WORLD.iScatterv(stairs, counts(), displs(), MPI.INT, root).waitFor();
            WORLD.iScatter(blocks, 1, MPI.INT, root).waitFor();
        } else {
            WORLD.iGatherv(buffer(own()), rank + 1, MPI.INT, root).waitFor();
            IntBuffer step = buffer(new int[rank + 1]);
            WORLD.iScatterv(step, rank + 1, MPI.INT, root).waitFor();
            Claim.equal(own(), values(step), "iScatterv, not at the root");
            WORLD.iScatter(blocks, 1, MPI.INT, root).waitFor();
            Claim.equal(rank, blocks.get(0), "iScatter, not at the root");
        }
        IntBuffer part = buffer(0);
        WORLD.iScatter(buffer(ranks(0, size)), 1, MPI.INT, part, 1, MPI.INT, root)
                .waitFor();
        Claim.equal(rank, part.get(0), "iScatter");
        IntBuffer step = buffer(new int[rank + 1]);
        WORLD.iScatterv(buffer(staircase()), counts(), displs(), MPI.INT, step, rank + 1, MPI.INT, root)
                .waitFor();
        Claim.equal(own(), values(step), "iScatterv");
    }

    private static void all() {
        int[] all = new int[size];
        WORLD.allGather(new int[] {rank}, 1, MPI.INT, all, 1, MPI.INT);
        Claim.equal(ranks(0, size), all, "allGather");
        int[] stairs = new int[staircase().length];
        WORLD.allGatherv(own(), rank + 1, MPI.INT, stairs, counts(), displs(), MPI.INT);
        Claim.equal(staircase(), stairs, "allGatherv");
        int[] columns = new int[size];
        WORLD.allToAll(ranks(rank * size, size), 1, MPI.INT, columns, 1, MPI.INT);
        Claim.equal(IntStream.range(0, size).map(r -> r * size + rank).toArray(), columns, "allToAll");
        int[] received = new int[size];
        int[] ones = new int[size];
        Arrays.fill(ones, 1);
        int[] backwards = IntStream.range(0, size).map(r -> size - 1 - r).toArray();
        WORLD.allToAllv(ranks(rank * size, size), ones, backwards, MPI.INT, received, ones, ranks(0, size), MPI.INT);
        Claim.equal(
                IntStream.range(0, size).map(r -> r * size + size - 1 - rank).toArray(), received, "allToAllv");
        Datatype[] types = new Datatype[size];
        Arrays.fill(types, MPI.INT);
        int[] bytes = IntStream.range(0, size).map(r -> 4 * r).toArray();
        int[] typed = new int[size];
        WORLD.allToAllw(ranks(rank * size, size), ones, bytes, types, typed, ones, bytes, types);
        Claim.equal(columns, typed, "allToAllw");
        // Memory of another type than the datatype's is shared by all blocks.
        long[] longs = new long[size];
        WORLD.allGatherv(
                new long[] {rank},
                2,
                MPI.INT,
                longs,
                twos(),
                IntStream.range(0, size).map(r -> 2 * r).toArray(),
                MPI.INT);
        Claim.equal(IntStream.range(0, size).asLongStream().toArray(), longs, "allGatherv of longs as ints");
    }

    private static int[] twos() {
        int[] twos = new int[size];
        Arrays.fill(twos, 2);
        return twos;
    }

    private static void allInPlace() {
        int[] all = new int[size];
        all[rank] = rank;
        WORLD.allGather(all, 1, MPI.INT);
        Claim.equal(ranks(0, size), all, "allGather in place");
        int[] stairs = staircase();
        Arrays.setAll(stairs, i -> stairs[i] == rank ? rank : -1);
        WORLD.allGatherv(stairs, counts(), displs(), MPI.INT);
        Claim.equal(staircase(), stairs, "allGatherv in place");
    }

    private static void allRequests() {
        int[] ones = new int[size];
        Arrays.fill(ones, 1);
        Datatype[] types = new Datatype[size];
        Arrays.fill(types, MPI.INT);
        IntBuffer[] room = new IntBuffer[7];
        Arrays.setAll(room, i -> buffer(new int[size]));
        room[1].put(rank, rank);
        room[3].put(rank, rank);
        IntBuffer row = buffer(ranks(rank * size, size));
        Request[] requests = {
            WORLD.iAllGather(buffer(rank), 1, MPI.INT, room[0], 1, MPI.INT),
            WORLD.iAllGather(room[1], 1, MPI.INT),
            WORLD.iAllGatherv(buffer(rank), 1, MPI.INT, room[2], ones, ranks(0, size), MPI.INT),
            WORLD.iAllGatherv(room[3], ones, ranks(0, size), MPI.INT),
            WORLD.iAllToAll(row, 1, MPI.INT, room[4], 1, MPI.INT),
            WORLD.iAllToAllv(row, ones, ranks(0, size), MPI.INT, room[5], ones, ranks(0, size), MPI.INT),
            WORLD.iAllToAllw(row, ones, bytes(), types, room[6], ones, bytes(), types)
        };
        Request.waitAll(requests);
        int[] columns = IntStream.range(0, size).map(r -> r * size + rank).toArray();
        for (int i = 0; i < room.length; i++) {
            Claim.equal(i < 4 ? ranks(0, size) : columns, values(room[i]), "request " + i + " of collective calls");
        }
    }

    private static int[] bytes() {
        return IntStream.range(0, size).map(r -> 4 * r).toArray();
    }

    private static int sum() {
        return size * (size - 1) / 2;
    }

    private static void reductions() {
        int[] own = {rank, 1};
        int[] result = new int[2];
        WORLD.reduce(own, result, 2, MPI.INT, MPI.SUM, size - 1);
        Claim.equal(rank == size - 1 ? new int[] {sum(), size} : new int[2], result, "reduce");
        int[] place = {rank, 1};
        WORLD.reduce(place, 2, MPI.INT, MPI.SUM, 0);
        Claim.equal(rank == 0 ? new int[] {sum(), size} : own, place, "reduce in place");
        WORLD.allReduce(own, result, 2, MPI.INT, MPI.MAX);
        Claim.equal(new int[] {size - 1, 1}, result, "allReduce");
        place = own.clone();
        WORLD.allReduce(place, 2, MPI.INT, MPI.PROD);
        Claim.equal(new int[] {0, 1}, place, "allReduce in place");
        int[] scattered = new int[rank + 1];
        WORLD.reduceScatter(staircase(), scattered, counts(), MPI.INT, MPI.SUM);
        Claim.equal(Arrays.stream(own()).map(value -> value * size).toArray(), scattered, "reduceScatter");
        int[] stairs = staircase();
        WORLD.reduceScatter(stairs, counts(), MPI.INT, MPI.SUM);
        Claim.equal(scattered, Arrays.copyOf(stairs, rank + 1), "reduceScatter in place");
        int[] block = new int[1];
        WORLD.reduceScatterBlock(ranks(0, size), block, 1, MPI.INT, MPI.SUM);
        Claim.equal(rank * size, block[0], "reduceScatterBlock");
        int[] blocks = ranks(0, size);
        WORLD.reduceScatterBlock(blocks, 1, MPI.INT, MPI.SUM);
        Claim.equal(rank * size, blocks[0], "reduceScatterBlock in place");
        WORLD.scan(new int[] {rank}, block, 1, MPI.INT, MPI.SUM);
        Claim.equal(rank * (rank + 1) / 2, block[0], "scan");
        int[] scanned = {rank};
        WORLD.scan(scanned, 1, MPI.INT, MPI.SUM);
        Claim.equal(block[0], scanned[0], "scan in place");
        int[] before = {-1};
        WORLD.exScan(new int[] {rank}, before, 1, MPI.INT, MPI.SUM);
        Claim.equal(rank == 0 ? -1 : rank * (rank - 1) / 2, before[0], "exScan");
        int[] exclusive = {rank};
        WORLD.exScan(exclusive, 1, MPI.INT, MPI.SUM);
        Claim.equal(rank == 0 ? 0 : rank * (rank - 1) / 2, exclusive[0], "exScan in place");
        int[] local = {5};
        Comm.reduceLocal(new int[] {3}, local, 1, MPI.INT, MPI.PROD);
        Claim.equal(15, local[0], "reduceLocal");
        char[] letters = {(char) ('a' + rank)};
        WORLD.allReduce(letters, 1, MPI.CHAR, MPI.MAX);
        Claim.equal((char) ('a' + size - 1), letters[0], "allReduce of characters");
        double[] complex = {1, 1};
        WORLD.allReduce(complex, 1, MPI.DOUBLE_COMPLEX, MPI.SUM);
        Claim.equal(new double[] {size, size}, complex, "sum of complex numbers");
        double[] factor = {0, 1};
        double[] product = new double[2];
        Comm.reduceLocal(factor, product = new double[] {0, 1}, 1, MPI.DOUBLE_COMPLEX, MPI.PROD);
        Claim.equal(new double[] {-1, 0}, product, "product of complex numbers");
    }

    private static void reductionRequests() {
        IntBuffer[] room = new IntBuffer[12];
        Arrays.setAll(room, i -> buffer(rank, rank));
        IntBuffer own = buffer(rank, rank);
        IntBuffer stairs = buffer(staircase());
        IntBuffer stairs2 = buffer(staircase());
        IntBuffer step = buffer(new int[rank + 1]);
        IntBuffer blocks = buffer(ranks(0, size));
        IntBuffer inPlace = buffer(ranks(0, size));
        Request.waitAll(new Request[] {
            WORLD.iReduce(own, room[0], 2, MPI.INT, MPI.SUM, 0),
            WORLD.iReduce(room[1], 2, MPI.INT, MPI.SUM, 0),
            WORLD.iAllReduce(own, room[2], 2, MPI.INT, MPI.SUM),
            WORLD.iAllReduce(room[3], 2, MPI.INT, MPI.SUM),
            WORLD.iReduceScatter(stairs, step, counts(), MPI.INT, MPI.SUM),
            WORLD.iReduceScatter(stairs2, counts(), MPI.INT, MPI.SUM),
            WORLD.iReduceScatterBlock(blocks, room[4], 1, MPI.INT, MPI.SUM),
            WORLD.iReduceScatterBlock(inPlace, 1, MPI.INT, MPI.SUM),
            WORLD.iScan(own, room[5], 2, MPI.INT, MPI.SUM),
            WORLD.iScan(room[6], 2, MPI.INT, MPI.SUM),
            WORLD.iExScan(own, room[7], 2, MPI.INT, MPI.SUM),
            WORLD.iExScan(room[8], 2, MPI.INT, MPI.SUM)
        });
        Claim.equal(rank == 0 ? sum() : rank, room[0].get(1), "iReduce");
        Claim.equal(rank == 0 ? sum() : rank, room[1].get(1), "iReduce in place");
        Claim.equal(sum(), room[2].get(1), "iAllReduce");
        Claim.equal(sum(), room[3].get(1), "iAllReduce in place");
        Claim.equal(rank * size, step.get(0), "iReduceScatter");
        Claim.equal(rank * size, stairs2.get(0), "iReduceScatter in place");
        Claim.equal(rank * size, room[4].get(0), "iReduceScatterBlock");
        Claim.equal(rank * size, inPlace.get(0), "iReduceScatterBlock in place");
        Claim.equal(rank * (rank + 1) / 2, room[5].get(0), "iScan");
        Claim.equal(rank * (rank + 1) / 2, room[6].get(0), "iScan in place");
        Claim.equal(rank == 0 ? 0 : rank * (rank - 1) / 2, room[7].get(0), "iExScan");
        Claim.equal(rank == 0 ? 0 : rank * (rank - 1) / 2, room[8].get(0), "iExScan in place");
    }

    /** Every other element, into a column. */
    private static void derived() {
        Datatype pairs = Datatype.createVector(2, 1, 2, MPI.INT);
        pairs.commit();
        int[] sparse = {rank, -1, rank, -1};
        int[] all = new int[2 * size];
        WORLD.allGather(sparse, 1, pairs, all, 2, MPI.INT);
        Claim.equal(IntStream.range(0, 2 * size).map(i -> i / 2).toArray(), all, "allGather of a derived type");
        ByteBuffer bytes = MPI.newByteBuffer(4);
        bytes.putInt(0, rank == 0 ? 99 : 0);
        WORLD.bcast(bytes, 1, MPI.INT, 0);
        Claim.equal(99, bytes.getInt(0), "bcast of a ByteBuffer");
    }
}
