package programs.small;

import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import programs.Claim;

/** Calls of mpiJava throw, whatever the handler. */
public final class ErrorsOfMpiJava {

    private ErrorsOfMpiJava() {}

    /** The program. */
    public static void main(String[] args) {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        Claim.equal(MPI.ERRORS_ARE_FATAL, MPI.Errorhandler_get(), "what it is at first");
        try {
            world.Recv(new int[1], 0, 2, MPI.INT, 0, 1);
            throw new AssertionError("an array that is too short");
        } catch (MPIException e) {
            Claim.that(e.getMessage().contains("Recv(int[1], 0, 2, INT, 0, 1)"), e.getMessage());
        }
        MPI.Errorhandler_set(MPI.ERRORS_RETURN);
        Claim.equal(MPI.ERRORS_RETURN, world.getErrhandler(), "in the other words");
        Claim.equal(MPI.ERR_OTHER, new MPIException().getErrorClass(), "an exception that says nothing");
        MPI.Finalize();
    }
}
