package org.reactivempi.conformance.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.LockType.SHARED;
import static org.reactivempi.conformance.Family.onAll;
import static org.reactivempi.conformance.Family.started;
import static org.reactivempi.conformance.Family.worlds;
import static org.reactivempi.conformance.window.Ends.allocated;
import static org.reactivempi.conformance.window.Ends.assertComplete;
import static org.reactivempi.conformance.window.Ends.fence;
import static org.reactivempi.conformance.window.Ends.free;
import static org.reactivempi.conformance.window.Ends.group;
import static org.reactivempi.conformance.window.Ends.longAt;
import static org.reactivempi.conformance.window.Ends.memory;
import static org.reactivempi.conformance.window.Ends.run;
import static org.reactivempi.conformance.window.Ends.settle;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.Assertion;
import org.reactivempi.Buffers;
import org.reactivempi.Datatype;
import org.reactivempi.Op;
import org.reactivempi.Window;
import org.reactivempi.WindowHints;
import org.reactivempi.conformance.Recorder;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import reactor.core.publisher.Mono;

/** What follows a fence sees all of the epoch before it, whichever rank has done it, in windows of few ranks and of more. */
class NextEpochOfWindowsTest {

    private static final int ROUNDS = 25;
    /** Elements that a rank writes at a target in one half of the memory there. */
    private static final int PART = 3_000;

    /** How the epoch after a fence goes on. */
    private enum After {
        FENCE,
        LOCK,
        LOCK_ALL,
        START
    }

    /**
     * Each round is an epoch, in which each rank writes to its parts of some targets' memory, in the half of that round, and reads what others
     * have written in the round before, in the other half. A model has what is where.
     */
    private static final class Rounds {

        private final Random random;
        private final int size;
        private final List<Window> ends;
        /** What is in the memory of each rank, by rank and place. */
        private final long[][] model;

        private final AtomicIntegerArray arrived = new AtomicIntegerArray(ROUNDS);
        private final List<Recorder<Void>> later = new CopyOnWriteArrayList<>();

        Rounds(Ranks ranks, long seed) {
            this.random = new Random(seed);
            this.size = ranks.size();
            long[][] memories = new long[size][2 * size * PART];
            this.ends = random.nextBoolean()
                    ? allocated(ranks, 2 * size * PART, Datatype.LONG)
                    : Ends.over(ranks, memories);
            this.model = new long[size][2 * size * PART];
        }

        private int at(int half, int origin) {
            return (half * size + origin) * PART;
        }

        void run() {
            List<List<Round>> rounds = new ArrayList<>();
            for (int i = 0; i < ROUNDS; i++) {
                After kind = After.values()[random.nextInt(After.values().length)];
                long[][] before = Stream.of(model).map(long[]::clone).toArray(long[][]::new);
                List<Round> round = new ArrayList<>();
                for (int rank = 0; rank < size; rank++) {
                    round.add(new Round(i, kind, rank, before));
                }
                rounds.add(round);
            }
            fence(ends);
            onAll(
                    ends,
                    end -> Ends.inTurn(
                            ROUNDS, i -> rounds.get(i).get(end.rank()).on(end)));
            fence(ends);
            later.forEach(Ends::assertComplete);
            for (Window end : ends) {
                long[] found = Ends.read(end, end.rank(), model[end.rank()].length);
                assertThat(Arrays.mismatch(found, model[end.rank()])).isEqualTo(-1);
            }
            free(ends);
        }

        /** A round of one rank. */
        private final class Round {

            private final int number;
            private final After kind;
            private final int rank;
            private final long[][] before;
            private final List<Move> puts = new ArrayList<>();
            private final List<Move> gets = new ArrayList<>();
            private final boolean awaits = random.nextBoolean();
            private final boolean awaitsFence = size > 8 || random.nextBoolean();

            Round(int number, After kind, int rank, long[][] before) {
                this.number = number;
                this.kind = kind;
                this.rank = rank;
                this.before = before;
                for (int target = 0; target < size; target++) {
                    if (random.nextInt(3) > 0) {
                        puts.add(written(target));
                    }
                    if (random.nextInt(3) > 0) {
                        int length = length();
                        int skipped = random.nextInt(PART - length + 1);
                        int at = at((number + 1) % 2, random.nextInt(size)) + skipped;
                        gets.add(new Move(target, at, new long[length]));
                    }
                }
            }

            private int length() {
                return random.nextInt(4) > 0 ? 1 + random.nextInt(8) : 1 + random.nextInt(PART);
            }

            private Move written(int target) {
                int length = length();
                int at = at(number % 2, rank) + random.nextInt(PART - length + 1);
                long[] data = random.longs(length).toArray();
                System.arraycopy(data, 0, model[target], at, length);
                return new Move(target, at, data);
            }

            Mono<Void> on(Window end) {
                return Mono.defer(() -> epoch(end))
                        .then(Mono.fromRunnable(() -> arrived.incrementAndGet(number)))
                        .then(Mono.defer(() -> fenced(end)))
                        // Some rounds of all ranks end with two.
                        .then(number % 5 == 0 ? end.fence() : Mono.empty());
            }

            /** Some don't await the fence, and are in the next epoch before others have come to it. */
            private Mono<Void> fenced(Window end) {
                Mono<Void> compared = end.fence().then(Mono.defer(this::compared));
                if (awaitsFence) {
                    return compared;
                }
                later.add(started(compared));
                return Mono.empty();
            }

            private Mono<Void> epoch(Window end) {
                return switch (kind) {
                    case FENCE -> operations(end);
                    case LOCK_ALL -> end.lockAll().then(operations(end)).then(end.unlockAll());
                    case LOCK ->
                        Mono.when(Stream.iterate(0, target -> target + 1)
                                        .limit(size)
                                        .map(target -> end.lock(SHARED, target))
                                        .toList())
                                .then(operations(end))
                                .then(Mono.when(Stream.iterate(0, target -> target + 1)
                                        .limit(size)
                                        .map(end::unlock)
                                        .toList()));
                    case START ->
                        end.post(end.group())
                                .then(end.start(end.group()))
                                .then(operations(end))
                                .then(end.complete())
                                .then(end.waitFor());
                };
            }

            private Mono<Void> operations(Window end) {
                return Mono.defer(() -> {
                    List<Mono<Void>> all = new ArrayList<>();
                    gets.forEach(get -> all.add(end.get(Buffers.of(get.data()), get.target(), get.at())));
                    puts.forEach(put -> all.add(end.put(Buffers.of(put.data()), put.target(), put.at())));
                    if (awaits) {
                        return Mono.when(all);
                    }
                    all.forEach(Mono::subscribe);
                    return Mono.empty();
                });
            }

            /** After the fence that ends the epoch, what it has read is there, and all have come to that. */
            private Mono<Void> compared() {
                assertThat(arrived.get(number)).isEqualTo(size);
                for (Move get : gets) {
                    long[] wanted = Arrays.copyOfRange(before[get.target()], get.at(), get.at() + get.data().length);
                    assertThat(Arrays.mismatch(get.data(), wanted))
                            .as("round %d, %s, rank %d, from %d at %d", number, kind, rank, get.target(), get.at())
                            .isEqualTo(-1);
                }
                return Mono.empty();
            }
        }

        /** Where, and what. */
        private record Move(int target, int at, long[] data) {}
    }

    private static void rounds(Ranks ranks) {
        for (int seed = 0; seed < 2; seed++) {
            new Rounds(ranks, 100L * ranks.size() + seed).run();
        }
    }

    @OnEveryChannel
    @DisplayName("WIN-23, WIN-24, WIN-38 random rounds of two ranks leave and find what a model says")
    void two(Ranks ranks) {
        rounds(ranks);
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("WIN-23, WIN-24, WIN-38 random rounds of three, where what is read is often a third rank's")
    void three(Ranks ranks) {
        rounds(ranks);
    }

    @OnEveryChannel(ranks = 4)
    @DisplayName("WIN-23, WIN-24, WIN-38 random rounds of four")
    void four(Ranks ranks) {
        rounds(ranks);
    }

    @OnEveryChannel(ranks = 8)
    @DisplayName("WIN-23, WIN-24, WIN-38 random rounds of eight, the most whose fences are packets of their own")
    void eight(Ranks ranks) {
        rounds(ranks);
    }

    @OnEveryChannel(ranks = 9)
    @DisplayName("WIN-23, WIN-24, WIN-38 random rounds of nine, whose fences are flushes and an exchange")
    void nine(Ranks ranks) {
        rounds(ranks);
    }

    private static void burst(Ranks ranks) {
        int size = ranks.size();
        int epochs = 12;
        List<Window> ends = allocated(ranks, size, Datatype.LONG);
        List<Recorder<Void>> all = new ArrayList<>();
        long[][][] rooms = new long[size][epochs][1];
        for (Window end : ends) {
            int rank = end.rank();
            int next = (rank + 1) % size;
            int third = (rank + 2) % size;
            for (int epoch = 0; epoch < epochs; epoch++) {
                all.add(started(end.fence()));
                if (epoch % 2 == 0) {
                    all.add(started(end.accumulate(Buffers.longs(1), third, rank, Op.SUM)));
                } else {
                    // What the one before it has added to the one after it: rank + 2 - 2.
                    all.add(started(end.get(Buffers.of(rooms[rank][epoch]), next, (rank + size - 1) % size)));
                }
            }
            all.add(started(end.fence()));
        }
        all.forEach(Ends::assertComplete);
        for (int rank = 0; rank < size; rank++) {
            for (int epoch = 1; epoch < epochs; epoch += 2) {
                assertThat(rooms[rank][epoch]).containsExactly(epoch / 2 + 1);
            }
        }
        free(ends);
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("WIN-24, WIN-23 fences that nobody awaits keep their order with the operations between them")
    void burstOfThree(Ranks ranks) {
        burst(ranks);
    }

    @OnEveryChannel(ranks = 8)
    @DisplayName("WIN-24, WIN-23 so do those of eight ranks")
    void burstOfEight(Ranks ranks) {
        burst(ranks);
    }

    @OnEveryChannel(ranks = 1)
    @DisplayName("WIN-23, WIN-14 fences of a rank that is alone")
    void alone(Ranks ranks) {
        List<Window> ends = allocated(ranks, 1, Datatype.LONG);
        Window only = ends.get(0);
        for (long i = 1; i <= 5; i++) {
            long[] room = new long[1];
            run(only.fence());
            run(only.put(Buffers.longs(i), 0, 0));
            run(only.fence().then(only.get(Buffers.of(room), 0, 0)).then(only.fence(Assertion.NO_SUCCEED)));
            assertThat(room).containsExactly(i);
        }
        free(ends);
    }

    private static List<Mono<Void>> nextEpochs(Window zero, long[][] rooms) {
        return List.of(
                zero.get(Buffers.of(rooms[0]), 1, 0),
                zero.locked(SHARED, 1, w -> w.get(Buffers.of(rooms[1]), 1, 0)),
                zero.lockedAll(w -> w.get(Buffers.of(rooms[2]), 1, 0)),
                zero.start(group(zero, 1))
                        .then(zero.get(Buffers.of(rooms[3]), 1, 0))
                        .then(zero.complete()));
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName(
            "WIN-23, WIN-38 what follows a fence, in an epoch of any kind, waits until the fence is over at its target, though nobody awaits it here")
    void waitsForItsTarget(Ranks ranks) {
        long[][] rooms = new long[4][1];
        for (int kind = 0; kind < rooms.length; kind++) {
            List<Window> ends = allocated(ranks, 1, Datatype.LONG);
            Window zero = ends.get(0);
            Window one = ends.get(1);
            Window two = ends.get(2);
            fence(ends);
            Recorder<Void> fenced = started(zero.fence());
            if (kind % 2 == 0) {
                settle(ranks);
                fenced.cancel();
            }
            Recorder<Void> got = started(nextEpochs(zero, rooms).get(kind));
            Recorder<Void> atTarget = started(one.fence());
            if (kind == 3) {
                run(one.post(group(one, 0)));
            }
            settle(ranks);
            assertThat(got.signals()).isEmpty();
            assertThat(atTarget.signals()).isEmpty();

            run(two.put(Buffers.longs(7), 1, 0));
            settle(ranks);
            assertThat(got.signals()).isEmpty();
            run(two.fence());
            assertComplete(got);
            assertComplete(atTarget);
            assertThat(rooms[kind]).containsExactly(7);
            if (kind == 3) {
                run(one.waitFor());
            }
            fence(ends);
            free(ends);
        }
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("WIN-37, WIN-23 promises that differ between ranks, as far as they may, change nothing")
    void differentPromises(Ranks ranks) {
        List<Window> ends = allocated(ranks, 1, Datatype.LONG);
        List<List<Assertion>> promises = List.of(
                List.of(),
                List.of(Assertion.NO_STORE),
                List.of(Assertion.NO_STORE, Assertion.NO_PUT),
                List.of(Assertion.NO_PUT));
        fence(ends);
        for (int round = 1; round <= 12; round++) {
            long value = round;
            int turn = round;
            long[] room = new long[1];
            // Rank 1 is written by 2 and read by 0; who is not written may promise that.
            onAll(
                    ends,
                    end -> (end.rank() == 2 ? end.put(Buffers.longs(value), 1, 0) : Mono.<Void>empty())
                            .then(end.fence(
                                    promises.get((end.rank() + turn) % 4).toArray(Assertion[]::new)))
                            .then(end.rank() == 0 ? end.get(Buffers.of(room), 1, 0) : Mono.<Void>empty())
                            .then(end.fence(end.rank() == 1 ? new Assertion[0] : new Assertion[] {Assertion.NO_PUT})));
            assertThat(room).containsExactly(value);
        }
        onAll(ends, end -> end.fence(Assertion.NO_SUCCEED));
        onAll(ends, end -> end.lockedAll(w -> w.accumulate(Buffers.longs(1), 1, 0, Op.SUM)));
        onAll(ends, Window::fence);
        assertThat(longAt(ends.get(1), 0)).isEqualTo(15);
        free(ends);
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("WIN-9, WIN-24 free waits for fences that nobody awaits, and what came before them is done")
    void freeAfterFences(Ranks ranks) {
        for (boolean noLocks : new boolean[] {true, false}) {
            List<Window> ends = onAll(
                    worlds(ranks),
                    world -> world.windows()
                            .with(WindowHints.create().noLocks(noLocks).displacementUnit(Long.BYTES))
                            .allocate(Long.BYTES));
            fence(ends);
            for (Window end : ends) {
                end.accumulate(Buffers.longs(1), 1, 0, Op.SUM).subscribe();
            }
            Recorder<Void> cancelled = started(ends.get(0).fence());
            settle(ranks);
            cancelled.cancel();
            List<Recorder<Void>> freed = new ArrayList<>();
            freed.add(started(ends.get(0).free()));
            settle(ranks);
            assertThat(freed.get(0).signals()).isEmpty();
            ByteBuffer found = memory(ends.get(1));
            ends.get(1).fence().subscribe();
            ends.get(2).fence().subscribe();
            freed.add(started(ends.get(2).free()));
            freed.add(started(ends.get(1).free()));
            freed.forEach(Ends::assertComplete);
            assertThat(found.getLong(0)).isEqualTo(3);
        }
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("WIN-52, WIN-24 an operation that is taken back before its target is open lets the next fence go on")
    void takenBack(Ranks ranks) {
        List<Window> ends = allocated(ranks, 1, Datatype.LONG);
        Window zero = ends.get(0);
        fence(ends);
        Recorder<Void> first = started(zero.fence());
        Recorder<Void> put = started(zero.put(Buffers.longs(9), 1, 0));
        Recorder<Void> second = started(zero.fence());
        settle(ranks);
        put.cancel();
        settle(ranks);
        List<Recorder<Void>> others = Stream.of(1, 1, 2, 2)
                .map(rank -> started(ends.get(rank).fence()))
                .toList();
        assertComplete(first);
        assertComplete(second);
        others.forEach(Ends::assertComplete);
        assertThat(longAt(ends.get(1), 0)).isZero();
        free(ends);
    }
}
