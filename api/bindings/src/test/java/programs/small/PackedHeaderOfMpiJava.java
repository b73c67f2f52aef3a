package programs.small;

import mpi.Intracomm;
import mpi.MPI;
import programs.Claim;

/** The same, to the next rank. */
public final class PackedHeaderOfMpiJava {

    private PackedHeaderOfMpiJava() {}

    /** The program. */
    public static void main(String[] args) {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int rank = world.Rank();
        int size = world.Size();
        byte[] packed = new byte[world.Pack_size(2, MPI.SHORT) + world.Pack_size(1, MPI.LONG)];
        int end = world.Pack(new short[] {-1, (short) rank, 7}, 1, 2, MPI.SHORT, packed, 0);
        end = world.Pack(new long[] {1L << 40}, 0, 1, MPI.LONG, packed, end);
        world.Sendrecv_replace(packed, 0, end, MPI.PACKED, (rank + 1) % size, 1, (rank + size - 1) % size, 1);
        short[] shorts = new short[3];
        long[] longs = new long[2];
        end = world.Unpack(packed, 0, shorts, 1, 2, MPI.SHORT);
        world.Unpack(packed, end, longs, 1, 1, MPI.LONG);
        Claim.equal(new short[] {0, (short) ((rank + size - 1) % size), 7}, shorts, "shorts");
        Claim.equal(new long[] {0, 1L << 40}, longs, "longs");
        MPI.Finalize();
    }
}
