package org.reactivempi.conformance.tck;

import org.reactivempi.testkit.Ranks;
import org.reactivestreams.Subscriber;
import org.reactivestreams.tck.SubscriberBlackboxVerification;

/** What {@code sendStream} subscribes to its values, seen from outside. */
public final class SentStreamBlackbox extends SubscriberBlackboxVerification<Integer> {

    private final SendingSubscriber stream;

    /** Between two ranks. */
    public SentStreamBlackbox(Ranks ranks) {
        super(Timeouts.environment());
        this.stream = new SendingSubscriber(ranks);
    }

    @Override
    @SuppressWarnings("unchecked") // The subscriber is one of integers.
    public Subscriber<Integer> createSubscriber() {
        return (Subscriber<Integer>) stream.get();
    }

    @Override
    public void triggerRequest(Subscriber<? super Integer> subscriber) {
        stream.request(1);
    }

    @Override
    public Integer createElement(int element) {
        return element;
    }
}
