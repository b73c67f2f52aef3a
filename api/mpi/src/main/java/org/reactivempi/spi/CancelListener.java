package org.reactivempi.spi;

/**
 * Implemented by a subscriber which wants to be told that its cancellation took effect.
 *
 * <p>Reactive Streams let a cancelled operation end in silence. A subscriber that implements this interface, and that was
 * given an {@link AnsweringSubscription}, gets an answer in any case: after its cancellation either {@link #onCancelled},
 * or {@code onNext} and {@code onComplete}, or {@code onError}, and exactly one of these.
 */
public interface CancelListener {

    /**
     * The operation has ended as cancelled: nothing was sent, received or taken. Called on the progress thread, or on the
     * cancelling thread where the session has ended; no other signal follows.
     */
    void onCancelled();
}
