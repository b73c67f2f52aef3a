package org.reactivempi.core.operation;

import org.jspecify.annotations.Nullable;

/** What an operation does on the progress thread when it is not itself a message. */
@FunctionalInterface
public interface LocalWork<T> {

    /** Told of the end, once, on the progress thread. */
    interface Owner<T> {

        /**
         * It has completed.
         *
         * @param value what it gives, or null for nothing
         */
        void complete(@Nullable T value);

        /** It has failed. */
        void fail(Throwable failure);
    }

    /**
     * Does it, or begins it.
     *
     * @throws RuntimeException if it fails at once; then the owner is told nothing
     */
    void start(Owner<T> owner);

    /**
     * Forgets one that has begun, if that is still possible.
     *
     * @return whether it is forgotten, and the owner will be told nothing
     */
    default boolean forget(Owner<T> owner) {
        return false;
    }
}
