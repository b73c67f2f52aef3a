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
     * The error with its class.
     *
     * @return such as {@code org.reactivempi.MpiException [RANK]: destination 9 is outside 0..1}
     */
    @Override
    public String toString() {
        String message = getLocalizedMessage();
        return getClass().getName() + " [" + errorClass + "]" + (message == null ? "" : ": " + message);
    }
}
