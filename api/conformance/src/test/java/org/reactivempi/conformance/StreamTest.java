package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.Payloads.TAG;
import static org.reactivempi.conformance.Payloads.TIMEOUT;
import static org.reactivempi.conformance.Traffic.exchange;
import static org.reactivempi.conformance.Traffic.hold;
import static org.reactivempi.conformance.Traffic.meet;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.reactivempi.Codecs;
import org.reactivempi.Communicator;
import org.reactivempi.Mpi;
import org.reactivempi.MpiException;
import org.reactivempi.testkit.AlsoWithFaults;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.test.StepVerifier;
import reactor.util.context.Context;

/** RX-11: streams, from their first element to their last, and their demand. */
@AlsoWithFaults
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
        assertThat(ranks.pending(0).block(TIMEOUT))
                .singleElement()
                .asString()
                .startsWith("sendStream(destination 1, tag 7, world)");
        received.request(1);
        assertThat(received.await()).containsExactly(5, "complete");
        assertThat(sent.await()).containsExactly("complete");
        assertThat(subscriptions).hasValue(1);
    }

    @OnEveryChannel
    @DisplayName(
            "RX-11 an unbounded demand leaves bounded much under way: a publisher goes on when what it gave has been sent")
    void unboundedDemand(Ranks ranks) throws Exception {
        int large = ranks.eagerLimitBytes() + 1;
        AtomicInteger left = new AtomicInteger();
        Flux<byte[]> endless =
                Flux.<byte[]>generate(sink -> sink.next(new byte[large])).doOnNext(value -> left.incrementAndGet());
        Recorder<Void> sent = new Recorder<>();
        ranks.world(0).sendStream(endless, Codecs.bytes(), 1, TAG).subscribe(sent);
        sent.request(1);
        CountDownLatch blocked = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        AtomicReference<Disposable> receiving = new AtomicReference<>();
        // What nobody may do: it holds up everything on its rank, and so shows what the sender does by itself.
        receiving.set(ranks.world(1).receiveStream(Codecs.bytes(), 0, TAG).subscribe(value -> {
            blocked.countDown();
            hold(release);
        }));
        blocked.await();
        // The sender's rank turns many times meanwhile.
        for (int i = 0; i < 500; i++) {
            ranks.pending(0).block(TIMEOUT);
        }
        assertThat(left.get()).isLessThan(200);
        release.countDown();
        receiving.get().dispose();
        assertThat(sent.await()).containsExactly("complete");
    }

    @Tag("long")
    @OnEveryChannel(timeoutSeconds = 60)
    @DisplayName("RX-9, RX-11 a million values need constant stack; so do those requested one by one, and to oneself")
    void constantStack(Ranks ranks) {
        for (int destination : new int[] {1, 0}) {
            for (int rate : new int[] {Integer.MAX_VALUE, 1}) {
                int count = rate == 1 || destination == 0 ? MILLION / 10 : MILLION;
                Mono<Void> sent = ranks.world(0).sendStream(Flux.range(0, count), Codecs.intValue(), destination, TAG);
                Mono<Integer> received = ranks.world(destination)
                        .receiveStream(Codecs.intValue(), 0, TAG)
                        .limitRate(rate)
                        .reduce(0, (next, value) -> value.equals(next) ? next + 1 : -1);
                StepVerifier.create(received.zipWith(sent.thenReturn(true), (values, end) -> values))
                        .expectNext(count)
                        .expectComplete()
                        .verify(Duration.ofSeconds(50));
            }
        }
    }

    @OnEveryChannel
    @DisplayName(
            "RX-11 streams between the same ranks, both ways and with equal tags, go side by side, each by its own demand")
    void sideBySide(Ranks ranks) throws Exception {
        Communicator zero = ranks.world(0);
        Communicator one = ranks.world(1);
        List<Recorder<Integer>> received = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            int tag = i % 3;
            Flux<Integer> values = Flux.range(100 * i, 50);
            Communicator from = i % 2 == 0 ? zero : one;
            Communicator to = i % 2 == 0 ? one : zero;
            from.sendStream(values, Codecs.intValue(), to.rank(), tag).subscribe();
            Recorder<Integer> receiver = new Recorder<>();
            to.receiveStream(Codecs.intValue(), from.rank(), tag, i).subscribe(receiver);
            receiver.request(1);
            received.add(receiver);
        }
        // Backwards: none waits for another one.
        for (int i = received.size() - 1; i >= 0; i--) {
            received.get(i).request(i % 4 == 0 ? Long.MAX_VALUE : 49);
            List<Object> expected = new ArrayList<>(
                    IntStream.range(100 * i, 100 * i + 50).boxed().toList());
            expected.add("complete");
            assertThat(received.get(i).await()).isEqualTo(expected);
        }
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName(
            "ORD-1, RCV-5, RX-11 streams match in the order of their start, wildcards included, and never meet messages")
    void matching(Ranks ranks) throws Exception {
        Communicator two = ranks.world(2);
        for (int i = 0; i < 4; i++) {
            ranks.world(1)
                    .sendStream(Flux.just(10 + i), Codecs.intValue(), 2, TAG + i % 2)
                    .subscribe();
        }
        meet(ranks);
        ranks.world(0).sendStream(Flux.just(5), Codecs.intValue(), 2, TAG).subscribe();
        meet(ranks);
        assertThat(exchange(ranks.world(1), two, 77)).isEqualTo(77);
        assertThat(firstOf(two, 1, TAG + 1)).isEqualTo(11);
        assertThat(firstOf(two, 0, Mpi.ANY_TAG)).isEqualTo(5);
        assertThat(firstOf(two, Mpi.ANY_SOURCE, Mpi.ANY_TAG)).isEqualTo(10);
        assertThat(firstOf(two, Mpi.ANY_SOURCE, TAG)).isEqualTo(12);
        assertThat(firstOf(two, 1, Mpi.ANY_TAG)).isEqualTo(13);
        meet(ranks);
        assertThat(ranks.pending(1).block(TIMEOUT)).isEmpty();
    }

    private static Integer firstOf(Communicator receiver, int source, int tag) {
        return receiver.receiveStream(Codecs.intValue(), source, tag).single().block(TIMEOUT);
    }

    @OnEveryChannel
    @DisplayName("SRV-2, RX-11 the null process takes a whole stream, and sends an empty one")
    void nullProcess(Ranks ranks) {
        AtomicInteger taken = new AtomicInteger();
        StepVerifier.create(ranks.world(0)
                        .sendStream(
                                Flux.range(0, 1000).doOnNext(value -> taken.incrementAndGet()),
                                Codecs.intValue(),
                                Mpi.PROC_NULL,
                                TAG))
                .expectComplete()
                .verify(TIMEOUT);
        assertThat(taken).hasValue(1000);
        StepVerifier.create(ranks.world(0).receiveStream(Codecs.intValue(), Mpi.PROC_NULL, Mpi.ANY_TAG))
                .expectComplete()
                .verify(TIMEOUT);
        IllegalStateException failure = new IllegalStateException("of the test");
        StepVerifier.create(ranks.world(0).sendStream(Flux.error(failure), Codecs.intValue(), Mpi.PROC_NULL, TAG))
                .expectErrorSatisfies(error -> assertThat(error).isSameAs(failure))
                .verify(TIMEOUT);
    }

    @OnEveryChannel
    @DisplayName("ARG-5, RX-11 wrong arguments are errors when subscribed, without a request")
    void arguments(Ranks ranks) throws Exception {
        Communicator zero = ranks.world(0);
        for (Flux<?> wrong : List.<Flux<?>>of(
                zero.sendStream(Flux.just(1), Codecs.intValue(), 2, TAG).flux(),
                zero.sendStream(Flux.just(1), Codecs.intValue(), 1, Mpi.ANY_TAG).flux(),
                zero.receiveStream(Codecs.intValue(), -7, TAG),
                zero.receiveStream(Codecs.intValue(), 1, -7),
                zero.receiveStream(Codecs.intValue(), 1, TAG, -1))) {
            Recorder<Object> recorder = new Recorder<>();
            wrong.cast(Object.class).subscribe(recorder);
            assertThat(recorder.await()).singleElement().isInstanceOf(MpiException.class);
        }
    }

    @OnEveryChannel
    @DisplayName(
            "RX-6, RX-10, RX-11 values arrive on the progress thread; the subscriber's context reaches the publisher")
    void threadsAndContext(Ranks ranks) {
        Flux<String> values = Flux.deferContextual(context -> Flux.just(context.<String>get("who")))
                .concatWith(Flux.just("a", "b").publishOn(Schedulers.parallel()));
        Mono<String> sent = ranks.world(0)
                .sendStream(values, Codecs.string(), 1, TAG)
                .then(Mono.fromSupplier(() -> Thread.currentThread().getName()))
                .contextWrite(Context.of("who", "the subscriber"));
        Flux<String> received = ranks.world(1)
                .receiveStream(Codecs.string(), 0, TAG)
                .map(value -> value + " on " + Thread.currentThread().getName());

        StepVerifier.create(received.collectList().zipWith(sent))
                .assertNext(both -> {
                    assertThat(both.getT1())
                            .containsExactly(
                                    "the subscriber on reactive-mpi-1", "a on reactive-mpi-1", "b on reactive-mpi-1");
                    assertThat(both.getT2()).isEqualTo("reactive-mpi-0");
                })
                .expectComplete()
                .verify(TIMEOUT);
    }

    @OnEveryChannel(virtualTime = true, settings = Silence.NO_STALLS)
    @DisplayName("RX-11 demand and cancellation come from any thread")
    void stepByStep(Ranks ranks) {
        Mono<Void> sent = ranks.world(0).sendStream(Flux.range(0, 100), Codecs.intValue(), 1, TAG);
        sent.subscribe();
        Silence silence = new Silence();
        // Connections with faults need time.
        Runnable timePasses = () -> ranks.time().advance(Duration.ofSeconds(2), Duration.ofMillis(50));
        StepVerifier.create(silence.of(ranks.world(1).receiveStream(Codecs.intValue(), 0, TAG, 0)), 0)
                .expectSubscription()
                .then(() -> silence.lasts(ranks))
                .thenRequest(2)
                .then(timePasses)
                .expectNext(0, 1)
                .then(() -> silence.lasts(ranks))
                .thenRequest(3)
                .then(timePasses)
                .expectNext(2, 3, 4)
                .thenCancel()
                .verify(TIMEOUT);
        ranks.time()
                .during(() ->
                        assertThat(exchange(ranks.world(0), ranks.world(1), 5)).isEqualTo(5));
    }

    private static void awaitSize(Recorder<?> recorder, long size) {
        long end = System.nanoTime() + TIMEOUT.toNanos();
        while (recorder.signals().size() < size) {
            assertThat(System.nanoTime()).isLessThan(end);
            Thread.yield();
        }
    }
}
