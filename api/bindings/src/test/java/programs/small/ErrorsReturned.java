package programs.small;

import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import programs.Claim;

/** A program that handles errors itself is told the class, the call and its arguments. */
public final class ErrorsReturned {

    private ErrorsReturned() {}

    /** The program. */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int size = world.getSize();
        Claim.equal(MPI.ERRORS_ARE_FATAL, world.getErrhandler(), "what it is at first");
        world.setErrhandler(MPI.ERRORS_RETURN);
        try {
            world.send(new int[1], 1, MPI.INT, size, 1);
            throw new AssertionError("no such rank");
        } catch (MPIException e) {
            Claim.equal(MPI.ERR_RANK, e.getErrorClass(), "class");
            Claim.equal(MPI.ERR_RANK, e.getErrorCode(), "code");
            Claim.that(e.getMessage().contains("send(int[1], 1, INT, " + size + ", 1)"), e.getMessage());
        }
        try {
            world.callErrhandler(MPI.ERR_OTHER);
            throw new AssertionError("the handler throws");
        } catch (MPIException e) {
            Claim.equal(MPI.ERR_OTHER, e.getErrorClass(), "class");
        }
        Exception own = new MPIException(new MPIException("the program's own"));
        Claim.equal("the program's own", own.getCause().getMessage(), "text");
        MPI.Finalize();
    }
}
