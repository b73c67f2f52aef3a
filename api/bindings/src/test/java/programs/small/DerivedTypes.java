package programs.small;

import java.util.stream.IntStream;
import mpi.Datatype;
import mpi.MPI;
import mpi.MPIException;
import programs.Claim;

/** Each constructor of Open MPI's datatypes, and what it says of its bounds. */
public final class DerivedTypes {

    private DerivedTypes() {}

    /** The program. */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        int[] from = IntStream.range(0, 16).toArray();
        check(from, Datatype.createContiguous(3, MPI.INT), 0, 1, 2);
        check(from, Datatype.createHVector(2, 1, 12, MPI.INT), 0, 3);
        check(from, Datatype.createIndexed(new int[] {2, 1}, new int[] {1, 8}, MPI.INT), 1, 2, 8);
        check(from, Datatype.createHIndexed(new int[] {1, 1}, new int[] {4, 20}, MPI.INT), 1, 5);
        Datatype[] types = {MPI.INT, MPI.INT};
        check(from, Datatype.createStruct(new int[] {1, 2}, new int[] {8, 16}, types), 2, 4, 5);
        Datatype resized = Datatype.createResized(MPI.INT, -4, 12);
        Claim.equal(-1, resized.getLb(), "lower bound");
        Claim.equal(3, resized.getExtent(), "extent");
        Claim.equal(0, resized.getTrueLb(), "true lower bound");
        Claim.equal(1, resized.getTrueExtent(), "true extent");
        Claim.equal(1, resized.getSize(), "size");
        Datatype copy = resized.clone();
        copy.setName("every third");
        Claim.equal("every third", copy.getName(), "name");
        Claim.equal(3, copy.dup().getExtent(), "extent of a copy");
        Claim.that(MPI.DATATYPE_NULL.isNull() && !copy.isNull(), "null");
        MPI.Finalize();
    }

    private static void check(int[] from, Datatype type, int... expected) {
        type.commit();
        int[] got = new int[expected.length];
        MPI.COMM_SELF.sendRecv(from, 1, type, 0, 1, got, got.length, MPI.INT, 0, 1);
        Claim.equal(expected, got, type.toString());
        type.free();
    }
}
