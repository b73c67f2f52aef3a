package org.reactivempi.conformance.simulated.conversations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.LockType.EXCLUSIVE;
import static org.reactivempi.LockType.SHARED;

import java.nio.ByteOrder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.LongStream;
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.Datatype;
import org.reactivempi.ErrorClass;
import org.reactivempi.Group;
import org.reactivempi.Op;
import org.reactivempi.ProcessFailedException;
import org.reactivempi.RevokedException;
import org.reactivempi.Ring;
import org.reactivempi.Window;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Windows: locks, fences, posts, atomic operations, and a rank that is killed among them. */
final class OneSided {

    private static final int ROUNDS = 3;

    private OneSided() {}

    static List<Conversation> all() {
        return List.of(
                Conversation.basic(
                        "WIN-33, WIN-34, WIN-44 two ranks that write to each other, add and fetch, long and short",
                        2,
                        OneSided::pair),
                Conversation.basic(
                        "WIN-29, WIN-31, WIN-33 counters that all ranks raise under exclusive locks",
                        3,
                        OneSided::raise),
                new Conversation(
                        "WIN-18, WIN-19, WIN-42, WIN-20 tickets and swaps, many of each rank on the way",
                        3,
                        OneSided::tickets),
                new Conversation(
                        "WIN-12, WIN-23, WIN-24 puts of all lengths between fences, and gets of the next epoch",
                        3,
                        OneSided::fences),
                Conversation.basic(
                        "WIN-23, WIN-24, WIN-38 fences that nobody awaits, and what follows them in epochs of all kinds",
                        3,
                        OneSided::unawaited),
                Conversation.basic(
                        "WIN-25, WIN-26, WIN-27, WIN-28 posts and starts around a ring, some ranks ahead of others",
                        3,
                        OneSided::posts),
                new Conversation(
                        "WIN-30, WIN-32, WIN-34 what is flushed under shared locks and lockAll is got by a third rank",
                        3,
                        OneSided::flushed),
                new Conversation(
                        "WIN-15, WIN-17, WIN-44 long and short accumulates keep their order", 3, OneSided::accumulates),
                new Conversation(
                        "WIN-1, WIN-9, WIN-38 windows that are made, used and freed at a time", 3, OneSided::several),
                new Conversation(
                        "WIN-53 notifications around a ring, each when what it tells of is there",
                        3,
                        OneSided::notified),
                new Conversation(
                        "WIN-54 streams around a ring, some of which their takers leave", 3, OneSided::streams),
                new Conversation("WIN-52, WIN-30 locks that are given up while they wait", 3, OneSided::givenUp),
                Conversation.killed(
                        "WIN-50 locks of ranks of which one is killed, and of those that go on", 4, OneSided::killed),
                Conversation.killed(
                        "WIN-50 fences of ranks of which one is killed, and what follows them",
                        3,
                        OneSided::fencesOfKilled));
    }

    /** A program with a window over an array of each rank. */
    private static Mono<Void> with(
            Communicator world, long[] memory, Function<Window, ? extends Publisher<?>> program) {
        return world.windows()
                .create(Buffers.of(memory))
                .flatMap(window -> Flux.from(program.apply(window)).then(Mono.defer(window::free)));
    }

    private static Mono<Void> rounds(int count, Function<Integer, Mono<?>> round) {
        return Flux.range(0, count).concatMap(round).then();
    }

    private static Publisher<?> pair(Communicator world) {
        int other = 1 - world.rank();
        int count = 70;
        long[] memory = new long[count + 1];
        return with(
                world,
                memory,
                window -> window.lock(SHARED, other)
                        .then(rounds(ROUNDS, round -> {
                            long[] data = new long[count];
                            Arrays.fill(data, 10L * round + world.rank());
                            long[] before = new long[1];
                            long[] room = new long[count];
                            return Mono.when(
                                            window.accumulate(Buffers.of(data), other, 0, Op.REPLACE),
                                            window.accumulate(Buffers.longs(100), other, count - 1, Op.SUM),
                                            window.fetchAndOp(
                                                    Buffers.longs(1), Buffers.of(before), other, count, Op.SUM))
                                    .then(window.flush(other))
                                    .then(window.get(Buffers.of(room), other, 0))
                                    .then(Mono.<Void>fromRunnable(() -> {
                                        data[count - 1] += 100;
                                        assertThat(room).isEqualTo(data);
                                        assertThat(before).containsExactly(round);
                                    }));
                        }))
                        .then(window.unlock(other))
                        .then(window.fence())
                        .then(Mono.fromRunnable(() -> assertThat(memory[count]).isEqualTo(ROUNDS))));
    }

    /** By a get and a put, between which nobody else may come; two targets, in another order on each rank. */
    private static Publisher<?> raise(Communicator world) {
        int rank = world.rank();
        long[] memory = new long[2];
        return with(
                world,
                memory,
                window -> rounds(ROUNDS, round -> {
                            long[] room = new long[1];
                            int target = (rank + round) % 2;
                            return window.lock(EXCLUSIVE, target)
                                    .then(window.get(Buffers.of(room), target, 1))
                                    .then(Mono.defer(() -> window.put(Buffers.longs(room[0] + 1), target, 1)))
                                    .then(window.unlock(target));
                        })
                        .then(window.fence())
                        .then(window.lockedAll(w -> {
                            long[] sums = new long[2];
                            return w.get(Buffers.of(sums, 0, 1), 0, 1)
                                    .then(w.get(Buffers.of(sums, 1, 1), 1, 1))
                                    .then(Mono.<Void>fromRunnable(
                                            () -> assertThat(sums[0] + sums[1]).isEqualTo(3L * ROUNDS)));
                        })));
    }

    private static Publisher<?> tickets(Communicator world) {
        int each = 4;
        int rank = world.rank();
        long[] memory = new long[2];
        List<Long> own = new ArrayList<>();
        return with(
                world,
                memory,
                window -> window.lockedAll(w -> Flux.range(0, each)
                                .flatMap(i -> w.longs().fetchAndOp(1L, 0, 0, Op.SUM))
                                .doOnNext(own::add)
                                // Who finds 0 has won, once in all.
                                .then(w.longs().compareAndSwap(0L, 1L + rank, 1, 1))
                                .then())
                        .then(world.barrier())
                        .then(Mono.defer(() -> {
                            long[] all = new long[3 * each];
                            return world.allgather(
                                            Buffers.of(own.stream()
                                                    .mapToLong(Long::longValue)
                                                    .toArray()),
                                            Buffers.of(all))
                                    .then(Mono.fromRunnable(() -> {
                                        Arrays.sort(all);
                                        assertThat(all)
                                                .isEqualTo(LongStream.range(0, 3 * each)
                                                        .toArray());
                                        if (rank == 0) {
                                            assertThat(memory[0]).isEqualTo(3 * each);
                                        } else if (rank == 1) {
                                            assertThat(memory[1]).isBetween(1L, 3L);
                                        }
                                    }));
                        })));
    }

    private static Publisher<?> fences(Communicator world) {
        int rank = world.rank();
        int size = world.size();
        int part = 3_000;
        byte[] memory = new byte[size * part];
        return world.windows()
                .create(Buffers.of(memory))
                .flatMap(window -> window.fence()
                        .then(rounds(Data.KINDS_OF_LENGTHS, round -> {
                            int length = Data.length(round);
                            byte[] room = new byte[length];
                            int from = (rank + 1) % size;
                            int third = (rank + 2) % size;
                            return Mono.when(
                                            window.put(Data.buffer(rank, round, length), 0, (long) rank * part),
                                            window.put(Data.buffer(rank, round + 1, length), from, (long) rank * part))
                                    .then(window.fence())
                                    // What the third rank has put to the one between.
                                    .then(window.get(Buffers.of(room), 0, (long) third * part))
                                    .then(Mono.<Void>fromRunnable(() -> {
                                        // To rank 0 the last rank puts twice, in an order that is not known.
                                        if (third != size - 1) {
                                            assertThat(room).isEqualTo(Data.content(third, round, length));
                                        }
                                        int left = (rank + size - 1) % size;
                                        if (rank > 0) {
                                            assertThat(Arrays.copyOfRange(memory, left * part, left * part + length))
                                                    .isEqualTo(Data.content(left, round + 1, length));
                                        }
                                    }))
                                    .then(window.fence());
                        }))
                        .then(Mono.defer(window::free)));
    }

    /**
     * Round by round each rank adds to all, comes to a fence that it does not await, and reads at once from its neighbor what all have added:
     * in the epoch after the fence, of any kind.
     */
    private static Publisher<?> unawaited(Communicator world) {
        int size = world.size();
        int next = (world.rank() + 1) % size;
        long[] memory = new long[2];
        return with(
                world,
                memory,
                window -> rounds(2 * ROUNDS, round -> {
                    long[] room = new long[1];
                    int half = round % 2;
                    Mono<Void> get = window.get(Buffers.of(room), next, half);
                    window.fence().subscribe();
                    for (int target = 0; target < size; target++) {
                        window.accumulate(Buffers.longs(1), target, half, Op.SUM)
                                .subscribe();
                    }
                    window.fence().subscribe();
                    Mono<Void> after = switch (round % 4) {
                        case 0 -> get;
                        case 1 -> window.locked(SHARED, next, w -> get);
                        case 2 -> window.lockedAll(w -> get);
                        default ->
                            window.post(window.group())
                                    .then(window.start(window.group()))
                                    .then(get)
                                    .then(window.complete())
                                    .then(window.waitFor());
                    };
                    return after.then(Mono.fromRunnable(
                                    () -> assertThat(room).containsExactly((long) size * (round / 2 + 1))))
                            .then(window.fence());
                }));
    }

    /** Each adds to all others between fences; ranks that hear of the loss go on with locks, among those that are left. */
    private static Publisher<?> fencesOfKilled(Communicator world) {
        return world.windows()
                .allocate(2, Datatype.LONG)
                .flatMap(window -> rounds(
                                ROUNDS,
                                round -> window.accumulate(
                                                Buffers.longs(1), (world.rank() + 1) % world.size(), 0, Op.SUM)
                                        .then(window.fence())
                                        .then(window.longs()
                                                .fetchAndOp(1L, (world.rank() + 2) % world.size(), 1, Op.SUM)))
                        .as(body -> window.fence().then(body))
                        .then(window.fence())
                        .onErrorResume(
                                OneSided::isLoss,
                                // The epoch ends by a fence, which may fail as well.
                                loss -> orLoss(window.fence())
                                        .then(orLoss(window.lockedAll(w -> w.longs()
                                                .fetchAndOp(1L, (world.rank() + 1) % world.size(), 1, Op.SUM))))
                                        .then(orLoss(world.failures().revoke())))
                        .then(orLoss(Mono.defer(window::free))))
                .onErrorResume(OneSided::isLoss, loss -> orLoss(world.failures().revoke()));
    }

    private static Publisher<?> posts(Communicator world) {
        int rank = world.rank();
        int size = world.size();
        int right = (rank + 1) % size;
        int left = (rank + size - 1) % size;
        long[] memory = new long[400];
        return with(world, memory, window -> {
            Group targets = window.group().incl(right);
            Group origins = window.group().incl(left);
            return rounds(ROUNDS, round -> {
                long[] data = new long[round == 1 ? 399 : 1];
                Arrays.fill(data, 100L * round + rank);
                long[] before = new long[1];
                // Rank 0 begins with the access, and so may be ahead of the post of another one.
                Mono<Void> begun = rank == 0
                        ? window.start(targets).then(window.post(origins))
                        : window.post(origins).then(window.start(targets));
                return begun.then(window.put(Buffers.of(data), right, 0))
                        .then(window.fetchAndOp(Buffers.longs(1), Buffers.of(before), right, 399, Op.SUM))
                        .then(window.complete())
                        .then(window.waitFor())
                        .then(Mono.<Void>fromRunnable(() -> {
                            assertThat(before[0]).isEqualTo((long) round);
                            assertThat(memory[0]).isEqualTo(100L * round + left);
                            assertThat(memory[399]).isEqualTo(round + 1);
                        }));
            });
        });
    }

    /** Rank 0 writes to rank 1, and tells rank 2, which reads it; others come in between. */
    private static Publisher<?> flushed(Communicator world) {
        long[] memory = new long[300];
        return with(world, memory, window -> switch (world.rank()) {
            case 0 ->
                window.lockAll()
                        .then(rounds(ROUNDS, round -> {
                            long[] data = new long[round == 1 ? 300 : 2];
                            Arrays.fill(data, 1 + round);
                            return window.put(Buffers.of(data), 1, 0)
                                    .then(window.flush(1))
                                    .then(world.isend(Buffers.ints(round), 2, 1))
                                    .then(world.receive(2, 2));
                        }))
                        .then(window.unlockAll());
            case 1 -> rounds(ROUNDS, round -> window.lock(SHARED, 1).then(window.unlock(1)));
            default ->
                rounds(ROUNDS, round -> {
                    long[] room = new long[2];
                    return world.receive(0, 1)
                            .then(window.lock(SHARED, 1))
                            .then(window.get(Buffers.of(room), 1, 0))
                            .then(window.unlock(1))
                            .then(Mono.defer(() -> {
                                assertThat(room).containsOnly(1 + round);
                                return world.isend(Buffers.ints(round), 0, 2);
                            }));
                });
        });
    }

    private static Publisher<?> accumulates(Communicator world) {
        int rank = world.rank();
        int part = 500;
        long[] memory = new long[3 * part];
        return with(
                world,
                memory,
                window -> window.lockedAll(w -> {
                            long[] ones = new long[part];
                            Arrays.fill(ones, 1);
                            long[] before = new long[3];
                            long at = (long) rank * part;
                            return Mono.when(
                                            w.accumulate(Buffers.of(ones), 1, at, Op.REPLACE),
                                            w.accumulate(Buffers.longs(5), 1, at + part - 1, Op.SUM),
                                            w.getAccumulate(
                                                    Buffer.empty(),
                                                    Buffers.of(before, 0, 2),
                                                    1,
                                                    at + part - 2,
                                                    Op.NO_OP),
                                            w.accumulate(Buffers.of(ones), 1, at, Op.SUM),
                                            w.fetchAndOp(
                                                    Buffers.longs(9),
                                                    Buffers.of(before, 2, 1),
                                                    1,
                                                    at + part - 1,
                                                    Op.REPLACE))
                                    .then(Mono.<Void>fromRunnable(
                                            () -> assertThat(before).containsExactly(1, 6, 7)));
                        })
                        .then(window.fence())
                        .then(Mono.fromRunnable(() -> {
                            for (int i = 0; rank == 1 && i < memory.length; i++) {
                                assertThat(memory[i]).isEqualTo(i % part == part - 1 ? 9 : 2);
                            }
                        })));
    }

    private static Publisher<?> several(Communicator world) {
        int rank = world.rank();
        int next = (rank + 1) % world.size();
        long[] first = new long[1];
        return with(
                world,
                first,
                outer -> outer.lock(EXCLUSIVE, next)
                        .then(rounds(
                                ROUNDS,
                                round -> world.windows()
                                        .allocate(1, Datatype.LONG)
                                        .flatMap(inner -> inner.fence()
                                                .then(inner.put(Buffers.longs(10L * round + rank), next, 0))
                                                .then(inner.fence())
                                                .then(outer.accumulate(Buffers.longs(1), next, 0, Op.SUM))
                                                .then(Mono.<Void>fromRunnable(() -> assertThat(inner.segment(rank)
                                                                .orElseThrow()
                                                                .getLong(0))
                                                        .isEqualTo(10L * round + (rank + 2) % 3)))
                                                .then(Mono.defer(inner::free)))))
                        .then(outer.unlock(next))
                        .then(outer.fence())
                        .then(Mono.fromRunnable(() -> assertThat(first[0]).isEqualTo(ROUNDS))));
    }

    /** Each rank writes to its neighbour, and writes again when that has looked. */
    private static Publisher<?> notified(Communicator world) {
        int rank = world.rank();
        int right = (rank + 1) % world.size();
        int left = (rank + world.size() - 1) % world.size();
        long[] memory = new long[400];
        return with(
                world,
                memory,
                window -> Mono.when(
                        window.lockedAll(w -> rounds(ROUNDS, round -> {
                            long[] data = new long[round == 1 ? 400 : 3];
                            Arrays.fill(data, 10L * round + rank);
                            return Mono.when(w.put(Buffers.of(data), right, 0), w.notifyTarget(right, 1))
                                    .then(w.notifications(2).next());
                        })),
                        window.notifications(1).take(ROUNDS).index().concatMap(told -> {
                            long[] seen = Arrays.copyOf(memory, told.getT1() == 1 ? 400 : 3);
                            assertThat(seen).containsOnly(10L * told.getT1() + left);
                            assertThat(told.getT2().origin()).isEqualTo(left);
                            return window.notifyTarget(left, 2);
                        })));
    }

    private static Publisher<?> streams(Communicator world) {
        int rank = world.rank();
        int right = (rank + 1) % world.size();
        int left = (rank + world.size() - 1) % world.size();
        int most = 20;
        int count = 15;
        Ring ring = Ring.at(0).slots(4, most * Long.BYTES);
        return world.windows()
                .allocate(4L * most * Long.BYTES)
                .flatMap(window -> rounds(
                                ROUNDS,
                                round -> Mono.when(
                                        window.putStream(
                                                Flux.range(0, count).map(i -> {
                                                    long[] frame = new long[i % most];
                                                    Arrays.fill(frame, 100L * i + rank);
                                                    return Buffers.of(frame);
                                                }),
                                                right,
                                                ring,
                                                round),
                                        window.takeStream(left, ring, round)
                                                .limitRate(2)
                                                .take(round == 1 ? 2 : count)
                                                .index()
                                                .doOnNext(frame -> {
                                                    long i = frame.getT1();
                                                    long[] seen = new long
                                                            [frame.getT2().remaining() / Long.BYTES];
                                                    frame.getT2()
                                                            .order(ByteOrder.LITTLE_ENDIAN)
                                                            .asLongBuffer()
                                                            .get(seen);
                                                    long[] expected = new long[(int) i % most];
                                                    Arrays.fill(expected, 100L * i + left);
                                                    assertThat(seen).isEqualTo(expected);
                                                })))
                        .then(Mono.defer(window::free)));
    }

    /** Rank 1 wants a lock for a while, again and again; rank 2 has to get it all the same. */
    private static Publisher<?> givenUp(Communicator world) {
        long[] memory = new long[2];
        return with(world, memory, window -> {
            Mono<Void> once = window.lock(EXCLUSIVE, 0)
                    .then(window.accumulate(Buffers.longs(1), 0, world.rank() == 1 ? 1 : 0, Op.SUM))
                    .then(window.unlock(0));
            if (world.rank() != 1) {
                return rounds(ROUNDS, round -> once);
            }
            return rounds(
                    ROUNDS,
                    round -> Mono.firstWithSignal(
                                    window.lock(EXCLUSIVE, 0).thenReturn(true),
                                    Mono.delay(Duration.ofNanos(5_000L * round)).thenReturn(false))
                            .flatMap(held -> held ? window.unlock(0) : Mono.<Void>empty()));
        });
    }

    /** One that is lost, or that has gone on without the window since another one was. */
    private static boolean isLoss(Throwable thrown) {
        return thrown instanceof ProcessFailedException
                || thrown instanceof RevokedException
                || Data.isOf(ErrorClass.WIN, thrown);
    }

    private static <T> Mono<T> orLoss(Mono<T> operation) {
        return operation.onErrorComplete(OneSided::isLoss);
    }

    /**
     * Each rank enters again and again, under an exclusive lock of rank 0's memory, and says so there: when it leaves, nobody else may have come
     * in. Of rank 0 nothing is left when that is the one that is killed. Who hears of the loss first ends what the others wait for.
     */
    private static Publisher<?> killed(Communicator world) {
        long own = 1L + world.rank();
        return world.windows()
                .allocate(2, Datatype.LONG)
                .flatMap(window -> rounds(
                                ROUNDS,
                                round -> window.lock(EXCLUSIVE, 0)
                                        .then(Mono.defer(() ->
                                                orLoss(inside(window, own)).then(window.unlock(0)))))
                        .onErrorResume(
                                OneSided::isLoss,
                                loss -> orLoss(world.failures().revoke()))
                        .then(orLoss(Mono.defer(window::free))))
                .onErrorResume(OneSided::isLoss, loss -> orLoss(world.failures().revoke()));
    }

    private static Mono<Void> inside(Window window, long own) {
        return window.longs()
                .fetchAndOp(own, 0, 0, Op.REPLACE)
                .then(window.longs().fetchAndOp(1L, 0, 1, Op.SUM))
                .then(window.longs().fetchAndOp(0L, 0, 0, Op.REPLACE))
                .doOnNext(left -> assertThat(left).isEqualTo(own))
                .then();
    }
}
