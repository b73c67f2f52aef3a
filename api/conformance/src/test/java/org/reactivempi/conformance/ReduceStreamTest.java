package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.CollectiveRecorders.assertError;
import static org.reactivempi.conformance.CollectiveRecorders.awaitSize;
import static org.reactivempi.conformance.CollectiveRecorders.subscribed;
import static org.reactivempi.conformance.Family.onAll;
import static org.reactivempi.conformance.Family.worlds;
import static org.reactivempi.conformance.Payloads.TIMEOUT;
import static org.reactivempi.conformance.Traffic.meet;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.Buffers;
import org.reactivempi.Codecs;
import org.reactivempi.Communicator;
import org.reactivempi.ErrorClass;
import org.reactivempi.Op;
import org.reactivempi.ProcessFailedException;
import org.reactivempi.StreamException;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** COL-32: the k-th elements of all ranks become the k-th result. */
class ReduceStreamTest {

    private static final int MANY = 300;
    private static final int ENDLESS = 1_000_000;

    private static Flux<Integer> values(Communicator world) {
        return Flux.range(0, MANY).map(i -> i + 1000 * world.rank());
    }

    /** The k-th result of ranks 0 to {@code last}. */
    private static List<Integer> sums(int last) {
        int ranks = last + 1;
        return IntStream.range(0, MANY)
                .map(i -> i * ranks + 1000 * last * ranks / 2)
                .boxed()
                .toList();
    }

    private static Flux<String> words(Communicator world) {
        return Flux.range(0, 50).map(i -> (char) ('a' + world.rank()) + "" + i % 10);
    }

    private static List<String> joined(int last) {
        return IntStream.range(0, 50)
                .mapToObj(i -> IntStream.rangeClosed(0, last)
                        .mapToObj(rank -> (char) ('a' + rank) + "" + i % 10)
                        .reduce("", String::concat))
                .toList();
    }

    @OnEveryChannel(ranks = 5)
    @DisplayName("COL-32, COL-17 reduce, allreduce and scan of streams give the reductions of the k-th elements")
    void sums(Ranks ranks) {
        List<Communicator> all = worlds(ranks);
        for (int root : new int[] {0, 3}) {
            List<List<Integer>> reduced = onAll(
                    all,
                    world -> world.reduceStream(values(world), Codecs.intValue(), Op.SUM, root)
                            .collectList());
            for (int rank = 0; rank < all.size(); rank++) {
                assertThat(reduced.get(rank)).isEqualTo(rank == root ? sums(4) : List.of());
            }
        }
        assertThat(onAll(
                        all,
                        world -> world.allreduceStream(values(world), Codecs.intValue(), Op.SUM)
                                .limitRate(7)
                                .collectList()))
                .allSatisfy(result -> assertThat(result).isEqualTo(sums(4)));
        List<List<Integer>> scanned = onAll(
                all,
                world -> world.scanStream(values(world), Codecs.intValue(), Op.SUM)
                        .collectList());
        for (int rank = 0; rank < all.size(); rank++) {
            assertThat(scanned.get(rank)).isEqualTo(sums(rank));
        }
    }

    @OnEveryChannel(ranks = 5)
    @DisplayName(
            "COL-32, OPS-5 functions on objects of any length are applied in the order of the ranks, whatever the root")
    void order(Ranks ranks) {
        List<Communicator> all = worlds(ranks);
        assertThat(onAll(
                                all,
                                world -> world.reduceStream(words(world), Codecs.string(), String::concat, 2)
                                        .collectList())
                        .get(2))
                .isEqualTo(joined(4));
        assertThat(onAll(
                        all,
                        world -> world.allreduceStream(words(world), Codecs.string(), String::concat)
                                .collectList()))
                .allSatisfy(result -> assertThat(result).isEqualTo(joined(4)));
        List<List<String>> scanned = onAll(
                all,
                world -> world.scanStream(words(world), Codecs.string(), String::concat)
                        .collectList());
        for (int rank = 0; rank < all.size(); rank++) {
            assertThat(scanned.get(rank)).isEqualTo(joined(rank));
        }
    }

    @OnEveryChannel(ranks = 4)
    @DisplayName("COL-32, OPS-6 floating point has the same bits on all ranks and in each run")
    void sameBits(Ranks ranks) {
        List<Double> first = null;
        for (int run = 0; run < 3; run++) {
            List<List<Double>> results = onAll(
                    worlds(ranks),
                    world -> world.allreduceStream(
                                    Flux.range(1, 100).map(i -> 1.0 / (i + world.rank() * 7)),
                                    Codecs.doubleValue(),
                                    Op.SUM)
                            .collectList());
            first = first == null ? results.get(0) : first;
            for (List<Double> result : results) {
                assertThat(result).isEqualTo(first);
            }
        }
    }

    @OnEveryChannel(ranks = 4)
    @DisplayName("COL-32 streams of unequal lengths end with an error that names the ranks and the lengths")
    void unequal(Ranks ranks) throws Exception {
        List<Recorder<Integer>> all = subscribed(
                ranks,
                world -> world.allreduceStream(Flux.range(0, world.rank() == 3 ? 5 : 7), Codecs.intValue(), Op.SUM),
                100);
        for (Recorder<Integer> each : all) {
            List<Object> signals = each.await();
            assertError(signals.get(signals.size() - 1), ErrorClass.COUNT, "rank 3 has 5", "rank 2", "at least 6");
        }
        List<Recorder<Integer>> reduced = subscribed(
                ranks,
                world -> world.reduceStream(Flux.range(0, world.rank() == 0 ? 2 : 9), Codecs.intValue(), Op.SUM, 1),
                100);
        assertError(reduced.get(1).await().get(2), ErrorClass.COUNT, "rank 0 has 2", "at least 3");
        for (Recorder<Integer> each : reduced) {
            each.await();
        }
        onAll(worlds(ranks), end -> end.allreduce(Buffers.ints(2), Buffers.of(new int[1]), Op.SUM));
    }

    @OnEveryChannel(ranks = 4)
    @DisplayName(
            "COL-32, OPS-8, COL-30 an operation that throws on one rank fails on all with its class, and names the rank")
    void operationThrows(Ranks ranks) throws Exception {
        List<Recorder<Integer>> all = subscribed(
                ranks,
                world -> world.allreduceStream(Flux.range(0, 10), Codecs.intValue(), (left, right) -> {
                    if (world.rank() == 2 && right == 3) {
                        throw new IllegalArgumentException("not three");
                    }
                    return right;
                }),
                100);
        for (int rank = 0; rank < all.size(); rank++) {
            List<Object> signals = all.get(rank).await();
            assertError(signals.get(signals.size() - 1), ErrorClass.OP, "not three");
            if (rank != 2) {
                assertError(signals.get(signals.size() - 1), ErrorClass.OP, "rank 2");
            }
        }
    }

    @OnEveryChannel(ranks = 4)
    @DisplayName(
            "COL-32, COL-30 an error of one rank's publisher is its own there, and a StreamException with its rank elsewhere")
    void publisherFails(Ranks ranks) throws Exception {
        IllegalStateException failure = new IllegalStateException("no more");
        List<Recorder<Integer>> all = subscribed(
                ranks,
                world -> world.allreduceStream(
                        world.rank() == 1
                                ? Flux.range(0, 5).concatWith(Mono.error(failure))
                                : Flux.range(0, 5).concatWith(Mono.never()),
                        Codecs.intValue(),
                        Op.SUM),
                100);
        for (int rank = 0; rank < all.size(); rank++) {
            List<Object> signals = all.get(rank).await();
            assertThat(signals).hasSize(6);
            if (rank == 1) {
                assertThat(signals).endsWith(failure);
            } else {
                assertThat(signals.get(5))
                        .isInstanceOfSatisfying(
                                StreamException.class,
                                error -> assertThat(error).hasMessageContaining("rank 1"));
            }
        }
    }

    @OnEveryChannel(ranks = 4)
    @DisplayName("COL-36 what leaves the publishers is bounded, however slow a subscriber is")
    void bounded(Ranks ranks) {
        AtomicLong requested = new AtomicLong();
        List<Recorder<Integer>> all = subscribed(
                ranks,
                world -> world.allreduceStream(
                        Flux.range(0, ENDLESS).doOnRequest(requested::addAndGet), Codecs.intValue(), Op.SUM),
                1);
        all.get(0).request(Long.MAX_VALUE);
        all.get(1).request(100);
        awaitSize(all.get(3), 1);
        all.get(2).request(Long.MAX_VALUE);
        meet(ranks);
        meet(ranks);
        // Rank 3 has its result and 64 more; each step up to there holds 64, and there are two from a leaf to rank 0.
        assertThat(requested.get()).isBetween(4L, 4 * (1 + 64 + 3 * 64L));
        all.forEach(Recorder::cancel);
    }

    @OnEveryChannel(ranks = 4)
    @DisplayName("COL-25, COL-32 a rank that cancels its results goes on giving its values to the others")
    void cancelled(Ranks ranks) {
        for (int leaver = 0; leaver < ranks.size(); leaver++) {
            int gone = leaver;
            List<List<Integer>> results = onAll(
                    worlds(ranks),
                    world -> world.allreduceStream(values(world), Codecs.intValue(), Op.SUM)
                            .take(world.rank() == gone ? 3 : MANY)
                            .collectList());
            for (int rank = 0; rank < ranks.size(); rank++) {
                assertThat(results.get(rank)).isEqualTo(rank == gone ? sums(3).subList(0, 3) : sums(3));
            }
        }
    }

    @OnEveryChannel(ranks = 5)
    @DisplayName("COL-29 a rank that dies in the middle of an allreduce, a reduce or a scan ends it on all others")
    void killed(Ranks ranks) throws Exception {
        Flux<Integer> values = Flux.range(0, ENDLESS);
        List<List<Recorder<Integer>>> streams = List.of(
                subscribed(ranks, world -> world.allreduceStream(values, Codecs.intValue(), Op.SUM), 10),
                subscribed(ranks, world -> world.scanStream(values, Codecs.intValue(), Op.SUM), 10),
                subscribed(ranks, world -> world.reduceStream(values, Codecs.intValue(), Op.SUM, 3), 10));
        for (int rank = 0; rank < ranks.size(); rank++) {
            awaitSize(streams.get(0).get(rank), 10);
            awaitSize(streams.get(1).get(rank), 10);
        }
        awaitSize(streams.get(2).get(3), 10);
        ranks.abort(2, "killed by the test").block(TIMEOUT);
        int[] left = {0, 1, 3, 4};
        for (List<Recorder<Integer>> all : streams) {
            for (int rank : left) {
                all.get(rank).request(Long.MAX_VALUE);
            }
            for (int rank : left) {
                List<Object> signals = all.get(rank).await();
                assertThat(signals.get(signals.size() - 1))
                        .isInstanceOfSatisfying(
                                ProcessFailedException.class,
                                error -> assertThat(error.rank()).isEqualTo(2));
            }
        }
    }
}
