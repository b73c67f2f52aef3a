package org.reactivempi.spring;

import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.reactivempi.Message;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Listeners that take random time, fail now and then, and note what they deal with. Values begin with their number. */
@Configuration(proxyBeanMethods = false)
class RandomListeners {

    static final int BLOCKING = 0;
    static final int ANSWERING = 1;
    static final int MESSAGES = 2;
    static final int STREAMS = 3;
    static final int ANSWERS = 10;

    static final int MOST_ANSWERING = 3;
    static final int MOST_MESSAGES = 1;
    static final int MOST_STREAMS = 2;

    private static final int LONGEST_MICROS = 2000;
    private static final int LONGEST_SPIN = 20_000;

    /** What one listener has done. */
    static final class Dealt {

        final Queue<Integer> numbers = new ConcurrentLinkedQueue<>();
        final AtomicInteger atOnce = new AtomicInteger();
        final AtomicInteger mostAtOnce = new AtomicInteger();

        private void begin() {
            mostAtOnce.accumulateAndGet(atOnce.incrementAndGet(), Math::max);
        }

        private void end() {
            atOnce.decrementAndGet();
        }
    }

    final List<Dealt> dealt = List.of(new Dealt(), new Dealt(), new Dealt(), new Dealt());
    final Queue<Integer> failures = new ConcurrentLinkedQueue<>();
    final AtomicInteger failedStreams = new AtomicInteger();
    /** Opens when as many messages have been dealt with as the run wants before it stops the listeners. */
    final CountDownLatch enough;

    private final long seed;

    RandomListeners(@Value("${test.seed}") long seed, @Value("${test.enough}") int enough) {
        this.seed = seed;
        this.enough = new CountDownLatch(enough);
    }

    /** Whether the listener fails on this number. */
    static boolean fails(int number) {
        return number % 5 == 0;
    }

    private SplittableRandom random(int number) {
        return new SplittableRandom(seed * 31 + number);
    }

    private static int check(int number) {
        if (fails(number)) {
            throw new IllegalStateException("number " + number);
        }
        return number;
    }

    private void begin(int listener, int number) {
        dealt.get(listener).numbers.add(number);
        dealt.get(listener).begin();
        enough.countDown();
    }

    /** As many at once as the property says. */
    @MpiListener(tag = BLOCKING)
    void blocking(int[] value) {
        begin(BLOCKING, value[0]);
        try {
            for (int i = random(value[0]).nextInt(LONGEST_SPIN); i > 0; i--) {
                Thread.onSpinWait();
            }
            check(value[0]);
        } finally {
            dealt.get(BLOCKING).end();
        }
    }

    @MpiListener(tag = ANSWERING, replyTag = ANSWERS, concurrency = MOST_ANSWERING)
    Mono<Integer> answering(int[] value) {
        return later(ANSWERING, value[0]);
    }

    @MpiListener(tag = MESSAGES, concurrency = MOST_MESSAGES)
    Mono<Void> message(Message message) {
        return later(MESSAGES, ListenerTrafficTest.number(message)).then();
    }

    /** Fails before it has returned, or after that. */
    private Mono<Integer> later(int listener, int number) {
        begin(listener, number);
        if (fails(number) && random(number).nextBoolean()) {
            dealt.get(listener).end();
            check(number);
        }
        return Mono.delay(Duration.ofNanos(1000L * random(number).nextInt(LONGEST_MICROS)))
                .map(now -> check(number))
                .doOnTerminate(dealt.get(listener)::end);
    }

    /** All values of a stream follow from its first one. */
    @MpiListener(tag = STREAMS, concurrency = MOST_STREAMS)
    Mono<Void> stream(Flux<Integer> values) {
        Dealt streams = dealt.get(STREAMS);
        streams.begin();
        enough.countDown();
        return values.collectList()
                .doOnNext(all -> {
                    streams.numbers.add(ListenerTrafficTest.stream(all));
                    check(all.get(0));
                })
                .doOnTerminate(streams::end)
                .then();
    }

    @Bean
    ListenerErrorHandler handler() {
        return failure -> Mono.fromRunnable(() -> failure.message()
                .map(ListenerTrafficTest::number)
                .ifPresentOrElse(failures::add, failedStreams::incrementAndGet));
    }
}
