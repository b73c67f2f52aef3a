package org.reactivempi.core.operation;

import org.jspecify.annotations.Nullable;

/**
 * What an operation does on the progress thread when it is not itself a message.
 *
 * @param <T> what it gives
 */
@FunctionalInterface
public interface LocalWork<T> {

    /**
     * Who is told of the end, once, on the progress thread.
     *
     * @param <T> what the operation gives
     */
    interface Owner<T> {

        /**
         * It has completed.
         *
         * @param value what it gives, or null for nothing
         */
        void complete(@Nullable T value);

        /**
         * It has failed.
         *
         * @param failure why
         */
        void fail(Throwable failure);
    }

    /**
     * Does it, or begins it.
     *
     * @param owner who is told of the end, now or later
     * @throws RuntimeException if it fails at once; then the owner is told nothing
     */
    void start(Owner<T> owner);

    /**
     * Forgets one that has begun, if that is still possible.
     *
     * @param owner who was to be told of the end
     * @return whether it is forgotten, and the owner will be told nothing
     */
    default boolean forget(Owner<T> owner) {
        return false;
    }
}
