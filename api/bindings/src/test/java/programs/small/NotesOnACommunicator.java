package programs.small;

import mpi.Comm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import programs.Claim;

/** Attributes: the library's own, and the program's. */
public final class NotesOnACommunicator {

    private NotesOnACommunicator() {}

    /** The program. */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int rank = world.getRank();
        Claim.that((Integer) world.getAttr(MPI.TAG_UB) >= 32767, "largest tag");
        int key = Comm.createKeyval();
        world.setAttr(key, new int[] {rank});
        Claim.equal(new int[] {rank}, (int[]) world.dup().getAttr(key), "a copy's");
        Claim.equal(new int[] {rank}, (int[]) world.Attr_get(key), "in mpiJava's words");
        world.Attr_delete(key);
        Claim.equal(null, world.getAttr(key), "deleted");
        world.setAttr(key, "again");
        world.deleteAttr(key);
        Comm.freeKeyval(key);
        MPI.Finalize();
    }
}
