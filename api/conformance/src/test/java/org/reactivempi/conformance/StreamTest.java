package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.Payloads.TAG;
import static org.reactivempi.conformance.Payloads.TIMEOUT;
import static org.reactivempi.conformance.Traffic.meet;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.Codecs;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

/** RX-11: streams, from their first element to their last, and their demand. */
class StreamTest {

    private static final int MILLION = 1_000_000;

    @OnEveryChannel
    @DisplayName("RX-11 a stream's values arrive in order, and then its end, on both sides")
    void valuesInOrder(Ranks ranks) {
        Mono<Void> sent = ranks.world(0).sendStream(Flux.range(0, 1000), Codecs.intValue(), 1, TAG);
        Flux<Integer> received = ranks.world(1).receiveStream(Codecs.intValue(), 0, TAG);

        StepVerifier.create(received.mergeWith(sent.then(Mono.empty())).collectList())
                .expectNext(IntStream.range(0, 1000).boxed().toList())
                .expectComplete()
                .verify(TIMEOUT);
    }

    @OnEveryChannel
    @DisplayName("RX-11 an empty stream ends without a demand for values")
    void empty(Ranks ranks) {
        StepVerifier.create(ranks.world(0)
                        .sendStream(Flux.<String>empty(), Codecs.string(), 1, TAG)
                        .mergeWith(ranks.world(1)
                                .receiveStream(Codecs.string(), 0, TAG)
                                .then()))
                .expectComplete()
                .verify(TIMEOUT);
    }

    @OnEveryChannel
    @DisplayName("RX-11 elements of every length arrive, from nothing to many pieces, in any mixture")
    void lengths(Ranks ranks) {
        int[] lengths = Payloads.lengths(ranks);
        List<byte[]> values = IntStream.range(0, 5 * lengths.length)
                .mapToObj(i -> Payloads.pattern(i, lengths[(7 * i + i / lengths.length) % lengths.length]))
                .toList();
        Mono<Void> sent = ranks.world(0).sendStream(Flux.fromIterable(values), Codecs.bytes(), 1, TAG);
        Flux<byte[]> received = ranks.world(1).receiveStream(Codecs.bytes(), 0, TAG, 3);

        StepVerifier.create(received.limitRate(5)
                        .index()
                        .doOnNext(value ->
                                assertThat(value.getT2()).isEqualTo(values.get(Math.toIntExact(value.getT1()))))
                        .count()
                        .zipWith(sent.thenReturn(true), (count, end) -> count))
                .expectNext((long) values.size())
                .expectComplete()
                .verify(TIMEOUT);
    }

    @OnEveryChannel
    @DisplayName("RX-11 a receiver that requests n makes n + prefetch values leave the publisher, and no more")
    void demand(Ranks ranks) throws Exception {
        for (int prefetch : new int[] {0, 1, 2, 7, 32, 1000}) {
            AtomicInteger left = new AtomicInteger();
            AtomicLong requested = new AtomicLong();
            Flux<Integer> values = Flux.range(0, MILLION)
                    .doOnNext(value -> left.incrementAndGet())
                    .doOnRequest(requested::addAndGet);
            Recorder<Void> sent = new Recorder<>();
            ranks.world(0).sendStream(values, Codecs.intValue(), 1, TAG).subscribe(sent);
            sent.request(1);
            Recorder<Integer> received = new Recorder<>();
            ranks.world(1).receiveStream(Codecs.intValue(), 0, TAG, prefetch).subscribe(received);

            long total = 0;
            for (int n : new int[] {1, 1, 3, 1, 100, 1, 1, 1, 1, 64}) {
                total += n;
                received.request(n);
                awaitSize(received, total);
                meet(ranks);
                assertThat(left.get())
                        .as("after %d with prefetch %d", total, prefetch)
                        .isBetween((int) total, (int) total + prefetch);
                assertThat(requested.get()).isBetween(total, total + prefetch);
            }
            assertThat(received.signals())
                    .isEqualTo(IntStream.range(0, (int) total).boxed().toList());
            received.cancel();
            assertThat(sent.await()).containsExactly("complete");
        }
    }

    @OnEveryChannel
    @DisplayName("RX-11 a receiver that requests nothing takes no stream; its first request takes it")
    void startsWithItsFirstRequest(Ranks ranks) throws Exception {
        Recorder<Integer> received = new Recorder<>();
        ranks.world(1).receiveStream(Codecs.intValue(), 0, TAG).subscribe(received);
        AtomicInteger subscriptions = new AtomicInteger();
        Recorder<Void> sent = new Recorder<>();
        ranks.world(0)
                .sendStream(Flux.just(5).doOnSubscribe(s -> subscriptions.incrementAndGet()), Codecs.intValue(), 1, TAG)
                .subscribe(sent);
        meet(ranks);
        assertThat(ranks.pending(0).block(TIMEOUT)).isEmpty();
        assertThat(ranks.pending(1).block(TIMEOUT)).isEmpty();

        sent.request(1);
        meet(ranks);
        assertThat(subscriptions).hasValue(0);
        assertThat(ranks.pending(0).block(TIMEOUT)).singleElement().asString().startsWith("sendStream(rank 1, tag 7");
        received.request(1);
        assertThat(received.await()).containsExactly(5, "complete");
        assertThat(sent.await()).containsExactly("complete");
        assertThat(subscriptions).hasValue(1);
    }

    private static void awaitSize(Recorder<?> recorder, long size) {
        Flux.interval(java.time.Duration.ofMillis(1))
                .takeUntil(tick -> recorder.signals().size() >= size)
                .blockLast(TIMEOUT);
    }
}
