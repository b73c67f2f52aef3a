package programs.small;

import mpi.Intracomm;
import mpi.MPI;
import programs.Claim;

/** The same with pairs in arrays of numbers. */
public final class WhereTheExtremeIsOfMpiJava {

    private WhereTheExtremeIsOfMpiJava() {}

    /** The program. */
    public static void main(String[] args) {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int rank = world.Rank();
        int size = world.Size();
        int owner = size - 1;
        int[] ints = {rank == owner ? -1 : rank, rank};
        int[] least = new int[2];
        world.Allreduce(ints, 0, least, 0, 1, MPI.INT2, MPI.MINLOC);
        Claim.equal(new int[] {-1, owner}, least, "INT2");
        double[] doubles = {rank == owner ? 9.5 : rank, rank};
        double[] most = new double[2];
        world.Allreduce(doubles, 0, most, 0, 1, MPI.DOUBLE2, MPI.MAXLOC);
        Claim.equal(new double[] {9.5, owner}, most, "DOUBLE2");
        float[] floats = {1, rank};
        world.Allreduce(floats, 0, floats = new float[2], 0, 1, MPI.FLOAT2, MPI.MAXLOC);
        Claim.equal(new float[] {1, 0}, floats, "FLOAT2: the first of equal ones");
        long[] longs = {rank, rank};
        world.Allreduce(longs, 0, longs = new long[2], 0, 1, MPI.LONG2, MPI.MAXLOC);
        Claim.equal(new long[] {size - 1, size - 1}, longs, "LONG2");
        short[] shorts = {(short) rank, (short) rank};
        world.Allreduce(shorts, 0, shorts = new short[2], 0, 1, MPI.SHORT2, MPI.MINLOC);
        Claim.equal(new short[] {0, 0}, shorts, "SHORT2");
        MPI.Finalize();
    }
}
