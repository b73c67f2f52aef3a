package org.reactivempi.core.request;

import org.reactivempi.ErrorClass;
import org.reactivempi.MpiException;
import org.reactivempi.Status;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Mono;

/** An operation that ends when the test says so, also after its cancellation, as one that was matched does. */
final class RacedOperation extends Mono<Status> {

    static final Status STATUS = Status.of(3, 7, 4);

    private CoreSubscriber<? super Status> subscriber;

    @Override
    public void subscribe(CoreSubscriber<? super Status> given) {
        subscriber = given;
        given.onSubscribe(new Subscription() {
            @Override
            public void request(long n) {
                // It ends by itself.
            }

            @Override
            public void cancel() {
                // It gives no answer.
            }
        });
    }

    void end() {
        subscriber.onNext(STATUS);
        subscriber.onComplete();
    }

    void fail() {
        subscriber.onError(new MpiException(ErrorClass.OTHER, "failed"));
    }
}
