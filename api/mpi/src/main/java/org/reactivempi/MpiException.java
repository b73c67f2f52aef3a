package org.reactivempi;

import org.jspecify.annotations.Nullable;

/**
 * The root of all errors of this library. Unchecked; operations signal it through {@code onError}, blocking calls throw
 * it. The message names what was given and what was allowed.
 *
 * @since 0.1
 */
public class MpiException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final ErrorClass errorClass;

    /** Null for an error that is of its class, and no closer; an exception that was serialized has none in its next process. */
    private final transient @Nullable ErrorCode code;

    /**
     * An error of a class.
     *
     * @param errorClass what kind of error
     * @param message what was given and what was allowed
     */
    public MpiException(ErrorClass errorClass, String message) {
        this(errorClass, message, null);
    }

    /**
     * An error of a class, with its cause.
     *
     * @param errorClass what kind of error
     * @param message what was given and what was allowed
     * @param cause what led to it, where something did
     */
    public MpiException(ErrorClass errorClass, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.errorClass = errorClass;
        this.code = null;
    }

    /**
     * An error of a program, or of a library on top of MPI.
     *
     * @param code what kind of error, as the program has {@linkplain ErrorCodes added} it
     * @param message what was given and what was allowed
     */
    public MpiException(ErrorCode code, String message) {
        this(code, message, null);
    }

    /**
     * The same, with its cause.
     *
     * @param code what kind of error, as the program has {@linkplain ErrorCodes added} it
     * @param message what was given and what was allowed
     * @param cause what led to it, where something did
     */
    public MpiException(ErrorCode code, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.errorClass = code.errorClass();
        this.code = code;
    }

    /**
     * What kind of error this is.
     *
     * @return MPI's error class
     */
    public ErrorClass errorClass() {
        return errorClass;
    }

    /**
     * What kind of error this is, as closely as is known.
     *
     * @return the code that the program has given to it; else that of its {@linkplain #errorClass() class}
     */
    public ErrorCode code() {
        ErrorCode own = code;
        return own == null ? errorClass.code() : own;
    }

    /**
     * The error with its class, and with its code where a program has given it one.
     *
     * @return such as {@code org.reactivempi.MpiException [RANK]: destination 9 is outside 0..1}
     */
    @Override
    public String toString() {
        String message = getLocalizedMessage();
        return getClass().getName() + " [" + code() + "]" + (message == null ? "" : ": " + message);
    }
}
