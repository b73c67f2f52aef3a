package org.reactivempi.conformance.tck;

import org.reactivempi.Codecs;
import org.reactivempi.testkit.Ranks;
import org.reactivestreams.Publisher;
import org.reactivestreams.tck.PublisherVerification;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** What {@code receiveStream} gives on rank 1, sent by rank 0, as a publisher. */
public final class ReceivedStream extends PublisherVerification<Long> {

    private static final int TAG = 7;
    /** Some tests subscribe that often at the same time, and each subscription takes a stream of its own. */
    private static final int MOST_SUBSCRIBERS = 3;

    private static final int NO_RANK = 9;

    private final Ranks ranks;

    /** Between two ranks. */
    public ReceivedStream(Ranks ranks) {
        super(Timeouts.environment(), Timeouts.COLLECTION_MILLIS);
        this.ranks = ranks;
    }

    @Override
    public Publisher<Long> createPublisher(long elements) {
        Mono<Void> sent = ranks.world(0).sendStream(numbers(elements), Codecs.longValue(), 1, TAG);
        Flux.range(0, MOST_SUBSCRIBERS)
                .flatMap(number -> sent.repeat().onErrorComplete())
                .subscribe();
        return ranks.world(1).receiveStream(Codecs.longValue(), 0, TAG);
    }

    /** One that fails before anything is requested, as this part of the TCK wants it. */
    @Override
    public Publisher<Long> createFailedPublisher() {
        return ranks.world(1).receiveStream(Codecs.longValue(), NO_RANK, TAG);
    }

    private static Flux<Long> numbers(long count) {
        return Flux.generate(() -> 0L, (number, sink) -> {
            if (number == count) {
                sink.complete();
            } else {
                sink.next(number);
            }
            return number + 1;
        });
    }
}
