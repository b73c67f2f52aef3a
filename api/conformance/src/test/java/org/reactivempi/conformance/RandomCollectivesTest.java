package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.Family.dup;
import static org.reactivempi.conformance.Family.onAll;
import static org.reactivempi.conformance.Family.reordered;
import static org.reactivempi.conformance.Family.started;
import static org.reactivempi.conformance.Family.worlds;
import static org.reactivempi.conformance.Payloads.TIMEOUT;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.Op;
import org.reactivempi.ProcessFailedException;
import org.reactivempi.testkit.Check;
import org.reactivempi.testkit.Ranks;
import reactor.core.publisher.Mono;

/**
 * Many collective operations at once on several communicators of the same ranks, among messages, given up now and then, over
 * connections that are cut; all by a seed. Each rank goes through one list, and which rank is the next to go on is random.
 */
class RandomCollectivesTest {

    private static final int RANKS = 4;
    private static final int SHORT = 60;
    private static final int LONG = 600;
    private static final int STOPPED = 3;
    private static final String CUTS = "cut=0.03,delay=0.01,split=0.2,merge=0.1";
    private static final int NEVER_SENT = 1 << 20;

    /** What all members of a communicator do together. */
    private enum Call {
        BARRIER,
        BCAST,
        REDUCE,
        ALLREDUCE,
        ALLGATHER,
        ALLTOALL,
        SCAN,
        GATHER
    }

    /**
     * One place in the list.
     *
     * @param ends of a communicator, by its ranks
     * @param count of numbers for each rank
     */
    private record Entry(int number, Call call, List<Communicator> ends, int root, int count) {

        int worldRank(int rank) {
            return ends.get(rank).group().worldRank(rank);
        }

        long value(int rank, int index) {
            return 1_000_003L * number + 1009L * rank + index;
        }

        private long[] values(int rank, int length) {
            return LongStream.range(0, length).map(i -> value(rank, (int) i)).toArray();
        }

        private long[] sum(int ranks) {
            return IntStream.range(0, count)
                    .mapToLong(i -> IntStream.range(0, ranks)
                            .mapToLong(rank -> value(rank, i))
                            .sum())
                    .toArray();
        }

        /** The rank's part, which says whether the result is right when it has ended. */
        Part part(int rank) {
            Communicator end = ends.get(rank);
            int size = ends.size();
            boolean isRoot = rank == root;
            long[] own = values(rank, call == Call.ALLTOALL ? size * count : count);
            long[] room = new long
                    [switch (call) {
                        case BARRIER -> 0;
                        case BCAST, REDUCE, ALLREDUCE, SCAN -> count;
                        case ALLGATHER, ALLTOALL, GATHER -> size * count;
                    }];
            Buffer send = Buffers.of(own);
            Buffer receive = Buffers.of(room);
            return switch (call) {
                case BARRIER -> new Part(end.barrier(), room, room.clone());
                case BCAST -> {
                    long[] data = isRoot ? own : room;
                    yield new Part(end.bcast(Buffers.of(data), root), data, values(root, count));
                }
                case REDUCE ->
                    new Part(end.reduce(send, receive, Op.SUM, root), room, isRoot ? sum(size) : new long[count]);
                case ALLREDUCE -> new Part(end.allreduce(send, receive, Op.SUM), room, sum(size));
                case SCAN -> new Part(end.scan(send, receive, Op.SUM), room, sum(rank + 1));
                case ALLGATHER -> new Part(end.allgather(send, receive), room, all(0, size));
                case GATHER ->
                    new Part(end.gather(send, receive, root), room, isRoot ? all(0, size) : new long[size * count]);
                case ALLTOALL -> new Part(end.alltoall(send, receive), room, all(rank * count, size));
            };
        }

        private long[] all(int from, int size) {
            return IntStream.range(0, size)
                    .boxed()
                    .flatMapToLong(rank -> LongStream.range(from, from + count).map(i -> value(rank, (int) i)))
                    .toArray();
        }
    }

    private record Part(Mono<Void> operation, long[] result, long[] expected) {}

    /** What runs on one rank, with what it has to come to. */
    private record Running(Entry entry, int rank, Part part, Recorder<Void> recorder, boolean isGivenUp) {}

    private final List<Running> running = new ArrayList<>();
    private final List<Recorder<?>> messages = new ArrayList<>();

    @ParameterizedTest
    @MethodSource("org.reactivempi.conformance.Weather#all")
    @DisplayName(
            "COL-20, COL-25, COL-27 random operations of several communicators among messages, some given up, over connections that are cut")
    void interleaved(Weather weather) throws Exception {
        weather.over(RANKS, CUTS, (ranks, faults) -> {
            play(ranks, SHORT, weather.seed(), SHORT);
            assertAllRight();
        });
    }

    @Tag("long")
    @ParameterizedTest
    @MethodSource("org.reactivempi.conformance.Weather#all")
    @DisplayName("COL-20, COL-25, COL-27 so do many more")
    void manyInterleaved(Weather weather) throws Exception {
        weather.over(RANKS, CUTS, (ranks, faults) -> {
            play(ranks, LONG, weather.seed(), LONG);
            assertAllRight();
        });
    }

    @ParameterizedTest
    @MethodSource("org.reactivempi.conformance.Weather#all")
    @DisplayName(
            "COL-29 a rank that stops amid random operations ends those of its communicators, and leaves the others theirs")
    void stopped(Weather weather) throws Exception {
        weather.over(RANKS, "cut=0", (ranks, faults) -> {
            ranks.without(Check.values());
            play(ranks, SHORT, weather.seed(), new Random(weather.seed()).nextInt(SHORT));
            for (Running one : running) {
                if (one.isGivenUp || isStopped(one)) {
                    continue;
                }
                Object end = one.recorder.await().get(0);
                boolean isWithout = withoutStopped(one.entry);
                if (isWithout || !(end instanceof ProcessFailedException)) {
                    assertThat(end).as(one.entry.call + " of rank " + one.rank).isEqualTo("complete");
                    assertThat(one.part.result).isEqualTo(one.part.expected);
                } else {
                    assertThat(((ProcessFailedException) end).rank()).isEqualTo(STOPPED);
                }
            }
        });
    }

    private static boolean isStopped(Running one) {
        return one.entry.worldRank(one.rank) == STOPPED;
    }

    private static boolean withoutStopped(Entry entry) {
        return IntStream.range(0, entry.ends.size()).noneMatch(rank -> entry.worldRank(rank) == STOPPED);
    }

    private void assertAllRight() throws InterruptedException {
        for (Running one : running) {
            if (!one.isGivenUp) {
                assertThat(one.recorder.await()).as(one.entry.call.name()).containsExactly("complete");
                assertThat(one.part.result)
                        .as(one.entry.call + " " + one.entry.number + " of rank " + one.rank)
                        .isEqualTo(one.part.expected);
            }
        }
        for (Recorder<?> message : messages) {
            assertThat(message.await()).hasSize(2);
        }
    }

    /** Starts all parts of a random list; before an entry of the number {@code stop}, a rank of the world is stopped. */
    private void play(Ranks ranks, int length, int seed, int stop) {
        Random random = new Random(seed);
        List<Communicator> world = worlds(ranks);
        List<List<Communicator>> families =
                new ArrayList<>(List.of(world, dup(world), reordered(world, rank -> -rank)));
        List<Communicator> halves = onAll(world, end -> end.split(end.rank() % 2, end.rank()));
        families.add(List.of(halves.get(0), halves.get(2)));
        families.add(List.of(halves.get(1), halves.get(3)));
        List<Entry> list = new ArrayList<>();
        for (int number = 0; number < length; number++) {
            List<Communicator> family = families.get(random.nextInt(families.size()));
            // In the order of the communicator's ranks.
            Communicator[] ends = new Communicator[family.size()];
            family.forEach(end -> ends[end.rank()] = end);
            Call call = Call.values()[random.nextInt(Call.values().length)];
            int count = random.nextInt(8) == 0 ? 9000 : random.nextInt(20);
            list.add(new Entry(number, call, Arrays.asList(ends), random.nextInt(ends.length), count));
        }
        int[] next = new int[RANKS];
        while (Arrays.stream(next).anyMatch(at -> at < length)) {
            int rank = random.nextInt(RANKS);
            if (next[rank] == length) {
                continue;
            }
            Entry entry = list.get(next[rank]++);
            boolean dead = stop < length && next[STOPPED] > stop;
            if (rank == STOPPED && dead) {
                if (next[STOPPED] == stop + 1) {
                    ranks.abort(STOPPED, "stopped by the test").block(TIMEOUT);
                }
                continue;
            }
            go(ranks, entry, world.get(rank), random, stop == length);
        }
    }

    private void go(Ranks ranks, Entry entry, Communicator end, Random random, boolean withMessages) {
        for (int rank = 0; rank < entry.ends.size(); rank++) {
            if (entry.worldRank(rank) == end.rank()) {
                Part part = entry.part(rank);
                Recorder<Void> recorder = started(part.operation);
                boolean givenUp = random.nextInt(12) == 0;
                if (givenUp) {
                    // It has begun: before, to cancel it would take it from this rank alone.
                    ranks.pending(end.rank()).block(TIMEOUT);
                    recorder.cancel();
                }
                running.add(new Running(entry, rank, part, recorder, givenUp));
            }
        }
        if (withMessages) {
            int size = end.size();
            int next = (end.rank() + 1) % size;
            int previous = (end.rank() + size - 1) % size;
            messages.add(started(end.isend(Buffers.longs(entry.value(end.rank(), 0)), next, entry.number)));
            messages.add(started(end.irecv(Buffers.of(new long[1]), previous, entry.number)));
            started(end.irecv(Buffers.of(new long[1]), previous, NEVER_SENT)).cancel();
        }
    }
}
