package org.reactivempi.spi;

import org.reactivempi.Status;

/** What a persistent request starts: an operation of the implementation with its arguments bound. */
public interface PersistentOperation {

    /** Told how a start ended: exactly one call for each start, which may come before {@code start} returns. */
    interface Owner {

        /**
         * The operation has completed.
         *
         * @param status its status
         */
        void onCompleted(Status status);

        /**
         * The operation has failed.
         *
         * @param error why
         */
        void onFailed(Throwable error);

        /** The operation was cancelled before it was matched. */
        void onCancelled();
    }

    /**
     * Starts the operation on any thread; the caller sees to it that it isn't running.
     *
     * @param owner told of its end
     */
    void start(Owner owner);

    /** Tries to take the running operation back, on any thread; without effect when none runs. */
    void cancel();
}
