package programs;

import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.util.Arrays;
import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Op;
import mpi.UserFunction;
import mpi.User_function;

/** Reductions by functions of the program, in both spellings. */
public final class OwnReductions {

    private static final Intracomm WORLD = MPI.COMM_WORLD;

    private OwnReductions() {}

    /** On arrays: 2 by 2 matrices, whose product depends on the order. */
    private static final class Product extends UserFunction {
        @Override
        public void call(Object inVec, Object inOutVec, int count, Datatype datatype) throws MPIException {
            long[] a = (long[]) inVec;
            long[] b = (long[]) inOutVec;
            for (int at = 0; at < b.length; at += 4) {
                long[] right = Arrays.copyOfRange(b, at, at + 4);
                for (int row = 0; row < 2; row++) {
                    for (int column = 0; column < 2; column++) {
                        b[at + 2 * row + column] =
                                a[at + 2 * row] * right[column] + a[at + 2 * row + 1] * right[2 + column];
                    }
                }
            }
        }
    }

    /** On buffers. */
    private static final class Sum extends UserFunction {
        @Override
        public void call(ByteBuffer in, ByteBuffer inOut, int count, Datatype datatype) {
            IntBuffer left = in.asIntBuffer();
            IntBuffer right = inOut.asIntBuffer();
            for (int i = 0; i < count; i++) {
                right.put(i, left.get(i) + right.get(i));
            }
        }
    }

    /** mpiJava's, which checks what it is given. */
    private static final class OldSum extends User_function {
        @Override
        public void Call(Object invec, int inoff, Object inoutvec, int inoutoff, int count, Datatype datatype) {
            double[] in = (double[]) invec;
            double[] inout = (double[]) inoutvec;
            for (int i = 0; i < count * datatype.Extent(); i += 2) {
                inout[inoutoff + i] += in[inoff + i];
            }
        }
    }

    /** Calls MPI, which isn't allowed. */
    private static final class Forbidden extends UserFunction {
        @Override
        public void call(ByteBuffer in, ByteBuffer inOut, int count, Datatype datatype) {
            WORLD.barrier();
        }
    }

    /** Throws an error on one rank. */
    private static final class Failing extends UserFunction {
        @Override
        public void call(ByteBuffer in, ByteBuffer inOut, int count, Datatype datatype) {
            if (WORLD.getRank() == 0) {
                throw new StackOverflowError("a stack");
            }
            new Sum().call(in, inOut, count, datatype);
        }
    }

    /** Calls what sends nothing, which is allowed. */
    private static final class Asking extends UserFunction {
        @Override
        public void call(ByteBuffer in, ByteBuffer inOut, int count, Datatype datatype) {
            Claim.equal(WORLD.Size(), WORLD.getSize(), "size inside");
            Claim.that(WORLD.getRank() < WORLD.getSize() && WORLD.Rank() >= 0, "rank inside");
            new Sum().call(in, inOut, count, datatype);
        }
    }

    private static void failing(Datatype type) {
        Object memory = type == MPI.INT ? new int[20_000] : new long[20_000];
        WORLD.allReduce(memory, type == MPI.INT ? 20_000 : 5_000, type, new Op(new Failing(), true));
    }

    /** Elsewhere it may end well, where nothing of what rank 0 computes is needed. */
    private static void failed(Datatype type) {
        try {
            failing(type);
        } catch (MPIException e) {
            Claim.equal(MPI.ERR_OP, e.getErrorClass(), "class of " + e);
        }
    }

    /** The program. */
    public static void main(String[] args) {
        MPI.Init(args);
        int rank = WORLD.getRank();
        int size = WORLD.getSize();
        Datatype matrix = Datatype.createContiguous(4, MPI.LONG);
        matrix.commit();
        long[] own = {1, rank + 1, rank, 1};
        long[] expected = {1, 1, 0, 1};
        for (int other = 1; other < size; other++) {
            long[] next = {1, other + 1, other, 1};
            new Product().call(expected, next, 1, matrix);
            expected = next;
        }
        Op product = new Op(new Product(), false);
        long[] result = new long[4];
        WORLD.allReduce(own, result, 1, matrix, product);
        Claim.equal(expected, result, "product of matrices in the order of the ranks");
        int[] numbers = new int[5000];
        Arrays.fill(numbers, rank);
        WORLD.allReduce(numbers, numbers.length, MPI.INT, new Op(new Sum(), true));
        Claim.equal(size * (size - 1) / 2, numbers[4999], "a sum of buffers");
        Datatype sparse = Datatype.Vector(2, 1, 2, MPI.DOUBLE);
        double[] gaps = {rank, -1, rank};
        double[] sum = {0, -2, 0};
        WORLD.Allreduce(gaps, 0, sum, 0, 1, sparse, new Op(new OldSum(), true));
        double all = size * (size - 1) / 2.0;
        Claim.equal(new double[] {all, -2, all}, sum, "a sum of elements with gaps");
        boolean[] truth = {rank == 0, true};
        WORLD.allReduce(truth, 2, MPI.BOOLEAN, MPI.LAND);
        Claim.equal(new boolean[] {size == 1, true}, truth, "LAND");
        WORLD.setErrhandler(MPI.ERRORS_RETURN);
        int[] asked = {1};
        WORLD.allReduce(asked, 1, MPI.INT, new Op(new Asking(), true));
        Claim.equal(size, asked[0], "a sum by a function that asks for its rank");
        if (size > 1) {
            Environment.refused(
                    () -> WORLD.allReduce(new int[1], 1, MPI.INT, new Op(new Forbidden(), true)),
                    MPI.ERR_OP,
                    "allReduce",
                    "no other call of MPI is allowed");
            if (rank == 0) {
                Environment.refused(() -> failing(MPI.INT), MPI.ERR_OP, "a stack");
                Environment.refused(() -> failing(matrix), MPI.ERR_OP, "a stack");
            } else {
                failed(MPI.INT);
                failed(matrix);
            }
            WORLD.barrier();
        }
        product.free();
        Claim.that(product.isNull() && !MPI.SUM.isNull(), "freed operations are null");
        Environment.refused(
                () -> WORLD.allReduce(result, 1, matrix, product), MPI.ERR_OP, "allReduce", "has been freed");
        Environment.refused(() -> WORLD.allReduce(numbers, 1, MPI.INT, MPI.REPLACE), MPI.ERR_OP, "one-sided");
        Environment.refused(() -> WORLD.allReduce(numbers, 1, MPI.INT, null), MPI.ERR_OP, "null");
        Environment.refused(MPI.SUM::free, MPI.ERR_OP, "predefined");
        Environment.refused(
                () -> WORLD.Allreduce(new Object[1], 0, new Object[1], 0, 1, MPI.OBJECT, MPI.SUM),
                MPI.ERR_OP,
                "no meaning for objects");
        MPI.Finalize();
    }
}
