package org.reactivempi.spi;

import org.reactivestreams.Subscription;

/** A subscription that promises to tell a {@link CancelListener} how its cancellation ended. */
public interface AnsweringSubscription extends Subscription {

    /**
     * Whether it is certain already that the operation ends as cancelled, which its subscriber may hear only later.
     *
     * @return false, as unless overridden, if it isn't, or isn't known
     */
    default boolean endsAsCancelled() {
        return false;
    }
}
