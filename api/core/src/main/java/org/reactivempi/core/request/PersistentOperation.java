package org.reactivempi.core.request;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Status;
import org.reactivempi.transport.engine.port.EndNumbers;
import reactor.core.publisher.Mono;

/** What a persistent request starts: an operation with its arguments bound. */
public interface PersistentOperation {

    /** Implemented by the cold {@code Mono}s of the library: what requests need of them. */
    interface Source {

        /**
         * Whether it gives its subscription before {@code subscribe} returns, and no other thread knows the subscriber before.
         *
         * @return false unless overridden
         */
        default boolean isDirect() {
            return false;
        }

        /** The same operation for one persistent request: a new object at each call, not started. */
        PersistentOperation persistent();

        /**
         * Subscribes a wait for requests, and returns what it gives, or null; throws its error. The calling thread moves the messages
         * of this operation's rank meanwhile.
         */
        <T> @Nullable T await(Mono<T> wait);

        /** As the other one, but at most for a time, and then throws, and leaves the requests as they are. */
        <T> @Nullable T await(Mono<T> wait, Duration timeout);

        /**
         * Leaves a signal to the progress thread of this operation's rank, if the calling thread only does the work of that.
         *
         * @return false if the caller is to give it itself
         */
        boolean leave(Runnable signal);

        /** What counts the ends of the operations of this operation's rank. */
        EndNumbers ends();

        /** Has the calling thread, which tests a request, look once at the messages that have come for this operation's rank. */
        void look();
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
