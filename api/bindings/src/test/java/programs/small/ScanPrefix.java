package programs.small;

import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import programs.Claim;

/** Each rank learns what those before it have, to know where its own part begins. */
public final class ScanPrefix {

    private ScanPrefix() {}

    /** The program. */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int rank = world.getRank();
        int own = rank + 2;
        int[] end = new int[1];
        int[] begin = {0};
        world.scan(new int[] {own}, end, 1, MPI.INT, MPI.SUM);
        world.exScan(new int[] {own}, begin, 1, MPI.INT, MPI.SUM);
        Claim.equal(end[0], begin[0] + own, "begin and end");
        Claim.equal((rank + 1) * (rank + 4) / 2, end[0], "end");
        int[] place = {own};
        world.scan(place, 1, MPI.INT, MPI.SUM);
        Claim.equal(end, place, "scan in place");
        place[0] = own;
        world.exScan(place, 1, MPI.INT, MPI.SUM);
        Claim.that(rank == 0 || place[0] == begin[0], "exScan in place");
        MPI.Finalize();
    }
}
