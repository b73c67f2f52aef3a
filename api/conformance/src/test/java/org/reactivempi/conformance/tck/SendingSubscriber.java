package org.reactivempi.conformance.tck;

import java.time.Duration;
import org.reactivempi.Codecs;
import org.reactivempi.testkit.Ranks;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Sinks;

/** A stream from rank 0 to rank 1, whose publisher is the TCK: gives it the subscriber, and plays its receiver. */
final class SendingSubscriber implements CoreSubscriber<Integer> {

    private static final int TAG = 7;
    private static final Duration LONGEST_START = Duration.ofMillis(Timeouts.SIGNAL_MILLIS);

    private final Sinks.One<Subscriber<? super Integer>> sending = Sinks.one();
    private volatile Subscription receiving;

    SendingSubscriber(Ranks ranks) {
        Publisher<Integer> values = subscriber -> sending.tryEmitValue(subscriber);
        // Rank 1 first: what it requests is then in the announcement's answer, and the TCK is to see nothing of that.
        ranks.world(1).receiveStream(Codecs.intValue(), 0, TAG, 0).subscribe(this);
        ranks.world(0)
                .sendStream(values, Codecs.intValue(), 1, TAG)
                .onErrorComplete()
                .subscribe();
    }

    /** What {@code sendStream} subscribes to its values; the receiver has to want something for it. */
    Subscriber<? super Integer> get() {
        request(1);
        return sending.asMono().block(LONGEST_START);
    }

    /** What the receiver wants. */
    void request(long n) {
        receiving.request(n);
    }

    void cancel() {
        receiving.cancel();
    }

    @Override
    public void onSubscribe(Subscription subscription) {
        receiving = subscription;
    }

    @Override
    public void onNext(Integer value) {}

    @Override
    public void onError(Throwable error) {}

    @Override
    public void onComplete() {}
}
