package programs;

import java.util.Arrays;
import java.util.stream.IntStream;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Op;
import mpi.User_function;

/** mpiJava's collective calls, with offsets, on numbers and on objects. */
public final class CollectiveCallsOfMpiJava {

    private static final Intracomm WORLD = MPI.COMM_WORLD;
    private static int rank;
    private static int size;

    private CollectiveCallsOfMpiJava() {}

    /** The program. */
    public static void main(String[] args) {
        MPI.Init(args);
        rank = WORLD.Rank();
        size = WORLD.Size();
        WORLD.Barrier();
        numbers();
        reductions();
        objects();
        objectReductions();
        pairs();
        MPI.Finalize();
    }

    private static int[] steps(int step) {
        return IntStream.range(0, size).map(r -> r * step).toArray();
    }

    private static int[] each(int count) {
        int[] counts = new int[size];
        Arrays.fill(counts, count);
        return counts;
    }

    private static void numbers() {
        int root = size - 1;
        int[] word = {-1, rank == root ? 42 : 0};
        WORLD.Bcast(word, 1, 1, MPI.INT, root);
        Claim.equal(42, word[1], "Bcast");
        int[] own = {-1, rank};
        int[] all = new int[size + 1];
        WORLD.Gather(own, 1, 1, MPI.INT, all, 1, 1, MPI.INT, root);
        int[] expected =
                IntStream.concat(IntStream.of(0), IntStream.range(0, size)).toArray();
        Claim.equal(rank == root ? expected : new int[size + 1], all, "Gather");
        all = new int[size + 1];
        WORLD.Gatherv(own, 1, 1, MPI.INT, all, 1, each(1), steps(1), MPI.INT, root);
        Claim.equal(rank == root ? expected : new int[size + 1], all, "Gatherv");
        int[] part = new int[2];
        WORLD.Scatter(expected, 1, 1, MPI.INT, part, 1, 1, MPI.INT, root);
        Claim.equal(new int[] {0, rank}, part, "Scatter");
        part = new int[2];
        WORLD.Scatterv(expected, 1, each(1), steps(1), MPI.INT, part, 1, 1, MPI.INT, root);
        Claim.equal(new int[] {0, rank}, part, "Scatterv");
        all = new int[size + 1];
        WORLD.Allgather(own, 1, 1, MPI.INT, all, 1, 1, MPI.INT);
        Claim.equal(expected, all, "Allgather");
        all = new int[size + 1];
        WORLD.Allgatherv(own, 1, 1, MPI.INT, all, 1, each(1), steps(1), MPI.INT);
        Claim.equal(expected, all, "Allgatherv");
        int[] row = IntStream.range(0, size).map(r -> 10 * rank + r).toArray();
        int[] column = IntStream.range(0, size).map(r -> 10 * r + rank).toArray();
        int[] received = new int[size];
        WORLD.Alltoall(row, 0, 1, MPI.INT, received, 0, 1, MPI.INT);
        Claim.equal(column, received, "Alltoall");
        received = new int[size];
        WORLD.Alltoallv(row, 0, each(1), steps(1), MPI.INT, received, 0, each(1), steps(1), MPI.INT);
        Claim.equal(column, received, "Alltoallv");
    }

    private static void reductions() {
        int[] own = {-1, rank};
        int[] result = new int[2];
        WORLD.Reduce(own, 1, result, 1, 1, MPI.INT, MPI.SUM, 0);
        Claim.equal(rank == 0 ? size * (size - 1) / 2 : 0, result[1], "Reduce");
        WORLD.Allreduce(own, 1, result, 1, 1, MPI.INT, MPI.MAX);
        Claim.equal(size - 1, result[1], "Allreduce");
        int[] part = new int[1];
        WORLD.Reduce_scatter(steps(1), 0, part, 0, each(1), MPI.INT, MPI.SUM);
        Claim.equal(rank * size, part[0], "Reduce_scatter");
        WORLD.Scan(own, 1, result, 1, 1, MPI.INT, MPI.SUM);
        Claim.equal(rank * (rank + 1) / 2, result[1], "Scan");
    }

    private static String[] words(int count) {
        return IntStream.range(0, count).mapToObj(i -> rank + "." + i).toArray(String[]::new);
    }

    private static void objects() {
        int root = size - 1;
        Object[] word = {"mine", rank == root ? "theirs" : null};
        WORLD.Bcast(word, 1, 1, MPI.OBJECT, root);
        Claim.equal(new Object[] {"mine", "theirs"}, word, "Bcast of objects");
        String[] firsts = IntStream.range(0, size).mapToObj(r -> r + ".0").toArray(String[]::new);
        Object[] all = new Object[size];
        WORLD.Gather(words(1), 0, 1, MPI.OBJECT, all, 0, 1, MPI.OBJECT, root);
        Claim.equal(rank == root ? firsts : new Object[size], all, "Gather of objects");
        all = new Object[size];
        WORLD.Gatherv(words(1), 0, 1, MPI.OBJECT, all, 0, each(1), steps(1), MPI.OBJECT, root);
        Claim.equal(rank == root ? firsts : new Object[size], all, "Gatherv of objects");
        Object[] part = new Object[1];
        WORLD.Scatter(words(size), 0, 1, MPI.OBJECT, part, 0, 1, MPI.OBJECT, root);
        Claim.equal(root + "." + rank, part[0], "Scatter of objects");
        part = new Object[1];
        WORLD.Scatterv(words(size), 0, each(1), steps(1), MPI.OBJECT, part, 0, 1, MPI.OBJECT, root);
        Claim.equal(root + "." + rank, part[0], "Scatterv of objects");
        all = new Object[size];
        WORLD.Allgather(words(1), 0, 1, MPI.OBJECT, all, 0, 1, MPI.OBJECT);
        Claim.equal(firsts, all, "Allgather of objects");
        all = new Object[size];
        WORLD.Allgatherv(words(1), 0, 1, MPI.OBJECT, all, 0, each(1), steps(1), MPI.OBJECT);
        Claim.equal(firsts, all, "Allgatherv of objects");
        String[] column = IntStream.range(0, size).mapToObj(r -> r + "." + rank).toArray(String[]::new);
        all = new Object[size];
        WORLD.Alltoall(words(size), 0, 1, MPI.OBJECT, all, 0, 1, MPI.OBJECT);
        Claim.equal(column, all, "Alltoall of objects");
        all = new Object[size];
        WORLD.Alltoallv(words(size), 0, each(1), steps(1), MPI.OBJECT, all, 0, each(1), steps(1), MPI.OBJECT);
        Claim.equal(column, all, "Alltoallv of objects");
    }

    /** Strings one after the other: the order of the ranks counts. */
    private static final class Concatenation extends User_function {
        @Override
        public void Call(Object invec, int inoff, Object inoutvec, int inoutoff, int count, mpi.Datatype datatype) {
            Object[] in = (Object[]) invec;
            Object[] inout = (Object[]) inoutvec;
            for (int i = 0; i < count; i++) {
                inout[inoutoff + i] = (String) in[inoff + i] + inout[inoutoff + i];
            }
        }
    }

    private static String digits(int count) {
        StringBuilder digits = new StringBuilder();
        IntStream.range(0, count).forEach(digits::append);
        return digits.toString();
    }

    private static void objectReductions() {
        Op op = new Op(new Concatenation(), false);
        Claim.that(!op.isCommutative(), "the operation is not commutative");
        String[] own = {Integer.toString(rank), "x"};
        Object[] result = new Object[2];
        WORLD.Reduce(own, 0, result, 0, 2, MPI.OBJECT, op, 0);
        Claim.equal(rank == 0 ? digits(size) : null, result[0], "Reduce of objects");
        WORLD.Allreduce(own, 0, result, 0, 2, MPI.OBJECT, op);
        Claim.equal(new Object[] {digits(size), "x".repeat(size)}, result, "Allreduce of objects");
        Object[] part = new Object[1];
        String[] all = new String[size];
        Arrays.fill(all, own[0]);
        WORLD.Reduce_scatter(all, 0, part, 0, each(1), MPI.OBJECT, op);
        Claim.equal(digits(size), part[0], "Reduce_scatter of objects");
        WORLD.Scan(own, 0, result, 0, 1, MPI.OBJECT, op);
        Claim.equal(digits(rank + 1), result[0], "Scan of objects");
        op.free();
        Claim.that(op.isNull(), "the operation is freed");
    }

    private static void pairs() {
        double[] own = {rank == 1 ? 5 : 1, rank};
        double[] result = new double[2];
        WORLD.Allreduce(own, 0, result, 0, 1, MPI.DOUBLE2, MPI.MAXLOC);
        Claim.equal(size > 1 ? new double[] {5, 1} : own, result, "MAXLOC of DOUBLE2");
        int[] numbers = {1, rank};
        int[] least = new int[2];
        WORLD.Allreduce(numbers, 0, least, 0, 1, MPI.INT2, MPI.MINLOC);
        Claim.equal(new int[] {1, 0}, least, "MINLOC of INT2");
    }
}
