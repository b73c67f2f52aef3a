package programs.small;

import java.util.function.IntBinaryOperator;
import mpi.Comm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Op;
import programs.Claim;

/** Each predefined operation, compared with what a loop computes. */
public final class EachOperation {

    private EachOperation() {}

    /** The program. */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int rank = world.getRank();
        int size = world.getSize();
        int[] operands = {5 + rank, 12 - rank};
        check(MPI.MAX, operands, Math::max);
        check(MPI.MIN, operands, Math::min);
        check(MPI.SUM, operands, Integer::sum);
        check(MPI.PROD, operands, (a, b) -> a * b);
        check(MPI.BAND, operands, (a, b) -> a & b);
        check(MPI.BOR, operands, (a, b) -> a | b);
        check(MPI.BXOR, operands, (a, b) -> a ^ b);
        boolean[] odd = {rank % 2 == 1, rank >= 0};
        boolean[] result = new boolean[2];
        world.allReduce(odd, result, 2, MPI.BOOLEAN, MPI.LAND);
        Claim.equal(new boolean[] {false, true}, result, "LAND");
        world.allReduce(odd, result, 2, MPI.BOOLEAN, MPI.LOR);
        Claim.equal(new boolean[] {size > 1, true}, result, "LOR");
        world.allReduce(odd, result, 2, MPI.BOOLEAN, MPI.LXOR);
        Claim.equal(new boolean[] {size / 2 % 2 == 1, size % 2 == 1}, result, "LXOR");
        MPI.Finalize();
    }

    private static void check(Op op, int[] operands, IntBinaryOperator expected) {
        int size = MPI.COMM_WORLD.getSize();
        int[] all = new int[2 * size];
        MPI.COMM_WORLD.allGather(operands, 2, MPI.INT, all, 2, MPI.INT);
        int[] result = new int[2];
        MPI.COMM_WORLD.allReduce(operands, result, 2, MPI.INT, op);
        int[] local = {all[0], all[1]};
        int[] loop = local.clone();
        for (int i = 1; i < size; i++) {
            Comm.reduceLocal(new int[] {all[2 * i], all[2 * i + 1]}, local, 2, MPI.INT, op);
            loop[0] = expected.applyAsInt(loop[0], all[2 * i]);
            loop[1] = expected.applyAsInt(loop[1], all[2 * i + 1]);
        }
        Claim.equal(loop, result, op + " of all ranks");
        Claim.equal(loop, local, op + " on this rank");
    }
}
