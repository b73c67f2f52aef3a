package org.reactivempi.core.request;

import org.jspecify.annotations.Nullable;
import org.reactivempi.Completion;
import org.reactivempi.ErrorClass;
import org.reactivempi.Mpi;
import org.reactivempi.MpiException;
import org.reactivempi.Status;

/**
 * What a request gives when it is not active: a {@link Status}, bare, so that a success costs no further object, a
 * {@link Failure}, or {@link Absent}.
 */
final class RequestOutcome {

    /** An operation that has failed, until one wait or test has consumed it. */
    record Failure(Throwable error) {}

    /** Why a request has no outcome to give, though it is not active. */
    enum Absent {
        /** Its outcome was consumed, or it was never started. */
        INACTIVE,
        /** It must not be used any more. */
        FREED
    }

    private RequestOutcome() {}

    /** The status, the empty one if there is none. */
    static Status status(Object outcome) {
        return outcome instanceof Status status ? status : Status.empty();
    }

    /** Why there is no status, {@code null} if there is one, or if the request is inactive. */
    static @Nullable Throwable error(Object outcome) {
        if (outcome instanceof Failure failure) {
            return failure.error();
        }
        return outcome == Absent.FREED ? freed() : null;
    }

    static boolean isFailure(@Nullable Object outcome) {
        return outcome instanceof Failure || outcome == Absent.FREED;
    }

    static MpiException freed() {
        return new MpiException(ErrorClass.REQUEST, "the request was freed");
    }

    static Status statusOrThrow(Object outcome) {
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

    /** What a wait of several requests says about the one at this index. */
    static Completion completion(int index, Object outcome) {
        return new Completion(index, status(outcome), error(outcome));
    }

    /** There is no request that could complete. */
    static Completion noCompletion() {
        return new Completion(Mpi.UNDEFINED, Status.empty(), null);
    }
}
