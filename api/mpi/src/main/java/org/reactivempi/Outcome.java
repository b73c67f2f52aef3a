package org.reactivempi;

import org.jspecify.annotations.Nullable;

/** How an operation ended, until one wait or test has consumed it; from then on {@link #INACTIVE}. */
record Outcome(Status status, @Nullable Throwable error) implements RequestState {

    /** Of a request that was consumed; compared by identity. */
    static final Outcome INACTIVE = new Outcome(Status.empty(), null);

    static Outcome success(Status status) {
        return new Outcome(status, null);
    }

    static Outcome failure(Throwable error) {
        return new Outcome(Status.empty(), error);
    }

    Status statusOrThrow() {
        if (error == null) {
            return status;
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
