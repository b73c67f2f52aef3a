package org.reactivempi.core.request;

import org.reactivempi.Status;

/** What a persistent request starts: an operation with its arguments bound. */
public interface PersistentOperation {

    /** Implemented by the cold {@code Mono}s of the library, which a {@link org.reactivempi.PersistentRequest} can start again and again. */
    interface Source {

        /** The same operation for one persistent request: a new object at each call, not started. */
        PersistentOperation persistent();
    }

    /** Told how a start ended: exactly one call for each start, which may come before {@code start} returns. */
    interface Owner {

        /** The operation has completed. */
        void onCompleted(Status status);

        /** The operation has failed. */
        void onFailed(Throwable error);

        /** The operation was cancelled before it was matched. */
        void onCancelled();
    }

    /** Starts the operation on any thread; the caller sees to it that it isn't running. */
    void start(Owner owner);

    /** Tries to take the running operation back, on any thread; without effect when none runs. */
    void cancel();
}
