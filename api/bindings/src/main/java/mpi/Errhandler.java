package mpi;

/**
 * What a communicator does with an error of one of Open MPI's calls. Those of mpiJava throw, whatever the handler.
 *
 * @see MPI#ERRORS_ARE_FATAL
 * @see MPI#ERRORS_RETURN
 */
public final class Errhandler {

    static final Errhandler FATAL = new Errhandler("MPI.ERRORS_ARE_FATAL", true);
    static final Errhandler RETURN = new Errhandler("MPI.ERRORS_RETURN", false);

    private final String name;
    private final boolean fatal;

    Errhandler(String name, boolean fatal) {
        this.name = name;
        this.fatal = fatal;
    }

    /** Whether an error ends the job, instead of being thrown. */
    boolean isFatal() {
        return fatal;
    }

    /** The handler's name. */
    @Override
    public String toString() {
        return name;
    }
}
