package programs.small;

import java.nio.ByteBuffer;
import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Op;
import mpi.UserFunction;
import programs.Claim;

/** Reductions by functions of the program: on arrays, and on bytes. */
public final class OwnOperation {

    private OwnOperation() {}

    /** The program. */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int rank = world.getRank();
        int size = world.getSize();
        Op longest = new Op(
                new UserFunction() {
                    @Override
                    public void call(Object in, Object inOut, int count, Datatype type) {
                        int[] a = (int[]) in;
                        int[] b = (int[]) inOut;
                        for (int i = 0; i < count; i++) {
                            b[i] = Math.abs(a[i]) >= Math.abs(b[i]) ? a[i] : b[i];
                        }
                    }
                },
                true);
        Claim.that(longest.isCommutative() && !longest.isNull(), "commutative");
        int[] numbers = {rank % 2 == 0 ? -rank : rank, -1};
        world.allReduce(numbers, 2, MPI.INT, longest);
        Claim.equal(new int[] {size % 2 == 1 ? 1 - size : size - 1, -1}, numbers, "the one that is farthest from 0");
        longest.free();
        Claim.that(longest.isNull(), "freed");
        Op first = new Op(
                new UserFunction() {
                    @Override
                    public void call(ByteBuffer in, ByteBuffer inOut, int count, Datatype type) {
                        for (int i = 0; i < count; i++) {
                            inOut.putLong(8 * i, in.getLong(8 * i));
                        }
                    }
                },
                false);
        long[] value = {7 + rank};
        world.scan(value, 1, MPI.LONG, first);
        Claim.equal(7L, value[0], "in the order of the ranks");
        MPI.Finalize();
    }
}
