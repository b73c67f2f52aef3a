package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.Family.assertFails;
import static org.reactivempi.conformance.Payloads.TAG;
import static org.reactivempi.conformance.Payloads.TIMEOUT;
import static org.reactivempi.conformance.Traffic.exchange;
import static org.reactivempi.conformance.Traffic.meet;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.Buffers;
import org.reactivempi.Codec;
import org.reactivempi.Codecs;
import org.reactivempi.ErrorClass;
import org.reactivempi.Mpi;
import org.reactivempi.MpiException;
import org.reactivempi.ProcessFailedException;
import org.reactivempi.SendBuffer;
import org.reactivempi.StreamException;
import org.reactivempi.testkit.Check;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscription;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.test.StepVerifier;
import reactor.test.publisher.TestPublisher;

/** RX-11: the many ways in which a stream ends before its time. */
class StreamEndTest {

    private static final Codec<Integer> INT = Codecs.intValue();

    @OnEveryChannel
    @DisplayName(
            "RX-11 a publisher's error arrives behind its last value, by type and message; the sender ends with the error itself")
    void publisherFails(Ranks ranks) throws Exception {
        IOException failure = new IOException("the file has gone: ä€😀");
        Recorder<Void> sent = send(ranks, Flux.range(0, 5).concatWith(Flux.error(failure)));
        Recorder<Integer> received = receive(ranks, 3);

        awaitSignals(received, 3);
        meet(ranks);
        assertThat(received.signals()).containsExactly(0, 1, 2);
        received.request(10);
        assertThat(received.await()).startsWith(0, 1, 2, 3, 4).hasSize(6).last().satisfies(error -> {
            assertThat(error).isInstanceOfSatisfying(StreamException.class, stream -> {
                assertThat(stream.type()).isEqualTo("java.io.IOException");
                assertThat(stream).hasMessage("the file has gone: ä€😀");
            });
        });
        assertThat(sent.await()).containsExactly(failure);
        assertLinksWork(ranks);
    }

    @OnEveryChannel
    @DisplayName("RX-11 an error's message may be missing, and is cut where it is very long")
    void unusualMessages(Ranks ranks) throws Exception {
        for (String message : new String[] {null, "", "é".repeat(1 << 20), "a\0b"}) {
            send(ranks, Flux.error(new IllegalStateException(message)));
            assertThat(receive(ranks, 1).await())
                    .singleElement()
                    .isInstanceOfSatisfying(StreamException.class, error -> {
                        String expected = message == null ? "IllegalStateException" : message;
                        assertThat(expected).startsWith(error.getMessage());
                        assertThat(error.getMessage())
                                .hasSize(Math.min(
                                        expected.length(), error.getMessage().length()));
                        assertThat(error.getMessage().length())
                                .isGreaterThanOrEqualTo(Math.min(expected.length(), 2000));
                    });
        }
    }

    @OnEveryChannel
    @DisplayName("RX-11 a receiver that cancels cancels the publisher, and the sender completes")
    void receiverCancels(Ranks ranks) throws Exception {
        for (int length : new int[] {4, ranks.eagerLimitBytes() + 1}) {
            CountDownLatch cancelled = new CountDownLatch(1);
            Flux<byte[]> endless =
                    Flux.<byte[]>generate(sink -> sink.next(new byte[length])).doOnCancel(cancelled::countDown);
            Mono<Void> sending = ranks.world(0).sendStream(endless, Codecs.bytes(), 1, TAG);
            Flux<byte[]> received = ranks.world(1).receiveStream(Codecs.bytes(), 0, TAG);

            StepVerifier.create(received.take(100, false).count().zipWith(sending.thenReturn("completed")))
                    .assertNext(both -> assertThat(both.getT1()).isEqualTo(100))
                    .expectComplete()
                    .verify(TIMEOUT);
            assertThat(cancelled.await(TIMEOUT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        }
        assertLinksWork(ranks);
    }

    @OnEveryChannel
    @DisplayName("RX-11 a receiver that is cancelled before a stream came takes none; the next one gets it")
    void receiverCancelsBefore(Ranks ranks) throws Exception {
        Disposable cancelled = ranks.world(1).receiveStream(INT, 0, TAG).subscribe();
        Disposable wildcard =
                ranks.world(1).receiveStream(INT, Mpi.ANY_SOURCE, Mpi.ANY_TAG).subscribe();
        cancelled.dispose();
        wildcard.dispose();

        Recorder<Void> sent = send(ranks, Flux.range(0, 3));
        assertThat(receive(ranks, 9).await()).containsExactly(0, 1, 2, "complete");
        assertThat(sent.await()).containsExactly("complete");
    }

    @OnEveryChannel
    @DisplayName(
            "RX-11 a sender that is cancelled before its stream was taken takes it back, and subscribes to nothing")
    void senderCancelsBefore(Ranks ranks) throws Exception {
        AtomicBoolean subscribed = new AtomicBoolean();
        Recorder<Void> cancelled = send(ranks, Flux.range(0, 3).doFirst(() -> subscribed.set(true)));
        cancelled.cancel();
        // Not at once: a receiver that is faster than the withdrawal gets the stream.
        meet(ranks);

        send(ranks, Flux.range(5, 2));
        assertThat(receive(ranks, 9).await()).containsExactly(5, 6, "complete");
        assertThat(subscribed).isFalse();
        assertThat(cancelled.signals()).isEmpty();
    }

    @OnEveryChannel
    @DisplayName("RX-11 a sender that is cancelled cancels its publisher, and the receiver sees an error")
    void senderCancels(Ranks ranks) throws Exception {
        TestPublisher<Integer> values = TestPublisher.create();
        Recorder<Void> sent = send(ranks, values);
        Recorder<Integer> received = receive(ranks, 9);
        awaitDemand(values, 2);
        values.next(1, 2);
        awaitSignals(received, 2);
        sent.cancel();

        assertThat(received.await()).hasSize(3).last().isInstanceOfSatisfying(StreamException.class, error -> {
            assertThat(error.type()).isEqualTo(CancellationException.class.getName());
        });
        // After these messages the sender's rank has done the rest as well.
        assertLinksWork(ranks);
        values.assertCancelled();
        assertThat(sent.signals()).isEmpty();
    }

    @OnEveryChannel
    @DisplayName("RX-11 a value that cannot be encoded ends the stream as an error of the publisher would")
    void encodeFails(Ranks ranks) throws Exception {
        for (Codec<Integer> broken : List.of(
                codec(value -> {
                    throw new IllegalStateException("no " + value);
                }),
                codec(value -> null),
                codec(value -> Buffers.of((byte[]) null, 0, 5)))) {
            AtomicBoolean cancelled = new AtomicBoolean();
            Recorder<Void> sent = new Recorder<>();
            ranks.world(0)
                    .sendStream(Flux.range(0, 9).doOnCancel(() -> cancelled.set(true)), broken, 1, TAG)
                    .subscribe(sent);
            sent.request(1);

            List<Object> signals = receive(ranks, 9).await();
            assertThat(signals.subList(0, 3)).containsExactly(0, 1, 2);
            assertThat(signals).hasSize(4).last().isInstanceOf(StreamException.class);
            assertThat(sent.await()).singleElement().isInstanceOf(MpiException.class);
            assertThat(cancelled).isTrue();
        }
        assertLinksWork(ranks);
    }

    @OnEveryChannel
    @DisplayName(
            "RX-11 an element that cannot be decoded fails the receiver, and cancels the publisher; the sender completes")
    void decodeFails(Ranks ranks) throws Exception {
        AtomicBoolean cancelled = new AtomicBoolean();
        Recorder<Void> sent = send(ranks, Flux.range(0, 1000).doOnCancel(() -> cancelled.set(true)));
        Recorder<String> received = new Recorder<>();
        ranks.world(1)
                .receiveStream(
                        new Codec<String>() {
                            @Override
                            public SendBuffer encode(String value) {
                                throw new AssertionError();
                            }

                            @Override
                            public String decode(ByteBuffer payload) {
                                int value = payload.getInt();
                                if (value == 3) {
                                    throw new IllegalStateException("no 3");
                                }
                                return "v" + value;
                            }
                        },
                        0,
                        TAG)
                .subscribe(received);
        received.request(100);

        assertThat(received.await())
                .startsWith("v0", "v1", "v2")
                .hasSize(4)
                .last()
                .isInstanceOfSatisfying(MpiException.class, error -> {
                    assertThat(error.errorClass()).isEqualTo(ErrorClass.CONVERSION);
                    assertThat(error).hasMessageContaining("no 3");
                });
        assertThat(sent.await()).containsExactly("complete");
        assertThat(cancelled).isTrue();
        assertLinksWork(ranks);
    }

    // It throws on purpose.
    @OnEveryChannel(without = Check.DROPPED_ERRORS)
    @DisplayName("RX-8, RX-11 a subscriber that throws ends its own stream, and no other")
    void subscriberThrows(Ranks ranks) throws Exception {
        Recorder<Void> sent = send(ranks, Flux.range(0, 1_000_000));
        Recorder<Integer> throwing = new Recorder<>() {
            @Override
            public void onNext(Integer value) {
                super.onNext(value);
                if (value == 5) {
                    throw new IllegalStateException("thrown by the test");
                }
            }
        };
        ranks.world(1).receiveStream(INT, 0, TAG).subscribe(throwing);
        throwing.request(Long.MAX_VALUE);

        assertThat(sent.await()).containsExactly("complete");
        assertThat(throwing.signals()).containsExactly(0, 1, 2, 3, 4, 5);
        assertLinksWork(ranks);
    }

    @OnEveryChannel
    @DisplayName("RX-11 a publisher that gives more than was requested, or null, ends its stream, and no other")
    void publisherBreaksRules(Ranks ranks) throws Exception {
        Publisher<Integer> tooMuch = subscriber -> subscriber.onSubscribe(new Subscription() {
            @Override
            public void request(long n) {
                for (int i = 0; i <= n; i++) {
                    subscriber.onNext(i);
                }
            }

            @Override
            public void cancel() {}
        });
        Recorder<Void> sent = send(ranks, tooMuch);
        assertThat(receive(ranks, 1, 0).await()).startsWith(0).hasSize(2);
        assertThat(sent.await()).singleElement().isInstanceOfSatisfying(IllegalStateException.class, error -> {
            assertThat(error).hasMessageContaining("rule 1.1");
        });

        Publisher<Integer> nothing = subscriber -> subscriber.onSubscribe(new Subscription() {
            @Override
            public void request(long n) {
                subscriber.onNext(null);
            }

            @Override
            public void cancel() {}
        });
        sent = send(ranks, nothing);
        assertThat(receive(ranks, 1).await()).singleElement().isInstanceOfSatisfying(StreamException.class, error -> {
            assertThat(error.type()).isEqualTo(NullPointerException.class.getName());
        });
        assertThat(sent.await()).singleElement().isInstanceOf(NullPointerException.class);

        sent = send(ranks, subscriber -> {
            throw new IllegalStateException("no subscription");
        });
        assertThat(receive(ranks, 1).await()).singleElement().isInstanceOf(StreamException.class);
        assertThat(sent.await()).singleElement().isInstanceOf(IllegalStateException.class);
        assertLinksWork(ranks);
    }

    @OnEveryChannel
    @DisplayName(
            "RX-2, RX-11 a request for nothing is an error signal, before and in the middle of a stream, on both sides")
    void badDemand(Ranks ranks) throws Exception {
        for (long n : new long[] {0, -1, Long.MIN_VALUE}) {
            Recorder<Integer> early = new Recorder<>();
            ranks.world(1).receiveStream(INT, 0, TAG).subscribe(early);
            early.request(n);
            assertThat(early.await()).singleElement().isInstanceOf(IllegalArgumentException.class);
            Recorder<Void> earlySend = new Recorder<>();
            ranks.world(0).sendStream(Flux.just(1), INT, 1, TAG).subscribe(earlySend);
            earlySend.request(n);
            assertThat(earlySend.await()).singleElement().isInstanceOf(IllegalArgumentException.class);

            Recorder<Void> sent = send(ranks, Flux.range(0, 1000));
            Recorder<Integer> received = receive(ranks, 2);
            awaitSignals(received, 2);
            received.request(n);
            assertThat(received.await()).hasSize(3).last().isInstanceOf(IllegalArgumentException.class);
            assertThat(sent.await()).containsExactly("complete");

            sent = send(ranks, Flux.never());
            received = receive(ranks, 2);
            meet(ranks);
            sent.request(n);
            assertThat(sent.await()).singleElement().isInstanceOf(IllegalArgumentException.class);
            assertThat(received.await()).singleElement().isInstanceOf(StreamException.class);

            Recorder<Void> announced = send(ranks, Flux.just(1));
            announced.request(n);
            assertThat(announced.await()).singleElement().isInstanceOf(IllegalArgumentException.class);
            Recorder<Integer> waiting = receive(ranks, 1);
            waiting.request(n);
            assertThat(waiting.await()).singleElement().isInstanceOf(IllegalArgumentException.class);
        }
        assertLinksWork(ranks);
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("LIF-4, RX-11 streams with a rank that dies fail on both ends, once what had arrived is taken")
    void peerDies(Ranks ranks) throws Exception {
        AtomicBoolean cancelled = new AtomicBoolean();
        meet(ranks);
        Recorder<Void> sending = new Recorder<>();
        ranks.world(0)
                .sendStream(Flux.<Integer>never().doOnCancel(() -> cancelled.set(true)), INT, 2, TAG)
                .subscribe(sending);
        sending.request(1);
        ranks.world(2).receiveStream(INT, 0, TAG).onErrorComplete().subscribe();
        Recorder<Void> announced = new Recorder<>();
        ranks.world(0).sendStream(Flux.just(1), INT, 2, TAG + 1).subscribe(announced);
        announced.request(1);
        Recorder<Integer> waiting = new Recorder<>();
        ranks.world(0).receiveStream(INT, 2, TAG + 2).subscribe(waiting);
        waiting.request(1);
        Recorder<Integer> receiving = new Recorder<>();
        ranks.world(0).receiveStream(INT, 2, TAG, 2).subscribe(receiving);
        receiving.request(1);
        ranks.world(2)
                .sendStream(Flux.range(0, 9), INT, 0, TAG)
                .onErrorComplete()
                .subscribe();
        awaitSignals(receiving, 1);
        meet(ranks);
        ranks.abort(2, "killed by the test").block(TIMEOUT);

        for (Recorder<?> failing : List.of(sending, announced, waiting)) {
            assertThat(failing.await())
                    .singleElement()
                    .isInstanceOfSatisfying(
                            ProcessFailedException.class,
                            error -> assertThat(error.rank()).isEqualTo(2));
        }
        assertThat(cancelled).isTrue();
        receiving.request(9);
        assertThat(receiving.await()).startsWith(0, 1, 2).hasSize(4).last().isInstanceOf(ProcessFailedException.class);
        assertThat(exchange(ranks.world(0), ranks.world(1), 5)).isEqualTo(5);
    }

    @OnEveryChannel
    @DisplayName(
            "LIF-4, RX-11 the streams of a rank that is aborted fail with the session error class, also one whose values wait")
    void ownAbort(Ranks ranks) throws Exception {
        Recorder<Integer> holding = receive(ranks, 1);
        Recorder<Void> sent = send(ranks, Flux.range(0, 3));
        awaitSignals(holding, 1);
        assertThat(sent.await()).containsExactly("complete");
        List<Recorder<?>> failing = new ArrayList<>(List.of(holding));
        Recorder<Integer> waiting = new Recorder<>();
        ranks.world(1).receiveStream(INT, 0, TAG + 1).subscribe(waiting);
        waiting.request(1);
        Recorder<Void> announced = new Recorder<>();
        ranks.world(1).sendStream(Flux.just(1), INT, 0, TAG + 2).subscribe(announced);
        announced.request(1);
        Recorder<Void> own = new Recorder<>();
        ranks.world(1).sendStream(Flux.just(1), INT, 1, TAG + 2).subscribe(own);
        own.request(1);
        failing.addAll(List.of(waiting, announced, own));
        assertThat(ranks.pending(1).block(TIMEOUT)).hasSize(4);
        ranks.abort(1, "killed by the test").block(TIMEOUT);

        for (Recorder<?> recorder : failing) {
            assertThat(recorder.await()).last().isInstanceOfSatisfying(MpiException.class, error -> {
                assertThat(error.errorClass()).isEqualTo(ErrorClass.SESSION);
            });
        }
        Recorder<Integer> late = new Recorder<>();
        ranks.world(1).receiveStream(INT, 0, TAG).subscribe(late);
        late.request(1);
        assertThat(late.await()).singleElement().isInstanceOfSatisfying(MpiException.class, error -> {
            assertThat(error.errorClass()).isEqualTo(ErrorClass.SESSION);
        });
    }

    @OnEveryChannel
    @DisplayName(
            "LIF-2, RX-11 closing waits for the streams that run, values that wait for demand included, and refuses new ones")
    void close(Ranks ranks) throws Exception {
        Sinks.Many<Integer> values = Sinks.many().unicast().onBackpressureBuffer();
        Recorder<Void> sent = send(ranks, values.asFlux());
        Recorder<Integer> received = receive(ranks, 1);
        values.tryEmitNext(1);
        awaitSignals(received, 1);
        AtomicBoolean closed = new AtomicBoolean();
        ranks.session(0).close().subscribe();
        ranks.session(1).close().subscribe(null, null, () -> closed.set(true));
        ranks.pending(0).block(TIMEOUT);
        for (Mono<?> late : List.<Mono<?>>of(
                ranks.world(0).sendStream(Flux.just(1), INT, 1, TAG),
                ranks.world(1).receiveStream(INT, 0, TAG).then())) {
            assertFails(late, ErrorClass.SESSION);
        }
        values.tryEmitNext(2);
        values.tryEmitComplete();
        assertThat(sent.await()).containsExactly("complete");
        assertThat(ranks.pending(1).block(TIMEOUT)).singleElement().asString().startsWith("receiveStream(source 0");
        assertThat(closed).isFalse();

        received.request(1);
        assertThat(received.await()).containsExactly(1, 2, "complete");
        Mono.when(ranks.session(0).close(), ranks.session(1).close()).block(TIMEOUT);
    }

    private static Recorder<Void> send(Ranks ranks, Publisher<Integer> values) {
        Recorder<Void> sent = new Recorder<>();
        ranks.world(0).sendStream(values, INT, 1, TAG).subscribe(sent);
        sent.request(1);
        return sent;
    }

    private static Recorder<Integer> receive(Ranks ranks, long n) {
        return receive(ranks, n, Mpi.STREAM_PREFETCH);
    }

    private static Recorder<Integer> receive(Ranks ranks, long n, int prefetch) {
        Recorder<Integer> received = new Recorder<>();
        ranks.world(1).receiveStream(INT, 0, TAG, prefetch).subscribe(received);
        received.request(n);
        return received;
    }

    /** Writes 0, 1, 2 as they are, and everything else as {@code rest} says. */
    private static Codec<Integer> codec(java.util.function.Function<Integer, SendBuffer> rest) {
        return new Codec<>() {
            @Override
            public SendBuffer encode(Integer value) {
                return value < 3 ? INT.encode(value) : rest.apply(value);
            }

            @Override
            public Integer decode(ByteBuffer payload) {
                return INT.decode(payload);
            }
        };
    }

    private static void awaitSignals(Recorder<?> recorder, int count) {
        await(() -> recorder.signals().size() >= count);
    }

    /** A publisher is subscribed before it is asked for values, and what it gives in between is against its own rules. */
    private static void awaitDemand(TestPublisher<?> values, int count) {
        await(() -> {
            try {
                values.assertMinRequested(count);
                return true;
            } catch (AssertionError none) {
                return false;
            }
        });
    }

    static void await(java.util.function.BooleanSupplier condition) {
        Flux.interval(java.time.Duration.ofMillis(1))
                .takeUntil(tick -> condition.getAsBoolean())
                .blockLast(TIMEOUT);
    }

    private static void assertLinksWork(Ranks ranks) {
        assertThat(exchange(ranks.world(0), ranks.world(1), 5)).isEqualTo(5);
        assertThat(exchange(ranks.world(1), ranks.world(0), 6)).isEqualTo(6);
    }
}
