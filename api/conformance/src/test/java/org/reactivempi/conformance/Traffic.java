package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.Payloads.TAG;
import static org.reactivempi.conformance.Payloads.TIMEOUT;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.Message;
import org.reactivempi.testkit.Ranks;
import org.reactivempi.testkit.VirtualTime;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** What the ranks do between the steps of a test. */
public final class Traffic {

    private Traffic() {}

    /**
     * Returns when all ranks have met, twice. What a rank sent before has then arrived everywhere, and so have the answers:
     * links keep order. So it proves without a pause that something does not happen.
     */
    public static void meet(Ranks ranks) {
        await(
                ranks,
                Mono.when(IntStream.range(0, ranks.size())
                        .mapToObj(rank -> ranks.world(rank).barrier().repeat(1))
                        .toList()));
    }

    /** Waits for the end; virtual time passes meanwhile, since connections with faults need some. */
    private static void await(Ranks ranks, Mono<Void> end) {
        ranks.settings().attached(VirtualTime.class).ifPresentOrElse(time -> time.until(end), () -> end.block(TIMEOUT));
    }

    /** Returns when a latch is open; fails if it does not open in time. */
    public static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(TIMEOUT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Holds this thread, such as one that moves messages, until a latch is open. */
    public static void hold(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** While a handler is subscribed; it ends with the test. */
    static void during(Disposable handler, Runnable test) {
        try {
            test.run();
        } finally {
            handler.dispose();
        }
    }

    /** Sends a number and returns what arrives, which is another one if a message or a receive was there before. */
    public static int exchange(Communicator from, Communicator to, int value) {
        Mono<Message> received = to.receive(from.rank(), TAG);
        return Mono.zip(from.isend(Buffers.ints(value), to.rank(), TAG), received)
                .map(both -> value(both.getT2()))
                .blockOptional(TIMEOUT)
                .orElseThrow();
    }

    /** The next message is the next message, both ways: nothing has been left in a queue. */
    static void assertUsable(Ranks ranks) {
        assertThat(exchange(ranks.world(0), ranks.world(1), 42)).isEqualTo(42);
        assertThat(exchange(ranks.world(1), ranks.world(0), 43)).isEqualTo(43);
        assertThat(ranks.pending(0).block(TIMEOUT)).isEmpty();
        assertThat(ranks.pending(1).block(TIMEOUT)).isEmpty();
    }

    static int value(Message message) {
        return message.payload().getInt(0);
    }

    /** Does something on several threads at the same time; returns when all have done it, throws what one has thrown. */
    public static void onThreads(int count, IntConsumer body) {
        Flux.range(0, count)
                .flatMap(
                        number -> Mono.fromRunnable(() -> body.accept(number)).subscribeOn(Schedulers.boundedElastic()),
                        count)
                .then()
                .block(TIMEOUT);
    }

    /** In virtual time: a rank that has ended without a word is lost for the ranks that had to do with it. */
    public static void lossesAreNoticed(Ranks ranks) {
        ranks.time().advance(Duration.ofSeconds(2), Duration.ofMillis(50));
    }
}
