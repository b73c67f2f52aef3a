package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.Family.onAll;
import static org.reactivempi.conformance.Family.worlds;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.reactivempi.Buffers;
import org.reactivempi.Cartesian;
import org.reactivempi.CartesianCommunicator;
import org.reactivempi.Codecs;
import org.reactivempi.Communicator;
import org.reactivempi.Delivery;
import org.reactivempi.FromRank;
import org.reactivempi.Op;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** COL-31 to COL-35: many collective streams at the same time, each with a random life; a failure names the seed and the stream. */
@Tag("long")
@Timeout(value = 100, unit = TimeUnit.SECONDS)
class RandomCollectiveStreamTest {

    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final int STREAMS = 12;
    private static final int SEEDS = 4;

    private enum Form {
        BROADCAST,
        GATHER,
        SCATTER,
        REDUCE,
        ALLREDUCE,
        SCAN,
        NEIGHBORS
    }

    @OnEveryChannel(ranks = 5, timeoutSeconds = 90)
    @DisplayName(
            "COL-31, COL-32, COL-33, COL-34, COL-35 random streams with random demands, threads and cancellations, all at once")
    void randomLives(Ranks ranks) {
        for (int seed = 0; seed < SEEDS; seed++) {
            run(ranks, seed);
        }
    }

    @ParameterizedTest
    @MethodSource("org.reactivempi.conformance.Weather#all")
    @DisplayName("COL-35, ORD-4 the same over connections that are cut often")
    void withFaults(Weather weather) throws Exception {
        weather.over(4, "cut=0.02,delay=0.01,split=0.1", (ranks, faults) -> {
            run(ranks, weather.seed());
            assertThat(faults.cuts()).isPositive();
        });
    }

    private static void run(Ranks ranks, int seed) {
        List<Life> lives = IntStream.range(0, STREAMS)
                .mapToObj(number -> new Life(ranks.size(), seed, number))
                .toList();
        List<List<List<Integer>>> results = new ArrayList<>();
        List<CartesianCommunicator> rings = onAll(
                worlds(ranks), end -> end.cartesian(Cartesian.of(ranks.size()).periodic(0)));
        onAll(
                        rings,
                        ring -> Flux.fromIterable(lives)
                                .flatMapSequential(life -> life.on(ring), STREAMS, 1)
                                .collectList()
                                .timeout(LIMIT))
                .forEach(results::add);
        for (int number = 0; number < STREAMS; number++) {
            int own = number;
            lives.get(number)
                    .check(results.stream().map(ofRank -> ofRank.get(own)).toList());
        }
        onAll(rings, end -> end.allreduce(Buffers.ints(1), Buffers.of(new int[1]), Op.SUM));
        onAll(rings, Communicator::free);
    }

    /** One stream: what each rank gives, takes and gets. */
    private static final class Life {

        private final int size;
        private final Form form;
        private final int root;
        private final int length;
        private final int prefetch;
        private final int[] steps;
        private final int[] turns;
        private final boolean[] threads;
        private final String name;

        Life(int size, int seed, int number) {
            Random random = new Random(seed * 1000L + number);
            this.size = size;
            form = Form.values()[random.nextInt(Form.values().length)];
            root = random.nextInt(size);
            length = random.nextInt(random.nextInt(3) == 0 ? 4 : 400);
            prefetch = 1 + random.nextInt(40);
            steps = random.ints(size, 1, 60).toArray();
            turns = IntStream.range(0, size)
                    .map(rank -> random.nextInt(4) == 0 ? 1 + random.nextInt(length + 1) : Integer.MAX_VALUE)
                    .toArray();
            threads = new boolean[size];
            for (int rank = 0; rank < size; rank++) {
                threads[rank] = random.nextBoolean();
            }
            name = "stream " + number + " of seed " + seed + ": " + form + " of " + length + ", root " + root;
        }

        Mono<List<Integer>> on(CartesianCommunicator ring) {
            int rank = ring.rank();
            Flux<Integer> values = Flux.range(0, length).map(i -> 1000 * rank + i);
            Flux<Integer> given = threads[rank] ? values.publishOn(Schedulers.parallel()) : values;
            return stream(ring, given).limitRate(steps[rank]).take(turns[rank]).collectList();
        }

        private Flux<Integer> stream(CartesianCommunicator ring, Flux<Integer> values) {
            return switch (form) {
                case BROADCAST -> ring.bcastStream(values, Codecs.intValue(), root, prefetch);
                case GATHER ->
                    ring.gatherStream(values, Codecs.intValue(), root, prefetch).map(Life::valueOf);
                case SCATTER -> ring.scatterStream(values, Codecs.intValue(), root, Delivery.AT_LEAST_ONCE);
                case REDUCE -> ring.reduceStream(values, Codecs.intValue(), Op.SUM, root);
                case ALLREDUCE -> ring.allreduceStream(values, Codecs.intValue(), Integer::sum);
                case SCAN -> ring.scanStream(values, Codecs.intValue(), Op.SUM);
                case NEIGHBORS ->
                    ring.neighborStream(values, Codecs.intValue(), prefetch).map(Life::valueOf);
            };
        }

        private static int valueOf(FromRank<Integer> each) {
            assertThat(each.value() / 1000).isEqualTo(each.rank());
            return each.value();
        }

        void check(List<List<Integer>> results) {
            for (int rank = 0; rank < size; rank++) {
                List<Integer> result = results.get(rank);
                switch (form) {
                    case BROADCAST -> assertBegins(result, rank, i -> 1000 * root + i);
                    case ALLREDUCE -> assertBegins(result, rank, i -> size * i + 500 * size * (size - 1));
                    case SCAN -> {
                        int last = rank;
                        assertBegins(result, rank, i -> (last + 1) * i + 500 * last * (last + 1));
                    }
                    case REDUCE -> {
                        if (rank == root) {
                            assertBegins(result, rank, i -> size * i + 500 * size * (size - 1));
                        } else {
                            assertThat(result).as(name).isEmpty();
                        }
                    }
                    case GATHER ->
                        checkMerged(
                                result,
                                rank,
                                rank == root ? IntStream.range(0, size).toArray() : new int[0]);
                    case NEIGHBORS -> checkMerged(result, rank, (rank + size - 1) % size, (rank + 1) % size);
                    case SCATTER -> assertThat(result).as(name).doesNotHaveDuplicates();
                }
            }
            boolean allStay = IntStream.of(turns).allMatch(turn -> turn == Integer.MAX_VALUE);
            if (form == Form.SCATTER && allStay) {
                assertThat(results.stream().flatMap(List::stream).sorted())
                        .as(name)
                        .isEqualTo(IntStream.range(0, length)
                                .map(i -> 1000 * root + i)
                                .boxed()
                                .toList());
            }
        }

        private void checkMerged(List<Integer> result, int rank, int... sources) {
            assertThat(result).as(name).hasSize(Math.min(turns[rank], sources.length * length));
            assertThat(result).as(name).allMatch(value -> IntStream.of(sources).anyMatch(from -> from == value / 1000));
            for (int source : sources) {
                List<Integer> ofOne =
                        result.stream().filter(value -> value / 1000 == source).toList();
                assertThat(ofOne)
                        .as(name)
                        .isEqualTo(IntStream.range(0, ofOne.size())
                                .map(i -> 1000 * source + i)
                                .boxed()
                                .toList());
            }
        }

        private void assertBegins(List<Integer> result, int rank, IntUnaryOperator expected) {
            assertThat(result)
                    .as("%s, rank %d", name, rank)
                    .isEqualTo(IntStream.range(0, Math.min(turns[rank], length))
                            .map(expected)
                            .boxed()
                            .toList());
        }
    }
}
