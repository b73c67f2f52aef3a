package org.reactivempi;

import org.jspecify.annotations.Nullable;

/**
 * What a request gives when it is not active. A success is the bare {@link Status}, so that it costs no object beside it.
 */
sealed interface Outcome extends RequestState permits Status, Failure, Absent {

    /** The status, the empty one if there is none. */
    static Status status(Outcome outcome) {
        return outcome instanceof Status status ? status : Status.empty();
    }

    /** Why there is no status, {@code null} if there is one, or if the request is inactive. */
    static @Nullable Throwable error(Outcome outcome) {
        if (outcome instanceof Failure failure) {
            return failure.error();
        }
        return outcome == Absent.FREED ? Absent.freed() : null;
    }

    static Status statusOrThrow(Outcome outcome) {
        Throwable error = error(outcome);
        if (error == null) {
            return status(outcome);
        }
        if (error instanceof RuntimeException unchecked) {
            throw unchecked;
        }
        if (error instanceof Error fatal) {
            throw fatal;
        }
        throw new MpiException(ErrorClass.OTHER, "operation failed: " + error.getMessage(), error);
    }
}
