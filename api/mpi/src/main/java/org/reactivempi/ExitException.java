package org.reactivempi;

/**
 * Ends a program under {@link Mpi#run} with a code and one line on standard error, without a stack trace: for mistakes
 * of the program's user, such as a file that does not exist.
 *
 * @since 0.1
 */
public final class ExitException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final int code;

    /**
     * An end with a code and a message.
     *
     * @param code the exit code of this rank, 0 to 255
     * @param message one line for the user
     */
    public ExitException(int code, String message) {
        super(message, null, false, false);
        this.code = code;
    }

    /**
     * The exit code of this rank.
     *
     * @return 0 to 255
     */
    public int code() {
        return code;
    }
}
