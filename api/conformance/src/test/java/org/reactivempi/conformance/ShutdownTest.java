package org.reactivempi.conformance;

import static org.reactivempi.conformance.Payloads.TIMEOUT;

import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.reactivempi.ProcessFailedException;
import org.reactivempi.Settings;
import org.reactivempi.testkit.Ranks;
import reactor.core.publisher.Mono;

/**
 * The end of ranks in the middle of random traffic: each operation ends, and nothing is left. What is left is found by the test
 * kit when it closes the ranks: operations, progress threads, network buffers.
 */
@Execution(ExecutionMode.SAME_THREAD)
class ShutdownTest {

    private static final int SIZE = 3;
    private static final int ROUNDS = 12;
    private static final int MOST_STEPS = 60;

    /** What happens to the ranks while all of them start operations. */
    private interface Blow {

        void strike(Ranks ranks, Random random);
    }

    @ParameterizedTest(name = "[{0}]")
    @MethodSource("org.reactivempi.conformance.Channels#all")
    @DisplayName("RES-3 after random operations and cancellations nothing is left")
    void cancelled(String channel) throws Exception {
        rounds(channel, error -> false, (ranks, random) -> {});
    }

    @ParameterizedTest(name = "[{0}]")
    @MethodSource("org.reactivempi.conformance.Channels#all")
    @DisplayName("RES-3, LIF-2 a rank that closes, twice, while it connects, sends and receives, leaves nothing behind")
    void closed(String channel) throws Exception {
        rounds(channel, error -> false, (ranks, random) -> {
            int rank = random.nextInt(SIZE);
            ranks.session(rank).close().subscribe();
            ranks.session(rank).close().subscribe();
        });
    }

    @ParameterizedTest(name = "[{0}]")
    @MethodSource("org.reactivempi.conformance.Channels#all")
    @DisplayName("RES-3, LIF-2 the same of all ranks at once")
    void allClosed(String channel) throws Exception {
        rounds(
                channel,
                error -> false,
                (ranks, random) -> each(rank -> ranks.session(rank).close().subscribe()));
    }

    @ParameterizedTest(name = "[{0}]")
    @MethodSource("org.reactivempi.conformance.Channels#all")
    @DisplayName("RES-3, LIF-4 a rank that is cut off, perhaps while it closes, ends its operations; so do the others")
    void aborted(String channel) throws Exception {
        // What was on its way to the one that is cut off is lost.
        rounds(channel, ProcessFailedException.class::isInstance, (ranks, random) -> {
            int rank = random.nextInt(SIZE);
            if (random.nextBoolean()) {
                ranks.session(rank).close().subscribe();
            }
            ranks.abort(rank, "killed by the test").subscribe();
        });
    }

    @ParameterizedTest(name = "[{0}]")
    @MethodSource("org.reactivempi.conformance.Channels#all")
    @DisplayName("RES-3 when all ranks are cut off, every operation ends by itself, with one signal")
    void allAborted(String channel) throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            try (Ranks ranks = Ranks.start(SIZE, Settings.create().channel(channel))) {
                List<RandomOperations> traffic = traffic(ranks, round);
                run(
                        traffic,
                        ranks,
                        round,
                        (struck, random) -> each(
                                rank -> ranks.abort(rank, "killed by the test").subscribe()));
                each(rank -> ranks.abort(rank, "killed by the test").block(TIMEOUT));
                for (RandomOperations operations : traffic) {
                    operations.awaitEnds();
                    operations.assertEnded();
                }
            }
        }
    }

    private static void rounds(String channel, Predicate<Throwable> mayFail, Blow blow) throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            try (Ranks ranks = Ranks.start(SIZE, Settings.create().channel(channel))) {
                List<RandomOperations> traffic = traffic(ranks, round);
                run(traffic, ranks, round, blow);
                traffic.forEach(RandomOperations::cancelAll);
                // A message that was met before goes its way, also to a receive that nobody waits for.
                Mono.when(IntStream.range(0, SIZE)
                                .mapToObj(rank -> ranks.session(rank).close().onErrorComplete(mayFail))
                                .toList())
                        .block(TIMEOUT);
                traffic.forEach(RandomOperations::assertEnded);
            } catch (AssertionError | IllegalStateException e) {
                throw new AssertionError("round " + round + ": " + e.getMessage(), e);
            }
        }
    }

    private static List<RandomOperations> traffic(Ranks ranks, long seed) {
        return IntStream.range(0, SIZE)
                .mapToObj(rank -> new RandomOperations(ranks.world(rank), ranks.eagerLimitBytes(), SIZE * seed + rank))
                .toList();
    }

    /** All ranks start operations at the same time; the blow comes somewhere in between, or at the very start. */
    private static void run(List<RandomOperations> traffic, Ranks ranks, long seed, Blow blow) throws Exception {
        Random random = new Random(seed);
        int steps = random.nextInt(MOST_STEPS);
        int blowAt = random.nextInt(steps + 1);
        CompletableFuture<?>[] threads = IntStream.range(0, SIZE)
                .mapToObj(rank -> CompletableFuture.runAsync(() -> {
                    for (int step = 0; step <= steps; step++) {
                        traffic.get(rank).step();
                        if (rank == 0 && step == blowAt) {
                            blow.strike(ranks, random);
                        }
                    }
                }))
                .toArray(CompletableFuture[]::new);
        CompletableFuture.allOf(threads).get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
    }

    private static void each(IntConsumer action) {
        IntStream.range(0, SIZE).forEach(action);
    }
}
