package programs.small;

import mpi.Comm;
import mpi.Freeable;
import mpi.Info;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import programs.Claim;

/** Messages of a copy don't meet those of the original, whatever kind it is. */
public final class CopiesOfCommunicators {

    private CopiesOfCommunicators() {}

    /** The program. */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int rank = world.getRank();
        int size = world.getSize();
        Intracomm later = world.iDup();
        later.getRequest().waitFor();
        Comm plain = world;
        Comm plainLater = plain.iDup();
        plainLater.getRequest().waitFor();
        for (Comm copy : new Comm[] {
            world.dup(),
            world.clone(),
            world.dupWithInfo(new Info()),
            later,
            plain.dup(),
            plain.clone(),
            plain.dupWithInfo(MPI.INFO_NULL),
            plainLater
        }) {
            int[] got = new int[2];
            Request first = world.iRecv(got, 1, MPI.INT, MPI.ANY_SOURCE, 1);
            Request second = copy.iRecv(MPI.slice(got, 1), 1, MPI.INT, MPI.ANY_SOURCE, 1);
            copy.send(new int[] {2}, 1, MPI.INT, (rank + 1) % size, 1);
            world.send(new int[] {1}, 1, MPI.INT, (rank + 1) % size, 1);
            first.waitFor();
            second.waitFor();
            Claim.equal(new int[] {1, 2}, got, "each its own");
            Claim.equal(MPI.CONGRUENT, Comm.compare(world, copy), "congruent");
            Claim.that(!copy.isInter() && copy.getTopology() == MPI.UNDEFINED, "of one group, without topology");
            Freeable old = copy;
            old.free();
            Claim.that(copy.isNull(), "freed");
        }
        MPI.Finalize();
    }
}
