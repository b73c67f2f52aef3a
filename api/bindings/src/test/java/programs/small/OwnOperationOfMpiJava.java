package programs.small;

import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Op;
import mpi.User_function;
import programs.Claim;

/** mpiJava's functions are given offsets, and may get objects. */
public final class OwnOperationOfMpiJava {

    private OwnOperationOfMpiJava() {}

    /** The program. */
    public static void main(String[] args) {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int rank = world.Rank();
        int size = world.Size();
        Op sum = new Op(new Sum(), true, 100);
        float[] numbers = {-1, rank};
        float[] result = new float[2];
        world.Allreduce(numbers, 1, result, 1, 1, MPI.FLOAT, sum);
        Claim.equal(new float[] {0, size * (size - 1) / 2f}, result, "sum");
        Op words = new Op(new Concatenation(), false);
        Object[] all = new Object[1];
        world.Allreduce(new Object[] {"" + rank}, 0, all, 0, 1, MPI.OBJECT, words);
        StringBuilder digits = new StringBuilder();
        for (int i = 0; i < size; i++) {
            digits.append(i);
        }
        Claim.equal(digits.toString(), all[0], "strings in the order of the ranks");
        sum.free();
        MPI.Finalize();
    }

    private static final class Sum extends User_function {
        @Override
        public void Call(Object in, int inOffset, Object inOut, int inOutOffset, int count, Datatype type) {
            for (int i = 0; i < count; i++) {
                ((float[]) inOut)[inOutOffset + i] += ((float[]) in)[inOffset + i];
            }
        }
    }

    private static final class Concatenation extends User_function {
        @Override
        public void Call(Object in, int inOffset, Object inOut, int inOutOffset, int count, Datatype type) {
            for (int i = 0; i < count; i++) {
                Object[] right = (Object[]) inOut;
                right[inOutOffset + i] = "" + ((Object[]) in)[inOffset + i] + right[inOutOffset + i];
            }
        }
    }
}
