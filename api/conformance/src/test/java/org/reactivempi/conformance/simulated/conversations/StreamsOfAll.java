package org.reactivempi.conformance.simulated.conversations;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.reactivempi.Codecs;
import org.reactivempi.Communicator;
import org.reactivempi.Delivery;
import org.reactivempi.ErrorClass;
import org.reactivempi.FromRank;
import org.reactivempi.Op;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Streams in which all ranks have a part. */
final class StreamsOfAll {

    private static final Duration SHORT = Duration.ofNanos(9_000);

    private StreamsOfAll() {}

    static List<Conversation> all() {
        return List.of(
                new Conversation(
                        "COL-31, RX-11 a broadcast stream to a slow rank, and one that wants a few values",
                        3,
                        StreamsOfAll::broadcast),
                new Conversation(
                        "COL-20, COL-33 gathered streams of several lengths, and an operation between their values",
                        3,
                        StreamsOfAll::gathered),
                new Conversation(
                        "COL-34 values that go to the rank that wants one, until one rank leaves",
                        3,
                        StreamsOfAll::scattered),
                new Conversation(
                        "COL-20, COL-32, OPS-5 streams that are reduced, in the order of the ranks",
                        3,
                        StreamsOfAll::reduced),
                new Conversation(
                        "COL-32, COL-30 streams that are reduced, one of which is too short",
                        3,
                        StreamsOfAll::tooShort));
    }

    private static <T> Flux<T> slowly(Flux<T> values) {
        return values.concatMap(value -> Mono.just(value).delayElement(SHORT), 0);
    }

    private static List<Integer> numbers(int first, int count) {
        return IntStream.range(first, first + count).boxed().toList();
    }

    private static Publisher<?> broadcast(Communicator world) {
        int count = 16;
        Flux<Integer> told = world.bcastStream(Flux.range(50, count), Codecs.intValue(), 1, world.rank());
        int wanted = world.rank() == 2 ? 5 : count;
        return (world.rank() == 0 ? slowly(told) : told.take(wanted))
                .collectList()
                .doOnNext(all -> assertThat(all).isEqualTo(numbers(50, wanted)))
                .then(world.barrier());
    }

    private static Publisher<?> gathered(Communicator world) {
        int root = 2;
        int rank = world.rank();
        int[] next = new int[world.size()];
        Flux<FromRank<Integer>> values =
                world.gatherStream(Flux.range(100 * rank, 6 + 3 * rank), Codecs.intValue(), root, 2);
        return Mono.when(
                        (rank == root ? slowly(values) : values)
                                .doOnNext(each ->
                                        assertThat(each.value()).isEqualTo(100 * each.rank() + next[each.rank()]++))
                                .then(),
                        world.allreduce(rank + 1L, Op.SUM)
                                .doOnNext(sum -> assertThat(sum).isEqualTo(6)))
                .then(Mono.fromRunnable(
                        () -> assertThat(next).isEqualTo(rank == root ? new int[] {6, 9, 12} : new int[3])));
    }

    /** All ranks tell each other what they have got. */
    private static Publisher<?> scattered(Communicator world) {
        int count = 12;
        int rank = world.rank();
        Flux<Integer> mine = world.scatterStream(Flux.range(0, count), Codecs.intValue(), 0, Delivery.AT_LEAST_ONCE);
        return (rank == 2 ? slowly(mine).take(2) : rank == 1 ? slowly(mine) : mine)
                .collectList()
                .flatMap(got -> world.values(Codecs.ints())
                        .allgather(got.stream().mapToInt(i -> i).toArray()))
                .doOnNext(all -> {
                    Set<Integer> taken = new TreeSet<>();
                    all.forEach(each -> IntStream.of(each).forEach(taken::add));
                    assertThat(taken).hasSize(count);
                });
    }

    private static String sum(int first, int last, int value) {
        StringBuilder sum = new StringBuilder();
        for (int rank = first; rank <= last; rank++) {
            sum.append(rank).append(':').append(value).append(' ');
        }
        return sum.toString();
    }

    private static Publisher<?> reduced(Communicator world) {
        int count = 5;
        int rank = world.rank();
        int last = world.size() - 1;
        Flux<String> values = Flux.range(0, count).map(i -> sum(rank, rank, i));
        return Mono.when(
                slowly(world.allreduceStream(values, Codecs.string(), String::concat))
                        .collectList()
                        .doOnNext(all -> assertThat(all).isEqualTo(sums(0, last, count))),
                world.scanStream(rank == 1 ? slowly(values) : values, Codecs.string(), String::concat)
                        .collectList()
                        .doOnNext(all -> assertThat(all).isEqualTo(sums(0, rank, count))),
                world.reduceStream(values, Codecs.string(), String::concat, 1)
                        .collectList()
                        .doOnNext(all -> assertThat(all).isEqualTo(rank == 1 ? sums(0, last, count) : List.of())));
    }

    private static List<String> sums(int first, int last, int count) {
        return IntStream.range(0, count).mapToObj(i -> sum(first, last, i)).toList();
    }

    private static Publisher<?> tooShort(Communicator world) {
        int count = 4;
        int rank = world.rank();
        List<Long> got = new ArrayList<>();
        return world.allreduceStream(
                        Flux.range(0, rank == 1 ? count - 1 : count).map(i -> 10L * i + rank),
                        Codecs.longValue(),
                        Op.SUM)
                .doOnNext(got::add)
                .then(Mono.error(new AssertionError("streams of different lengths")))
                .onErrorResume(thrown -> Data.isOf(ErrorClass.COUNT, thrown), unequal -> Mono.empty())
                .doOnSuccess(none -> assertThat(got)
                        .isEqualTo(IntStream.range(0, got.size())
                                .mapToObj(i -> 30L * i + 3)
                                .toList())
                        .hasSizeLessThan(count))
                .then(world.barrier());
    }
}
