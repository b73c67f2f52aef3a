package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.Payloads.TAG;

import java.time.Duration;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.reactivempi.Codec;
import org.reactivempi.Codecs;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** Thousands of readers of one handler's streams, half of which leave at random: none gets a value of another one's. */
class ImpatientReadersTest {

    private static final int READERS = 10_000;
    private static final int READERS_OF_BROKEN = 1000;
    private static final int AT_ONCE = 64;
    private static final int MOST_VALUES = 40;

    /** Until a reader leaves. */
    private static final int MOST_PASSES = 30;

    private static final Duration LIMIT = Duration.ofSeconds(50);
    private static final Codec<int[]> INTS = Codecs.ints();

    @OnEveryChannel(ranks = 3, timeoutSeconds = 60)
    @DisplayName(
            "ASK-8 ten thousand readers, half of which leave at random: each gets the own stream from its beginning"
                    + " on, and the handler has all its places again afterwards")
    void onEveryChannel(Ranks ranks) {
        readers(ranks, READERS, 1);
    }

    @ParameterizedTest
    @MethodSource("org.reactivempi.conformance.Weather#all")
    @Timeout(value = 100, unit = TimeUnit.SECONDS)
    @Tag("long")
    @DisplayName("ASK-12 the same over connections that are cut often: each value comes once")
    void overBrokenConnections(Weather weather) throws Exception {
        weather.over(3, "cut=0.02,delay=0.01,split=0.2,merge=0.1", (ranks, faults) -> {
            readers(ranks, READERS_OF_BROKEN, weather.seed());
            assertThat(faults.cuts()).isPositive();
        });
    }

    private static void readers(Ranks ranks, int many, long seed) {
        AtomicInteger running = new AtomicInteger();
        Sinks.Empty<Void> all = Sinks.empty();
        Disposable handler = ranks.world(2)
                .answerStream(
                        INTS,
                        INTS,
                        TAG,
                        AT_ONCE,
                        (question, status) -> stream(question[0], many, seed)
                                .doOnSubscribe(now -> {
                                    assertThat(running.incrementAndGet()).isLessThanOrEqualTo(AT_ONCE);
                                    if (question[0] >= many && running.get() == AT_ONCE) {
                                        all.tryEmitEmpty();
                                    }
                                })
                                .doFinally(signal -> running.decrementAndGet()))
                .subscribe();
        AtomicInteger read = new AtomicInteger();
        AtomicInteger left = new AtomicInteger();
        Flux.range(0, many)
                .flatMap(
                        reader -> read(ranks, reader, seed)
                                .doOnNext(toTheEnd -> (toTheEnd ? read : left).incrementAndGet()),
                        AT_ONCE)
                .then()
                .block(LIMIT);
        assertThat(left.get()).isGreaterThanOrEqualTo(many / 8);
        assertThat(read.get()).isGreaterThanOrEqualTo(many / 4);
        assertThat(read.get() + left.get()).isEqualTo(many);

        // As many streams that don't end as there are places: all of them begin.
        Disposable last = Flux.range(many, AT_ONCE)
                .flatMap(reader -> ranks.world(0).askStream(new int[] {reader}, INTS, INTS, 2, TAG), AT_ONCE)
                .subscribe();
        all.asMono().block(LIMIT);
        last.dispose();
        handler.dispose();
    }

    /** As many values as the reader's number says; those of a reader that leaves have no end. */
    private static Flux<int[]> stream(int reader, int many, long seed) {
        int count = count(reader, seed);
        Flux<int[]> values = Flux.range(0, count).map(index -> new int[] {reader, index});
        return reader % 2 == 0 || reader >= many ? values.concatWith(Mono.never()) : values;
    }

    private static int count(int reader, long seed) {
        return new Random(seed * READERS + reader).nextInt(MOST_VALUES);
    }

    /** Whether it has read the stream to its end. */
    private static Mono<Boolean> read(Ranks ranks, int reader, long seed) {
        AtomicInteger next = new AtomicInteger();
        Flux<int[]> values = ranks.world(reader % 4 / 2)
                .askStream(new int[] {reader}, INTS, INTS, 2, TAG)
                .doOnNext(value -> assertThat(value).containsExactly(reader, next.getAndIncrement()));
        if (reader % 2 == 0) {
            int passes = new Random(seed * READERS - reader).nextInt(MOST_PASSES);
            return values.takeUntilOther(Moment.after(ranks, passes)).then(Mono.just(false));
        }
        return values.then(Mono.fromSupplier(() -> {
            assertThat(next.get()).isEqualTo(count(reader, seed));
            return true;
        }));
    }
}
