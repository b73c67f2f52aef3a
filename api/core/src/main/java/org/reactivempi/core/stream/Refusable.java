package org.reactivempi.core.stream;

import org.reactivestreams.Subscription;

/** A subscription that can say why nobody wants more. */
public interface Refusable extends Subscription {

    /**
     * Cancels, and the sender's {@code Mono} fails with a {@link org.reactivempi.StreamException} of this error; on the progress
     * thread.
     *
     * @param why what has failed
     */
    void refuse(Throwable why);
}
