package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.CollectiveRecorders.assertError;
import static org.reactivempi.conformance.CollectiveRecorders.awaitSize;
import static org.reactivempi.conformance.CollectiveRecorders.subscribed;
import static org.reactivempi.conformance.Family.onAll;
import static org.reactivempi.conformance.Family.worlds;
import static org.reactivempi.conformance.Payloads.TIMEOUT;
import static org.reactivempi.conformance.Traffic.meet;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.Buffers;
import org.reactivempi.Codec;
import org.reactivempi.Codecs;
import org.reactivempi.Communicator;
import org.reactivempi.ErrorClass;
import org.reactivempi.MpiException;
import org.reactivempi.Op;
import org.reactivempi.ProcessFailedException;
import org.reactivempi.SendBuffer;
import org.reactivempi.StreamException;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.test.StepVerifier;

/** COL-31: a stream of the root that all ranks get. */
class BcastStreamTest {

    private static final int MANY = 2000;
    private static final int ENDLESS = 1_000_000;

    static final Codec<Integer> UNREADABLE = new Codec<>() {
        @Override
        public SendBuffer encode(Integer value) {
            return Codecs.intValue().encode(value);
        }

        @Override
        public Integer decode(ByteBuffer payload) {
            throw new IllegalStateException("this one can't be read");
        }
    };

    /** The stream of a rank; only the root has values. */
    private static Flux<Integer> stream(Communicator world, Flux<Integer> values, int root, int prefetch) {
        Flux<Integer> own = world.rank() == root ? values : Flux.error(new AssertionError("not the root's"));
        return world.bcastStream(own, Codecs.intValue(), root, prefetch);
    }

    @OnEveryChannel(ranks = 5)
    @DisplayName(
            "COL-31 every rank gets the root's elements in order, and their end, whatever the root and the prefetch")
    void everyRank(Ranks ranks) {
        List<Integer> expected = IntStream.range(0, MANY).boxed().toList();
        for (int root : new int[] {0, 3}) {
            for (int prefetch : new int[] {0, 1, 32}) {
                List<List<Integer>> results = onAll(
                        worlds(ranks),
                        world -> stream(world, Flux.range(0, MANY), root, prefetch)
                                .limitRate(world.rank() == 2 ? 7 : 100)
                                .collectList());
                assertThat(results).allSatisfy(result -> assertThat(result).isEqualTo(expected));
            }
        }
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("COL-31 an empty stream, and one as long as the demand, complete without a demand for more")
    void ends(Ranks ranks) throws Exception {
        for (int length : new int[] {0, 3}) {
            List<Recorder<Integer>> all =
                    subscribed(ranks, world -> stream(world, Flux.range(0, length), 1, 0), Math.max(1, length));
            for (Recorder<Integer> each : all) {
                assertThat(each.await()).hasSize(length + 1).endsWith("complete");
            }
        }
    }

    @OnEveryChannel(ranks = 4)
    @DisplayName("COL-31, COL-36 the root's publisher gets the least demand of all ranks, and the prefetch")
    void leastDemand(Ranks ranks) {
        for (int prefetch : new int[] {0, 2, 16}) {
            AtomicLong requested = new AtomicLong();
            AtomicInteger left = new AtomicInteger();
            Flux<Integer> values =
                    Flux.range(0, ENDLESS).doOnRequest(requested::addAndGet).doOnNext(value -> left.incrementAndGet());
            List<Recorder<Integer>> all = subscribed(ranks, world -> stream(world, values, 1, prefetch), 5);
            int slowest = 5;
            for (Recorder<Integer> each : all) {
                awaitSize(each, slowest);
            }
            all.get(0).request(1000);
            all.get(1).request(100);
            all.get(2).request(Long.MAX_VALUE);
            for (int more : new int[] {1, 3, 40, 1}) {
                slowest += more;
                all.get(3).request(more);
                awaitSize(all.get(3), slowest);
                meet(ranks);
                assertThat(left.get()).isBetween(slowest, slowest + prefetch);
                assertThat(requested.get()).isBetween((long) slowest, (long) slowest + prefetch);
            }
            assertThat(all.get(3).signals())
                    .isEqualTo(IntStream.range(0, slowest).boxed().toList());
            all.forEach(Recorder::cancel);
        }
    }

    @OnEveryChannel(ranks = 5)
    @DisplayName("COL-31 a rank that cancels leaves the others going, also one through which others get theirs")
    void cancelled(Ranks ranks) throws Exception {
        List<Integer> expected = IntStream.range(0, MANY).boxed().toList();
        for (int leaver = 0; leaver < ranks.size(); leaver++) {
            int gone = leaver;
            List<List<Integer>> results = onAll(
                    worlds(ranks),
                    world -> stream(world, Flux.range(0, MANY), 0, 4)
                            .take(world.rank() == gone ? 10 : MANY)
                            .collectList());
            for (int rank = 0; rank < results.size(); rank++) {
                assertThat(results.get(rank)).isEqualTo(rank == gone ? expected.subList(0, 10) : expected);
            }
        }
    }

    @OnEveryChannel(ranks = 4)
    @DisplayName("COL-31 when all ranks have cancelled, the root's publisher is cancelled")
    void allCancelled(Ranks ranks) {
        Mono<Void> cancelled = Mono.create(sink -> {
            Flux<Integer> values = Flux.<Integer>never().startWith(1).doOnCancel(sink::success);
            onAll(worlds(ranks), world -> stream(world, values, 2, 1).take(1).collectList());
        });
        StepVerifier.create(cancelled.subscribeOn(Schedulers.boundedElastic()))
                .expectComplete()
                .verify(TIMEOUT);
    }

    @OnEveryChannel(ranks = 4)
    @DisplayName("COL-31, COL-30 an error of the root's publisher reaches all ranks, behind the last element")
    void publisherFails(Ranks ranks) throws Exception {
        IllegalStateException failure = new IllegalStateException("no more");
        List<Recorder<Integer>> all =
                subscribed(ranks, world -> stream(world, Flux.range(0, 3).concatWith(Mono.error(failure)), 0, 2), 10);
        for (int rank = 0; rank < all.size(); rank++) {
            List<Object> signals = all.get(rank).await();
            assertThat(signals).hasSize(4).startsWith(0, 1, 2);
            if (rank == 0) {
                assertThat(signals).endsWith(failure);
            } else {
                assertThat(signals.get(3)).isInstanceOfSatisfying(StreamException.class, error -> {
                    assertThat(error.type()).isEqualTo(IllegalStateException.class.getName());
                    assertThat(error).hasMessageContaining("rank 0").hasMessageContaining("no more");
                });
            }
        }
        onAll(worlds(ranks), end -> end.allreduce(Buffers.ints(2), Buffers.of(new int[1]), Op.SUM));
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName(
            "COL-31, COL-30 an element that one rank can't read is that rank's error; one that the root can't write is all ranks'")
    void codecFails(Ranks ranks) throws Exception {
        List<Recorder<String>> all = subscribed(
                ranks,
                world -> world.bcastStream(
                        Flux.just("a", world.rank() == 0 ? "\ud800" : "never"), Codecs.string(), 0, 8),
                5);
        for (int rank = 0; rank < all.size(); rank++) {
            assertThat(all.get(rank).await()).hasSize(2).startsWith("a");
            assertError(all.get(rank).signals().get(1), ErrorClass.CONVERSION, rank == 0 ? "surrogate" : "rank 0");
        }
        List<Recorder<Integer>> some = subscribed(
                ranks,
                world -> world.bcastStream(Flux.range(0, 2), world.rank() == 1 ? UNREADABLE : Codecs.intValue(), 0, 8),
                5);
        assertThat(some.get(0).await()).containsExactly(0, 1, "complete");
        assertThat(some.get(2).await()).containsExactly(0, 1, "complete");
        assertError(some.get(1).await().get(0), ErrorClass.CONVERSION, "this one");
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("COL-31, COL-30 a rank that ends by its own error when it wants nothing more keeps nobody waiting")
    void failsWithoutDemand(Ranks ranks) throws Exception {
        List<Recorder<Integer>> unread = subscribed(
                ranks,
                world ->
                        world.bcastStream(Flux.range(0, 100), world.rank() == 1 ? UNREADABLE : Codecs.intValue(), 0, 0),
                1);
        assertError(unread.get(1).await().get(0), ErrorClass.CONVERSION, "this one");
        assertAllCome(unread);
        List<Recorder<Integer>> refused =
                subscribed(ranks, world -> world.bcastStream(Flux.range(0, 100), Codecs.intValue(), 0, 0), 1);
        awaitSize(refused.get(1), 1);
        refused.get(1).request(-1);
        assertThat(refused.get(1).await().get(1)).isInstanceOf(IllegalArgumentException.class);
        assertAllCome(refused);
    }

    private static void assertAllCome(List<Recorder<Integer>> all) throws Exception {
        all.get(0).request(100);
        all.get(2).request(100);
        assertThat(all.get(0).await()).hasSize(101).endsWith("complete");
        assertThat(all.get(2).await()).hasSize(101).endsWith("complete");
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("COL-9 a wrong root or prefetch fails on its rank alone, which has not taken part")
    void arguments(Ranks ranks) {
        Communicator world = ranks.world(1);
        for (Flux<Integer> wrong : List.of(stream(world, Flux.empty(), 3, 1), stream(world, Flux.empty(), 0, -1))) {
            StepVerifier.create(wrong).expectError(MpiException.class).verify(TIMEOUT);
        }
        stream(world, Flux.empty(), 0, 0).take(0).blockLast(TIMEOUT);
        onAll(worlds(ranks), end -> end.allreduce(Buffers.ints(2), Buffers.of(new int[1]), Op.SUM));
    }

    @OnEveryChannel(ranks = 4)
    @DisplayName("COL-35, COL-1 a stream takes one number: other operations and streams run between its elements")
    void otherOperations(Ranks ranks) throws Exception {
        List<Recorder<Integer>> first = subscribed(ranks, world -> stream(world, Flux.range(0, 100), 0, 0), 1);
        List<Recorder<Integer>> second = subscribed(ranks, world -> stream(world, Flux.range(500, 100), 3, 0), 1);
        for (int round = 2; round < 20; round++) {
            onAll(worlds(ranks), end -> end.bcast(Buffers.of(new int[1]), 2));
            for (int rank = 0; rank < ranks.size(); rank++) {
                second.get(rank).request(1);
                first.get(rank).request(1);
            }
            onAll(worlds(ranks), end -> end.allreduce(Buffers.ints(2), Buffers.of(new int[1]), Op.SUM));
        }
        for (int rank = 0; rank < ranks.size(); rank++) {
            awaitSize(first.get(rank), 19);
            awaitSize(second.get(rank), 19);
            first.get(rank).request(1000);
            second.get(rank).request(1000);
        }
        for (int rank = 0; rank < ranks.size(); rank++) {
            assertThat(first.get(rank).await()).hasSize(101).contains(0, 99);
            assertThat(second.get(rank).await()).hasSize(101).contains(500, 599);
        }
    }

    @OnEveryChannel(ranks = 5)
    @DisplayName("COL-29 a rank that dies in the middle ends the stream on all others")
    void killed(Ranks ranks) throws Exception {
        List<Recorder<Integer>> all = subscribed(ranks, world -> stream(world, Flux.range(0, ENDLESS), 0, 4), 10);
        for (Recorder<Integer> each : all) {
            awaitSize(each, 10);
        }
        ranks.abort(2, "killed by the test").block(TIMEOUT);
        for (int rank : new int[] {0, 1, 3, 4}) {
            all.get(rank).request(Long.MAX_VALUE);
            List<Object> signals = all.get(rank).await();
            assertThat(signals.get(signals.size() - 1)).isInstanceOf(ProcessFailedException.class);
        }
    }
}
