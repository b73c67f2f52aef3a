package programs.small;

import mpi.Count;
import mpi.MPI;
import mpi.MPIException;
import mpi.Status;
import programs.Claim;

/** A library above MPI fills in statuses of its own. */
public final class StatusOfAnOwnRequest {

    private StatusOfAnOwnRequest() {}

    /** The program. */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        Status status = new Status();
        Claim.equal(MPI.SUCCESS, status.getError(), "no error");
        status.setElements(MPI.INT, 3);
        Claim.equal(3, status.getCount(MPI.INT), "count");
        Claim.equal(3, status.getElements(MPI.INT), "elements");
        Count large = new Count(5);
        large.setCount(1L << 33);
        status.setElementsX(MPI.BYTE, large);
        Claim.equal(large, status.getElementsX(MPI.BYTE), "more than an int holds");
        Claim.equal(1L << 33, status.getElementsX(MPI.BYTE).getCount(), "more than an int holds");
        Claim.that(large.compareTo(new Count(7)) > 0 && !large.equals(new Count(7)), "in order");
        status.setCancelled(true);
        Claim.that(status.isCancelled(), "cancelled");
        MPI.Finalize();
    }
}
