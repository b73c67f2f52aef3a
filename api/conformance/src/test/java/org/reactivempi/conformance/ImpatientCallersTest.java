package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.Payloads.TAG;

import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
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

/** A thousand callers of one handler, which time out at random: none gets the answer of another one. */
class ImpatientCallersTest {

    private static final int CALLERS = 1000;
    private static final int AT_ONCE = 64;

    /** An answer takes some of them. */
    private static final int MOST_PASSES = 50;

    private static final Duration LIMIT = Duration.ofSeconds(40);
    private static final Codec<int[]> INTS = Codecs.ints();

    @OnEveryChannel(ranks = 3)
    @DisplayName("ASK-1 a thousand callers that time out at random, each of whom gets the own answer or none")
    void onEveryChannel(Ranks ranks) {
        callers(ranks, 1);
    }

    @ParameterizedTest
    @MethodSource("org.reactivempi.conformance.Weather#all")
    @Timeout(value = 100, unit = TimeUnit.SECONDS)
    @Tag("long")
    @DisplayName("ASK-7 the same over connections that are cut often: each question is handled once at most")
    void overBrokenConnections(Weather weather) throws Exception {
        weather.over(3, "cut=0.02,delay=0.01,split=0.2,merge=0.1", (ranks, faults) -> {
            callers(ranks, weather.seed());
            assertThat(faults.cuts()).isPositive();
        });
    }

    private static void callers(Ranks ranks, long seed) {
        Map<Integer, AtomicInteger> handled = new ConcurrentHashMap<>();
        Disposable handler = ranks.world(2)
                .answer(INTS, INTS, TAG, question -> {
                    int caller = question[0];
                    handled.computeIfAbsent(caller, first -> new AtomicInteger())
                            .incrementAndGet();
                    return work(ranks, caller, seed);
                })
                .subscribe();
        AtomicInteger answered = new AtomicInteger();
        AtomicInteger timedOut = new AtomicInteger();
        Flux.range(0, CALLERS)
                .flatMap(
                        caller -> call(ranks, caller, seed)
                                .doOnNext(answer -> {
                                    assertThat(answer[0]).isEqualTo(caller);
                                    answered.incrementAndGet();
                                })
                                .onErrorResume(TimeoutException.class, late -> {
                                    timedOut.incrementAndGet();
                                    return Mono.empty();
                                }),
                        AT_ONCE)
                .then()
                .block(LIMIT);
        handler.dispose();
        // A caller without a time limit is answered, and one that is never answered gives up.
        assertThat(answered.get()).isGreaterThanOrEqualTo(CALLERS / 4);
        assertThat(timedOut.get()).isGreaterThanOrEqualTo(CALLERS / 8);
        assertThat(answered.get() + timedOut.get()).isEqualTo(CALLERS);
        assertThat(handled.values()).allSatisfy(times -> assertThat(times).hasValue(1));
    }

    /** At once, soon, or never; some answers are long. */
    private static Mono<int[]> work(Ranks ranks, int caller, long seed) {
        Random random = new Random(seed * CALLERS + caller);
        int[] answer = new int[random.nextInt(20) == 0 ? ranks.eagerLimitBytes() : 1];
        answer[0] = caller;
        return switch (caller % 8) {
            case 0 -> Mono.never();
            case 1, 2, 3 -> Moment.after(ranks, random.nextInt(MOST_PASSES)).thenReturn(answer);
            default -> Mono.just(answer);
        };
    }

    private static Mono<int[]> call(Ranks ranks, int caller, long seed) {
        Random random = new Random(seed * CALLERS - caller);
        Mono<int[]> asked = ranks.world(caller % 2).ask(new int[] {caller}, INTS, INTS, 2, TAG);
        return caller % 8 == 0 || caller % 2 == 1
                ? asked.timeout(Moment.after(ranks, random.nextInt(MOST_PASSES)))
                : asked;
    }
}
