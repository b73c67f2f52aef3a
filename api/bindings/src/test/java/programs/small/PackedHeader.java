package programs.small;

import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import programs.Claim;

/** A header and data of other types in one message. */
public final class PackedHeader {

    private PackedHeader() {}

    /** The program. */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int rank = world.getRank();
        byte[] packed = new byte[world.packSize(1, MPI.INT) + world.packSize(3, MPI.DOUBLE)];
        if (rank == 0) {
            int end = world.pack(new int[] {3}, 1, MPI.INT, packed, 0);
            end = world.pack(new double[] {0.5, 1.5, 2.5}, 3, MPI.DOUBLE, packed, end);
            Claim.equal(packed.length, end, "position behind the data");
        }
        world.bcast(packed, packed.length, MPI.PACKED, 0);
        int[] count = new int[1];
        int at = world.unpack(packed, 0, count, 1, MPI.INT);
        double[] data = new double[count[0]];
        world.unpack(packed, at, data, count[0], MPI.DOUBLE);
        Claim.equal(new double[] {0.5, 1.5, 2.5}, data, "unpacked");
        MPI.Finalize();
    }
}
