package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.CollectiveRecorders.awaitSize;
import static org.reactivempi.conformance.CollectiveRecorders.subscribed;
import static org.reactivempi.conformance.Family.onAll;
import static org.reactivempi.conformance.Family.worlds;
import static org.reactivempi.conformance.Payloads.TIMEOUT;
import static org.reactivempi.conformance.Traffic.hold;
import static org.reactivempi.conformance.Traffic.meet;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.Buffers;
import org.reactivempi.Codecs;
import org.reactivempi.Communicator;
import org.reactivempi.Delivery;
import org.reactivempi.ErrorClass;
import org.reactivempi.MpiException;
import org.reactivempi.Op;
import org.reactivempi.ProcessFailedException;
import org.reactivempi.UntakenException;
import org.reactivempi.testkit.Check;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Sinks;

/** COL-34: each element of the root goes to one rank that wants it. */
class ScatterStreamTest {

    private static final int MANY = 1000;

    private static Flux<Integer> stream(Communicator world, Flux<Integer> values, int root, Delivery delivery) {
        Flux<Integer> own = world.rank() == root ? values : Flux.error(new AssertionError("not the root's"));
        return world.scatterStream(own, Codecs.intValue(), root, delivery);
    }

    private static List<Object> elements(List<Recorder<Integer>> all) {
        List<Object> elements = new ArrayList<>();
        all.forEach(each ->
                each.signals().stream().filter(Integer.class::isInstance).forEach(elements::add));
        return elements;
    }

    private static List<Integer> range(int count) {
        return IntStream.range(0, count).boxed().toList();
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName(
            "COL-34, COL-30 elements that nobody can read end the subscribers that they go to, and keep nobody waiting")
    void unreadable(Ranks ranks) throws Exception {
        for (Delivery delivery : Delivery.values()) {
            List<Recorder<Integer>> all = subscribed(
                    ranks, world -> world.scatterStream(Flux.range(0, 50), BcastStreamTest.UNREADABLE, 0, delivery), 1);
            for (Recorder<Integer> one : all) {
                assertThat(one.await())
                        .singleElement()
                        .isInstanceOfSatisfying(
                                MpiException.class,
                                error -> assertThat(error.errorClass()).isIn(ErrorClass.CONVERSION, ErrorClass.OTHER));
            }
        }
        onAll(worlds(ranks), end -> end.allreduce(Buffers.ints(2), Buffers.of(new int[1]), Op.SUM));
    }

    @OnEveryChannel(ranks = 4)
    @DisplayName("COL-34 each element goes to exactly one rank, in order there, and all complete")
    void eachOnce(Ranks ranks) {
        for (Delivery delivery : Delivery.values()) {
            List<List<Integer>> results = onAll(
                    worlds(ranks),
                    world -> stream(world, Flux.range(0, MANY), 1, delivery)
                            .limitRate(world.rank() == 2 ? 1 : 10)
                            .collectList());
            assertThat(results).allSatisfy(result -> assertThat(result).isSorted());
            assertThat(results.stream().flatMap(List::stream).sorted()).isEqualTo(range(MANY));
        }
    }

    @OnEveryChannel(ranks = 4)
    @DisplayName(
            "COL-34 an element goes to the rank whose demand has been open longest; a rank without demand gets none")
    void longestDemand(Ranks ranks) {
        AtomicLong requested = new AtomicLong();
        List<Recorder<Integer>> all = subscribed(
                ranks,
                world -> stream(world, Flux.range(0, MANY).doOnRequest(requested::addAndGet), 0, Delivery.AT_MOST_ONCE),
                1);
        for (Recorder<Integer> each : all) {
            awaitSize(each, 1);
        }
        int next = ranks.size();
        for (int rank : new int[] {2, 2, 1, 3, 0, 2, 1, 1}) {
            Recorder<Integer> one = all.get(rank);
            int before = one.signals().size();
            one.request(1);
            awaitSize(one, before + 1);
            assertThat(one.signals().get(before)).isEqualTo(next++);
            meet(ranks);
            assertThat(elements(all)).hasSize(next);
            assertThat(requested).hasValue(next);
        }
        all.forEach(Recorder::cancel);
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("COL-34 of several open demands, the oldest is served first")
    void oldestFirst(Ranks ranks) {
        Sinks.Many<Integer> source = Sinks.many().unicast().onBackpressureBuffer();
        List<Recorder<Integer>> all = new ArrayList<>();
        for (int rank = 0; rank < ranks.size(); rank++) {
            all.add(new Recorder<>());
            stream(ranks.world(rank), source.asFlux(), 0, Delivery.AT_MOST_ONCE).subscribe(all.get(rank));
        }
        for (int rank : new int[] {0, 2, 1}) {
            all.get(rank).request(1);
            // Everything that a rank has told the root is there.
            Traffic.exchange(ranks.world(rank), ranks.world(0), rank);
            Traffic.exchange(ranks.world(0), ranks.world(rank), rank);
            Traffic.exchange(ranks.world(rank), ranks.world(0), rank);
        }
        int value = 0;
        for (int rank : new int[] {0, 2, 1}) {
            source.tryEmitNext(value).orThrow();
            awaitSize(all.get(rank), 1);
            assertThat(all.get(rank).signals()).containsExactly(value++);
        }
        all.forEach(Recorder::cancel);
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("COL-34 what a cancelling rank had not taken goes to another one, at least once")
    void cancelled(Ranks ranks) {
        List<List<Integer>> results = onAll(
                worlds(ranks),
                world -> stream(world, Flux.range(0, MANY), 0, Delivery.AT_LEAST_ONCE)
                        .takeUntil(value -> world.rank() == 2 && value > 20)
                        .collectList());
        assertThat(results.stream().flatMap(List::stream).sorted()).isEqualTo(range(MANY));
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("COL-34 what a cancelling rank had not taken is reported to the root, at most once")
    void reported(Ranks ranks) throws Exception {
        for (int run = 0; run < 5; run++) {
            List<Recorder<Integer>> all = new ArrayList<>();
            for (int rank = 0; rank < ranks.size(); rank++) {
                Recorder<Integer> recorder = rank == 2
                        ? new Recorder<>() {
                            @Override
                            public void onNext(Integer value) {
                                super.onNext(value);
                                if (value > 20) {
                                    cancel();
                                }
                            }
                        }
                        : new Recorder<>();
                stream(ranks.world(rank), Flux.range(0, MANY), 0, Delivery.AT_MOST_ONCE)
                        .subscribe(recorder);
                all.add(recorder);
            }
            for (int rank = ranks.size() - 1; rank >= 0; rank--) {
                all.get(rank).request(Long.MAX_VALUE);
            }
            assertThat(all.get(1).await()).endsWith("complete");
            List<Object> root = all.get(0).await();
            List<Object> elements = elements(all);
            if (root.get(root.size() - 1) instanceof UntakenException untaken) {
                assertThat(untaken.ranks()).containsExactly(2);
                assertThat(untaken.values()).isNotEmpty();
                elements.addAll(untaken.values());
            }
            assertThat(elements.stream().map(Integer.class::cast).sorted()).isEqualTo(range(MANY));
        }
    }

    @OnEveryChannel(ranks = 4)
    @DisplayName("COL-34, COL-29 a rank that dies leaves its elements to the others, at least once")
    void killed(Ranks ranks) throws Exception {
        List<Recorder<Integer>> all =
                subscribed(ranks, world -> stream(world, Flux.range(0, MANY), 0, Delivery.AT_LEAST_ONCE), 5);
        for (Recorder<Integer> each : all) {
            awaitSize(each, 5);
        }
        ranks.abort(3, "killed by the test").block(TIMEOUT);
        for (int rank : new int[] {0, 1, 2}) {
            all.get(rank).request(Long.MAX_VALUE);
        }
        for (int rank : new int[] {0, 1, 2}) {
            assertThat(all.get(rank).await()).endsWith("complete");
        }
        // What the dead rank has taken and not told of is there twice.
        assertThat(elements(all).stream().map(Integer.class::cast).distinct().sorted())
                .isEqualTo(range(MANY));
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("COL-34, COL-29 what a rank that dies had not looked at goes to another one, or is reported")
    void killedUnaware(Ranks ranks) throws Exception {
        ranks.without(Check.BLOCKED_PROGRESS);
        List<Sinks.Many<Integer>> sources = new ArrayList<>();
        List<List<Recorder<Integer>>> streams = new ArrayList<>();
        for (Delivery delivery : List.of(Delivery.AT_LEAST_ONCE, Delivery.AT_MOST_ONCE)) {
            Sinks.Many<Integer> source = Sinks.many().unicast().onBackpressureBuffer();
            List<Recorder<Integer>> all = subscribed(ranks, world -> stream(world, source.asFlux(), 0, delivery), 1);
            for (int value = 0; value < 3; value++) {
                source.tryEmitNext(value).orThrow();
            }
            for (Recorder<Integer> each : all) {
                awaitSize(each, 1);
            }
            all.get(2).request(5);
            sources.add(source);
            streams.add(all);
        }
        // The root knows of what rank 2 has taken, and of its demand.
        meet(ranks);
        CountDownLatch busy = new CountDownLatch(1);
        CountDownLatch given = new CountDownLatch(1);
        ranks.session(2).scheduler().schedule(() -> {
            busy.countDown();
            hold(given);
        });
        assertThat(busy.await(TIMEOUT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        ranks.abort(2, "killed by the test").subscribe();
        for (Sinks.Many<Integer> source : sources) {
            for (int value = 3; value < 6; value++) {
                source.tryEmitNext(value).orThrow();
            }
        }
        ranks.pending(0).block(TIMEOUT);
        given.countDown();
        sources.forEach(source -> source.tryEmitComplete().orThrow());
        for (List<Recorder<Integer>> all : streams) {
            all.get(0).request(10);
            all.get(0).await();
            all.get(1).request(10);
            assertThat(all.get(1).await()).endsWith("complete");
            assertThat(elements(all.subList(2, 3))).hasSize(1);
        }
        assertThat(streams.get(0).get(0).signals()).endsWith("complete");
        assertThat(elements(streams.get(0))).containsExactlyInAnyOrder(0, 1, 2, 3, 4, 5);
        assertThat(elements(streams.get(1))).containsExactlyInAnyOrder(0, 1, 2);
        assertThat(streams.get(1).get(0).signals().get(1)).isInstanceOfSatisfying(UntakenException.class, untaken -> {
            assertThat(untaken.ranks()).containsExactly(2);
            assertThat(untaken.values()).isEqualTo(List.of(3, 4, 5));
        });
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("COL-34, COL-29 the death of the root ends the stream on all others")
    void rootKilled(Ranks ranks) throws Exception {
        List<Recorder<Integer>> all =
                subscribed(ranks, world -> stream(world, Flux.range(0, MANY), 0, Delivery.AT_LEAST_ONCE), 5);
        for (Recorder<Integer> each : all) {
            awaitSize(each, 5);
        }
        ranks.abort(0, "killed by the test").block(TIMEOUT);
        for (int rank : new int[] {1, 2}) {
            all.get(rank).request(10);
            assertThat(all.get(rank).await()).hasSize(6);
            assertThat(all.get(rank).signals().get(5)).isInstanceOf(ProcessFailedException.class);
        }
    }
}
