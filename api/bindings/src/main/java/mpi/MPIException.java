package mpi;

/**
 * What goes wrong in a call. Unchecked, so that programs of both APIs compile: a {@code throws} or {@code catch} of it is legal anyway.
 */
public class MPIException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final int errorClass;

    /** An error of class {@link MPI#ERR_OTHER} without a message. */
    public MPIException() {
        this(Codes.ERR_OTHER, null, null);
    }

    /** An error of class {@link MPI#ERR_OTHER}. */
    public MPIException(String message) {
        this(Codes.ERR_OTHER, message, null);
    }

    /** An error of class {@link MPI#ERR_OTHER}, with a cause. */
    public MPIException(Throwable cause) {
        this(Codes.ERR_OTHER, cause == null ? null : cause.toString(), cause);
    }

    MPIException(int errorClass, String message) {
        this(errorClass, message, null);
    }

    MPIException(int errorClass, String message, Throwable cause) {
        super(message, cause);
        this.errorClass = errorClass;
    }

    /** The error's code, which is its class: this implementation has no finer ones. */
    public int getErrorCode() {
        return errorClass;
    }

    /** The error's class, {@link MPI#ERR_RANK} for instance. */
    public int getErrorClass() {
        return errorClass;
    }
}
