package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
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
import org.reactivempi.Codecs;
import org.reactivempi.Communicator;
import org.reactivempi.FromRank;
import org.reactivempi.ProcessFailedException;
import org.reactivempi.StreamException;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** COL-33: the streams of all ranks, at the root. */
class GatherStreamTest {

    private static final int ENDLESS = 1_000_000;

    private static Flux<FromRank<Integer>> stream(Communicator world, int count, int root, int prefetch) {
        return world.gatherStream(Flux.range(1000 * world.rank(), count), Codecs.intValue(), root, prefetch);
    }

    @OnEveryChannel(ranks = 5)
    @DisplayName(
            "COL-33 the root gets all elements of all ranks with their ranks, each rank's in order; the others the end alone")
    void allElements(Ranks ranks) {
        for (int root : new int[] {0, 3}) {
            for (int prefetch : new int[] {1, 32}) {
                List<List<FromRank<Integer>>> results = onAll(
                        worlds(ranks),
                        world -> stream(world, 100 * world.rank(), root, prefetch)
                                .limitRate(9)
                                .collectList());
                for (int rank = 0; rank < ranks.size(); rank++) {
                    int from = rank;
                    assertThat(results.get(root).stream()
                                    .filter(each -> each.rank() == from)
                                    .map(FromRank::value))
                            .isEqualTo(IntStream.range(1000 * rank, 1100 * rank)
                                    .boxed()
                                    .toList());
                    assertThat(results.get(rank)).hasSize(rank == root ? 1000 : 0);
                }
            }
        }
    }

    @OnEveryChannel(ranks = 5)
    @DisplayName("COL-33 no rank with elements waits longer than one round of the others")
    void fair(Ranks ranks) {
        int prefetch = 5;
        List<Recorder<FromRank<Integer>>> all = subscribed(ranks, world -> stream(world, ENDLESS, 0, prefetch), 1);
        // What came before all ranks were there may be of few of them.
        int size = ranks.size();
        int warm = 2 * prefetch * size;
        int total = warm + 8 * size;
        for (int taken = 1; taken < total; taken += size) {
            all.get(0).request(size);
            awaitSize(all.get(0), taken + size);
            meet(ranks);
        }
        List<Object> signals = all.get(0).signals().subList(warm, total);
        int[] last = new int[size];
        for (int i = 0; i < signals.size(); i++) {
            int rank = ((FromRank<?>) signals.get(i)).rank();
            assertThat(i - last[rank]).as("turn %d of rank %d", i, rank).isLessThan(2 * size);
            last[rank] = i;
        }
        for (int rank = 0; rank < size; rank++) {
            assertThat(signals.size() - last[rank]).isLessThan(2 * size);
        }
        all.forEach(Recorder::cancel);
    }

    @OnEveryChannel(ranks = 4)
    @DisplayName("COL-33, COL-36 the root's demand bounds what leaves the publishers of all ranks together")
    void demand(Ranks ranks) {
        for (int prefetch : new int[] {1, 8}) {
            AtomicLong requested = new AtomicLong();
            List<Recorder<FromRank<Integer>>> all = subscribed(
                    ranks,
                    world -> world.gatherStream(
                            Flux.range(0, ENDLESS).doOnRequest(requested::addAndGet), Codecs.intValue(), 1, prefetch),
                    1);
            int taken = 1;
            for (int more : new int[] {1, 5, 100, 1}) {
                taken += more;
                all.get(1).request(more);
                awaitSize(all.get(1), taken);
                meet(ranks);
                meet(ranks);
                // Each rank's publisher, and each of the steps between two ranks.
                int steps = 2 * ranks.size() - 1;
                assertThat(requested.get()).isBetween((long) taken, (long) taken + steps * prefetch);
            }
            all.forEach(Recorder::cancel);
        }
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName(
            "COL-33, COL-30 an error of one rank's publisher reaches the root, which names the rank, and all others end")
    void publisherFails(Ranks ranks) throws Exception {
        IllegalStateException failure = new IllegalStateException("no more");
        List<Recorder<FromRank<Integer>>> all = subscribed(
                ranks,
                world -> world.gatherStream(
                        world.rank() == 2 ? Flux.just(5).concatWith(Mono.error(failure)) : Flux.never(),
                        Codecs.intValue(),
                        0,
                        4),
                100);
        assertThat(all.get(2).await()).containsExactly(failure);
        assertThat(all.get(0).await()).hasSize(2).startsWith(new FromRank<>(2, 5));
        assertThat(all.get(0).signals().get(1))
                .isInstanceOf(StreamException.class)
                .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.THROWABLE)
                .hasMessageContaining("rank 2");
        assertThat(all.get(1).await()).singleElement().isInstanceOf(StreamException.class);
    }

    @OnEveryChannel(ranks = 4)
    @DisplayName("COL-33 when the root cancels, all publishers are cancelled, and all ranks complete")
    void rootCancels(Ranks ranks) {
        List<List<FromRank<Integer>>> results = onAll(worlds(ranks), world -> {
            Flux<FromRank<Integer>> stream = stream(world, ENDLESS, 2, 4);
            return (world.rank() == 2 ? stream.take(10) : stream).collectList();
        });
        assertThat(results.get(2)).hasSize(10);
        assertThat(results.get(0)).isEmpty();
    }

    @OnEveryChannel(ranks = 5)
    @DisplayName("COL-29 a rank that dies in the middle of a gathering ends it on all others at once")
    void killed(Ranks ranks) throws Exception {
        List<Recorder<FromRank<Integer>>> all = subscribed(ranks, world -> stream(world, ENDLESS, 0, 4), 10);
        // Rank 3's values come through rank 2, so both are connected with the ranks that wait for them.
        while (all.get(0).signals().stream().noneMatch(each -> ((FromRank<?>) each).rank() == 3)) {
            all.get(0).request(10);
            meet(ranks);
        }
        ranks.abort(2, "killed by the test").block(TIMEOUT);
        assertLost(all);
    }

    @OnEveryChannel(ranks = 5)
    @DisplayName(
            "COL-29, LIF-4 a rank that dies before the root is connected with it ends the gathering when the root has looked for it")
    void killedAtOnce(Ranks ranks) throws Exception {
        List<Recorder<FromRank<Integer>>> all = subscribed(ranks, world -> stream(world, ENDLESS, 0, 4), 10);
        awaitSize(all.get(0), 10);
        ranks.abort(2, "killed by the test").block(TIMEOUT);
        assertLost(all);
    }

    private static void assertLost(List<Recorder<FromRank<Integer>>> all) throws InterruptedException {
        // More than was under way.
        all.get(0).request(200);
        for (int rank : new int[] {0, 1, 3, 4}) {
            List<Object> signals = all.get(rank).await();
            assertThat(signals.get(signals.size() - 1)).isInstanceOf(ProcessFailedException.class);
        }
    }
}
