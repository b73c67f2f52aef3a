package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.CollectiveRecorders.assertError;
import static org.reactivempi.conformance.CollectiveRecorders.awaitSize;
import static org.reactivempi.conformance.Family.assertFails;
import static org.reactivempi.conformance.Family.onAll;
import static org.reactivempi.conformance.Family.worlds;
import static org.reactivempi.conformance.Payloads.TIMEOUT;
import static org.reactivempi.conformance.Traffic.meet;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.Buffers;
import org.reactivempi.Cartesian;
import org.reactivempi.CartesianCommunicator;
import org.reactivempi.Codec;
import org.reactivempi.Codecs;
import org.reactivempi.Communicator;
import org.reactivempi.ErrorClass;
import org.reactivempi.FromRank;
import org.reactivempi.GraphCommunicator;
import org.reactivempi.NeighborCollectives;
import org.reactivempi.Neighborhood;
import org.reactivempi.ProcessFailedException;
import org.reactivempi.RevokedException;
import org.reactivempi.SendBuffer;
import org.reactivempi.StreamException;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** NBR-1, NBR-2, NBR-4, COL-30, COL-31, COL-36: streams along the edges of a topology. */
class NeighborStreamTest {

    private static final int ENDLESS = 1_000_000;

    private static Flux<Integer> values(int rank, int count) {
        return Flux.range(1000 * rank, count);
    }

    private static List<Integer> of(List<FromRank<Integer>> all, int rank) {
        return all.stream()
                .filter(each -> each.rank() == rank)
                .map(FromRank::value)
                .toList();
    }

    private static <C extends NeighborCollectives> List<Recorder<FromRank<Integer>>> recorded(
            List<C> ends, Function<C, Flux<FromRank<Integer>>> stream, long demand) {
        List<Recorder<FromRank<Integer>>> all = new ArrayList<>();
        for (C end : ends) {
            Recorder<FromRank<Integer>> recorder = new Recorder<>();
            stream.apply(end).subscribe(recorder);
            if (demand > 0) {
                recorder.request(demand);
            }
            all.add(recorder);
        }
        return all;
    }

    /** Rank 0 gives to all others, and gets from nobody. */
    private static List<GraphCommunicator> star(Ranks ranks) {
        int[] others = IntStream.range(1, ranks.size()).toArray();
        return onAll(
                worlds(ranks),
                end -> end.adjacentGraph(
                        end.rank() == 0
                                ? Neighborhood.of(new int[0], others)
                                : Neighborhood.of(new int[] {0}, new int[0])));
    }

    private static List<CartesianCommunicator> ring(Ranks ranks) {
        return onAll(
                worlds(ranks), end -> end.cartesian(Cartesian.of(ranks.size()).periodic(0)));
    }

    private static void assertNothingLeft(Ranks ranks) {
        meet(ranks);
        for (int rank = 0; rank < ranks.size(); rank++) {
            assertThat(ranks.pending(rank).block(TIMEOUT)).isEmpty();
        }
    }

    @OnEveryChannel(ranks = 4, timeoutSeconds = 90)
    @DisplayName(
            "NBR-1 each element goes along all edges of any graph, also twice and to oneself, in order and with its rank")
    void anyGraph(Ranks ranks) {
        Random random = new Random(31);
        for (int turn = 0; turn < 6; turn++) {
            int[] from = random.ints(10, 0, 4).toArray();
            int[] to = random.ints(10, 0, 4).toArray();
            int[] lengths = random.ints(4, 0, 400).toArray();
            int prefetch = 1 + random.nextInt(40);
            int step = 1 + random.nextInt(30);
            List<GraphCommunicator> ends = onAll(
                    worlds(ranks),
                    end -> end.adjacentGraph(Neighborhood.of(ends(from, to, end.rank()), ends(to, from, end.rank()))));
            List<List<FromRank<Integer>>> results = onAll(
                    ends,
                    end -> end.neighborStream(values(end.rank(), lengths[end.rank()]), Codecs.intValue(), prefetch)
                            .limitRate(step)
                            .collectList());
            for (int rank = 0; rank < 4; rank++) {
                for (int source = 0; source < 4; source++) {
                    int edges = 0;
                    for (int i = 0; i < from.length; i++) {
                        edges += from[i] == source && to[i] == rank ? 1 : 0;
                    }
                    List<Integer> got = of(results.get(rank), source);
                    int times = edges;
                    assertThat(got.stream().sorted())
                            .as("from %d to %d", source, rank)
                            .isEqualTo(values(source, lengths[source])
                                    .flatMapIterable(value -> Collections.nCopies(times, value))
                                    .collectList()
                                    .block());
                    if (edges == 1) {
                        assertThat(got).isSorted();
                    }
                }
            }
            onAll(ends, Communicator::free);
        }
    }

    /** The ranks at one end of the edges whose other end is a rank. */
    private static int[] ends(int[] these, int[] others, int rank) {
        return IntStream.range(0, these.length)
                .filter(i -> others[i] == rank)
                .map(i -> these[i])
                .toArray();
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("NBR-2 nothing comes from beyond the side of a grid, and a rank alone in its grid completes")
    void sideOfAGrid(Ranks ranks) {
        List<CartesianCommunicator> ends = onAll(worlds(ranks), end -> end.cartesian(Cartesian.of(3)));
        List<List<FromRank<Integer>>> results = onAll(
                ends,
                end -> end.neighborStream(values(end.rank(), 5), Codecs.intValue())
                        .collectList());
        for (int rank = 0; rank < 3; rank++) {
            for (int source = 0; source < 3; source++) {
                assertThat(of(results.get(rank), source)).hasSize(Math.abs(source - rank) == 1 ? 5 : 0);
            }
        }
        List<CartesianCommunicator> alone = onAll(ends, end -> end.sub(false));
        AtomicInteger subscribed = new AtomicInteger();
        assertThat(onAll(
                        alone,
                        end -> end.neighborStream(
                                        values(end.rank(), 5).doOnSubscribe(s -> subscribed.incrementAndGet()),
                                        Codecs.intValue())
                                .collectList()))
                .allMatch(List::isEmpty);
        // Nobody wants its values.
        assertThat(subscribed).hasValue(0);
        onAll(alone, Communicator::free);
        onAll(ends, Communicator::free);
    }

    @OnEveryChannel(ranks = 2)
    @DisplayName("NBR-3 both sides of a ring of two ranks, and of one, give each element")
    void shortRings(Ranks ranks) {
        List<CartesianCommunicator> ends =
                onAll(worlds(ranks), end -> end.cartesian(Cartesian.of(2, 1).periodic(0, 1)));
        List<List<FromRank<Integer>>> results = onAll(
                ends,
                end -> end.neighborStream(values(end.rank(), 50), Codecs.intValue(), 3)
                        .collectList());
        for (int rank = 0; rank < 2; rank++) {
            assertThat(of(results.get(rank), rank)).hasSize(100);
            assertThat(of(results.get(rank), 1 - rank)).hasSize(100);
        }
        onAll(ends, Communicator::free);
    }

    @OnEveryChannel(ranks = 4)
    @DisplayName("NBR-4 ranks stream and complete though others, which are no neighbors of theirs, have not started")
    void neighborsAlone(Ranks ranks) {
        int[][] near = {{1}, {0}, {3}, {2}};
        List<GraphCommunicator> ends =
                onAll(worlds(ranks), end -> end.adjacentGraph(Neighborhood.of(near[end.rank()], near[end.rank()])));
        for (List<GraphCommunicator> pair : List.of(ends.subList(2, 4), ends.subList(0, 2))) {
            assertThat(onAll(
                            pair,
                            end -> end.neighborStream(values(end.rank(), 9), Codecs.intValue())
                                    .collectList()))
                    .allMatch(got -> got.size() == 9);
        }
        onAll(ends, Communicator::free);
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName(
            "COL-31, COL-36 a publisher is asked for no more than the slowest destination has taken, and its prefetch")
    void demand(Ranks ranks) {
        for (int prefetch : new int[] {1, 8}) {
            List<GraphCommunicator> ends = star(ranks);
            AtomicLong requested = new AtomicLong();
            List<Recorder<FromRank<Integer>>> all = recorded(
                    ends,
                    end -> end.neighborStream(
                            Flux.range(0, ENDLESS).doOnRequest(requested::addAndGet), Codecs.intValue(), prefetch),
                    1);
            all.get(2).request(ENDLESS);
            int taken = 1;
            for (int more : new int[] {1, 5, 100, 1}) {
                taken += more;
                all.get(1).request(more);
                awaitSize(all.get(1), taken);
                meet(ranks);
                meet(ranks);
                assertThat(requested.get()).isBetween((long) taken, (long) taken + prefetch);
                assertThat(all.get(2).signals()).hasSizeLessThanOrEqualTo(taken + prefetch);
            }
            // One that wants no more holds up nobody.
            all.get(1).cancel();
            awaitSize(all.get(2), 1000);
            all.forEach(Recorder::cancel);
            assertNothingLeft(ranks);
            onAll(ends, Communicator::free);
        }
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("COL-36 a subscriber that asks for nothing more bounds what each of its sources gives")
    void manySources(Ranks ranks) {
        List<CartesianCommunicator> ends = ring(ranks);
        AtomicLongArray requested = new AtomicLongArray(3);
        List<Recorder<FromRank<Integer>>> all = recorded(
                ends,
                end -> end.neighborStream(
                        Flux.range(0, ENDLESS).doOnRequest(n -> requested.addAndGet(end.rank(), n)),
                        Codecs.intValue(),
                        4),
                1);
        all.get(1).request(ENDLESS);
        all.get(2).request(ENDLESS);
        for (int taken = 1; taken < 60; taken += 10) {
            all.get(0).request(10);
            awaitSize(all.get(0), taken + 10);
        }
        meet(ranks);
        meet(ranks);
        // How much of it from whom depends on who is there first. Both have rank 0 as a destination.
        for (int rank : new int[] {1, 2}) {
            long took = all.get(0).signals().stream()
                    .filter(each -> ((FromRank<?>) each).rank() == rank)
                    .count();
            assertThat(requested.get(rank)).isBetween(took, took + 4);
        }
        all.forEach(Recorder::cancel);
        assertNothingLeft(ranks);
        onAll(ends, Communicator::free);
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName(
            "COL-25 a rank that cancels goes on giving, and when all destinations have, the publisher is cancelled")
    void cancelled(Ranks ranks) throws Exception {
        List<CartesianCommunicator> ends = ring(ranks);
        AtomicInteger cancelled = new AtomicInteger();
        List<Recorder<FromRank<Integer>>> all = recorded(
                ends,
                end -> end.neighborStream(
                        end.rank() == 0
                                ? values(0, 300)
                                : Flux.range(0, ENDLESS).doOnCancel(cancelled::incrementAndGet),
                        Codecs.intValue(),
                        2),
                3);
        all.forEach(each -> awaitSize(each, 3));
        all.get(0).cancel();
        // How much comes from whom depends on who is there first, and rank 0 gives no more than both others take.
        for (int taken = 2003; from(all.get(1), 0).size() < 300; taken += 2000) {
            all.get(1).request(2000);
            all.get(2).request(2000);
            awaitSize(all.get(1), taken);
            awaitSize(all.get(2), taken);
        }
        assertThat(from(all.get(1), 0)).hasSize(300).isSorted();
        assertThat(all.get(0).signals()).hasSize(3);
        assertThat(cancelled).hasValue(0);
        all.get(1).cancel();
        meet(ranks);
        all.get(2).cancel();
        assertNothingLeft(ranks);
        assertThat(cancelled).hasValue(2);
        onAll(ends, Communicator::free);
    }

    private static List<Integer> from(Recorder<FromRank<Integer>> recorder, int rank) {
        return of(recorder.signals().stream().map(NeighborStreamTest::number).toList(), rank);
    }

    @SuppressWarnings("unchecked")
    private static FromRank<Integer> number(Object signal) {
        return (FromRank<Integer>) signal;
    }

    @OnEveryChannel(ranks = 4)
    @DisplayName(
            "COL-30 an error of a publisher ends the stream on its neighbors and theirs; later operations are unaffected")
    void publisherFails(Ranks ranks) throws Exception {
        List<CartesianCommunicator> ends = onAll(worlds(ranks), end -> end.cartesian(Cartesian.of(4)));
        IllegalStateException failure = new IllegalStateException("no more");
        AtomicInteger open = new AtomicInteger();
        Flux<Integer> never = Flux.<Integer>never()
                .doOnSubscribe(subscription -> open.incrementAndGet())
                .doOnCancel(open::decrementAndGet);
        List<Recorder<FromRank<Integer>>> all = recorded(
                ends,
                end -> end.neighborStream(
                        end.rank() == 3 ? Flux.just(5).concatWith(Mono.error(failure)) : never, Codecs.intValue()),
                100);
        assertThat(all.get(3).await()).containsExactly(failure);
        assertThat(all.get(2).await()).hasSize(2).startsWith(new FromRank<>(3, 5));
        for (int rank = 0; rank < 3; rank++) {
            List<Object> signals = all.get(rank).await();
            assertThat(signals.get(signals.size() - 1))
                    .isInstanceOfSatisfying(
                            StreamException.class,
                            error -> assertThat(error).hasMessageContainingAll("rank 3", "no more"));
        }
        assertNothingLeft(ranks);
        assertThat(open).hasValue(0);
        onAll(ends, end -> end.neighborAllgather(Buffers.ints(1), Buffers.of(new int[2])));
        onAll(ends, Communicator::free);
    }

    @OnEveryChannel(ranks = 2)
    @DisplayName(
            "COL-30 a value that can't be written fails on both ends, and one that can't be read on its rank alone")
    void badCodec(Ranks ranks) throws Exception {
        List<CartesianCommunicator> ends = ring(ranks);
        Codec<Integer> picky = new Codec<>() {
            @Override
            public SendBuffer encode(Integer value) {
                if (value == 1003) {
                    throw new IllegalArgumentException("not 1003");
                }
                return Codecs.intValue().encode(value);
            }

            @Override
            public Integer decode(ByteBuffer bytes) {
                int value = Codecs.intValue().decode(bytes);
                if (value == 2) {
                    throw new IllegalArgumentException("not 2");
                }
                return value;
            }
        };
        List<Recorder<FromRank<Integer>>> all =
                recorded(ends, end -> end.neighborStream(values(end.rank(), 100), picky), ENDLESS);
        for (Recorder<FromRank<Integer>> each : all) {
            List<Object> signals = each.await();
            assertError(signals.get(signals.size() - 1), ErrorClass.CONVERSION, "not ");
        }
        assertNothingLeft(ranks);
        onAll(ends, Communicator::free);
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("COL-29 a rank that dies ends the stream on its neighbors")
    void killed(Ranks ranks) throws Exception {
        List<CartesianCommunicator> ends = ring(ranks);
        List<Recorder<FromRank<Integer>>> all =
                recorded(ends, end -> end.neighborStream(Flux.range(0, ENDLESS), Codecs.intValue(), 4), 10);
        all.forEach(each -> awaitSize(each, 10));
        ranks.abort(2, "killed by the test").block(TIMEOUT);
        for (int rank : new int[] {0, 1}) {
            all.get(rank).request(ENDLESS);
            List<Object> signals = all.get(rank).await();
            assertThat(signals.get(signals.size() - 1)).isInstanceOf(ProcessFailedException.class);
        }
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("LIF-4, COL-28 revoking ends streams of neighbors, freeing lets them go on, and none begins then")
    void revokedAndFreed(Ranks ranks) throws Exception {
        List<CartesianCommunicator> ends = ring(ranks);
        List<Communicator> copies = onAll(ends, Communicator::dup);
        List<Recorder<FromRank<Integer>>> all =
                recorded(ends, end -> end.neighborStream(Flux.range(0, ENDLESS), Codecs.intValue(), 4), 10);
        List<Recorder<FromRank<Integer>>> late =
                recorded(ends, end -> end.neighborStream(Flux.range(0, 3), Codecs.intValue()), 0);
        all.forEach(each -> awaitSize(each, 10));
        ends.get(1).failures().revoke().block(TIMEOUT);
        all.forEach(each -> each.request(ENDLESS));
        for (Recorder<FromRank<Integer>> each : all) {
            List<Object> signals = each.await();
            assertThat(signals.get(signals.size() - 1)).isInstanceOf(RevokedException.class);
        }
        for (Recorder<FromRank<Integer>> each : late) {
            each.request(1);
            assertThat(each.await()).singleElement().isInstanceOf(RevokedException.class);
        }

        List<CartesianCommunicator> rings =
                copies.stream().map(CartesianCommunicator.class::cast).toList();
        List<Recorder<FromRank<Integer>>> open =
                recorded(rings, end -> end.neighborStream(values(end.rank(), 300), Codecs.intValue(), 4), 10);
        open.forEach(each -> awaitSize(each, 10));
        List<Recorder<FromRank<Integer>>> closed =
                recorded(rings, end -> end.neighborStream(values(end.rank(), 300), Codecs.intValue(), 4), 0);
        onAll(copies, Communicator::free);
        for (Recorder<FromRank<Integer>> each : closed) {
            each.request(1);
            assertError(each.await().get(0), ErrorClass.COMM, "freed");
        }
        open.forEach(each -> each.request(ENDLESS));
        for (Recorder<FromRank<Integer>> each : open) {
            assertThat(each.await()).hasSize(601).endsWith("complete");
        }
    }

    @OnEveryChannel(ranks = 2)
    @DisplayName("COL-35 streams of neighbors are numbered with other operations; a wrong prefetch is refused at once")
    void order(Ranks ranks) {
        List<CartesianCommunicator> ends = ring(ranks);
        assertFails(
                ends.get(0).neighborStream(Flux.just(1), Codecs.intValue(), 0).then(),
                ErrorClass.ARG,
                "prefetch 0",
                "1 or more");
        List<List<List<FromRank<Integer>>>> results = onAll(
                ends,
                end -> Flux.range(0, 5)
                        .flatMapSequential(
                                number -> end.neighborStream(values(end.rank(), 10 * number), Codecs.intValue())
                                        .collectList(),
                                5,
                                1)
                        .collectList()
                        .zipWith(end.barrier().thenReturn(1), (all, met) -> all));
        for (int rank = 0; rank < 2; rank++) {
            for (int number = 0; number < 5; number++) {
                assertThat(results.get(rank).get(number)).hasSize(20 * number);
            }
        }
        onAll(ends, Communicator::free);
    }
}
