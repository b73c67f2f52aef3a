package org.reactivempi;

import org.jspecify.annotations.Nullable;

/**
 * What a wait of several requests says about one of them.
 *
 * @param index the request's place in the list, from 0; {@link Mpi#UNDEFINED} if no request was active, which only
 *     {@link Requests#testAny} and {@link Requests#statusAny} say
 * @param status the operation's status; the empty status if it failed or was inactive
 * @param error why the operation failed, {@code null} if it did not; in an {@link InStatusException} also an
 *     {@link MpiException} of class {@link ErrorClass#PENDING} where the operation has not ended
 * @since 0.1
 */
public record Completion(int index, Status status, @Nullable Throwable error) {

    /**
     * Whether the operation ended well.
     *
     * @return true if there is no error
     */
    public boolean isSuccess() {
        return error == null;
    }
}
