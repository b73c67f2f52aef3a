package programs.small;

import mpi.Datatype;
import mpi.MPI;
import mpi.MPIException;
import programs.Claim;

/** Attributes of a datatype go along with its copies. */
public final class NotesOnADatatype {

    private NotesOnADatatype() {}

    /** The program. */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        int key = Datatype.createKeyval();
        Datatype pair = Datatype.createContiguous(2, MPI.FLOAT);
        pair.setAttr(key, "note");
        Datatype copy = pair.dup();
        pair.deleteAttr(key);
        Claim.equal(null, pair.getAttr(key), "deleted");
        Claim.equal("note", copy.getAttr(key), "the copy's own");
        Datatype.freeKeyval(key);
        MPI.Finalize();
    }
}
