package org.reactivempi.conformance.tck;

import org.reactivempi.testkit.Ranks;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;
import org.reactivestreams.tck.SubscriberWhiteboxVerification;

/** What {@code sendStream} subscribes to its values, and what makes it request and cancel: the receiver on the other rank. */
public final class SentStreamWhitebox extends SubscriberWhiteboxVerification<Integer> {

    private final SendingSubscriber stream;

    /** Between two ranks. */
    public SentStreamWhitebox(Ranks ranks) {
        super(Timeouts.environment());
        this.stream = new SendingSubscriber(ranks);
    }

    @Override
    public Subscriber<Integer> createSubscriber(WhiteboxSubscriberProbe<Integer> probe) {
        return new Probed(stream.get(), probe);
    }

    @Override
    public Integer createElement(int element) {
        return element;
    }

    /** Passes everything on, and then tells the probe. */
    private final class Probed implements Subscriber<Integer>, SubscriberPuppet {

        private final Subscriber<? super Integer> subscriber;
        private final WhiteboxSubscriberProbe<Integer> probe;

        Probed(Subscriber<? super Integer> subscriber, WhiteboxSubscriberProbe<Integer> probe) {
            this.subscriber = subscriber;
            this.probe = probe;
        }

        @Override
        public void onSubscribe(Subscription subscription) {
            subscriber.onSubscribe(subscription);
            probe.registerOnSubscribe(this);
        }

        @Override
        public void onNext(Integer value) {
            subscriber.onNext(value);
            probe.registerOnNext(value);
        }

        @Override
        public void onError(Throwable error) {
            subscriber.onError(error);
            probe.registerOnError(error);
        }

        @Override
        public void onComplete() {
            subscriber.onComplete();
            probe.registerOnComplete();
        }

        @Override
        public void triggerRequest(long n) {
            stream.request(n);
        }

        @Override
        public void signalCancel() {
            stream.cancel();
        }
    }
}
