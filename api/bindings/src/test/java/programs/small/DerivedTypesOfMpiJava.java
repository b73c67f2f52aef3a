package programs.small;

import java.util.stream.IntStream;
import mpi.Datatype;
import mpi.MPI;
import programs.Claim;

/** Each constructor of mpiJava's datatypes: all lengths are in elements. */
public final class DerivedTypesOfMpiJava {

    private DerivedTypesOfMpiJava() {}

    /** The program. */
    public static void main(String[] args) {
        MPI.Init(args);
        check(Datatype.Contiguous(3, MPI.INT), 3, 0, 3);
        check(Datatype.Vector(2, 1, 3, MPI.INT), 2, 0, 4);
        check(Datatype.Hvector(2, 2, 5, MPI.INT), 4, 0, 7);
        check(Datatype.Indexed(new int[] {2, 1}, new int[] {1, 8}, MPI.INT), 3, 1, 8);
        check(Datatype.Hindexed(new int[] {1, 1}, new int[] {2, 4}, MPI.INT), 2, 2, 3);
        Datatype[] types = {MPI.LB, MPI.INT, MPI.UB};
        Datatype struct = Datatype.Struct(new int[] {1, 2, 1}, new int[] {-1, 0, 4}, types);
        check(struct, 2, -1, 5);
        Claim.equal(MPI.INT.getType(), Datatype.Contiguous(2, MPI.INT).getType(), "basic type");
        int[] from = IntStream.range(0, 12).toArray();
        int[] got = new int[4];
        MPI.COMM_SELF.Sendrecv(from, 1, 2, struct, 0, 1, got, 0, 4, MPI.INT, 0, 1);
        Claim.equal(new int[] {1, 2, 6, 7}, got, "two elements, 5 apart");
        struct.free();
        MPI.Finalize();
    }

    private static void check(Datatype type, int size, int lower, int extent) {
        type.Commit();
        Claim.equal(size, type.Size(), "size of " + type);
        Claim.equal(4 * size, type.getByteSize(), "bytes of " + type);
        Claim.equal(lower, type.Lb(), "lower bound of " + type);
        Claim.equal(extent, type.Extent(), "extent of " + type);
        Claim.equal(lower + extent, type.Ub(), "upper bound of " + type);
    }
}
