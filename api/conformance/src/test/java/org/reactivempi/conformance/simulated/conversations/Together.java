package org.reactivempi.conformance.simulated.conversations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.simulated.conversations.Data.buffer;
import static org.reactivempi.conformance.simulated.conversations.Data.check;
import static org.reactivempi.conformance.simulated.conversations.Data.ints;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.reactivempi.Blocks;
import org.reactivempi.Buffers;
import org.reactivempi.Codecs;
import org.reactivempi.Communicator;
import org.reactivempi.ErrorClass;
import org.reactivempi.Mpi;
import org.reactivempi.Op;
import org.reactivempi.Values;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Collective operations, alone and several at a time, in one communicator and in several. */
final class Together {

    private static final int HALF = 16;

    /** Functions that multiply and add, one after the other: the order of the ranks matters, and where the brackets are does not. */
    private static final Op AFTER = Op.ofInts(
            (first, then) -> pair((first >> HALF) * (then >> HALF), (short) first * (then >> HALF) + (short) then));

    private Together() {}

    static List<Conversation> all() {
        return List.of(
                Conversation.basic(
                        "COL-1, COL-10, COL-11, COL-12, COL-13, COL-17 collective operations, one after the other",
                        4,
                        Together::collectives),
                Conversation.basic(
                        "COL-1, COL-14, COL-17, COL-20 collective operations of long vectors",
                        3,
                        Together::longCollectives),
                new Conversation(
                        "COL-3, COL-20, COL-27 several at a time in three communicators, each rank in another order",
                        3,
                        Together::severalAtATime),
                new Conversation(
                        "COL-7, COL-11, COL-12, COL-13, COL-14 blocks of different lengths, all at a time",
                        3,
                        Together::lengths),
                new Conversation(
                        "COL-18, COL-19, OPS-5, OPS-8 reductions in the order of the ranks, to each root",
                        4,
                        Together::ordered),
                new Conversation(
                        "COL-19, COL-13, COL-14, OPS-5, OPS-8, TYP-5 values of no fixed length", 3, Together::values),
                new Conversation(
                        "COL-9, COL-25, COL-30, OPS-8 operations that fail or are cancelled, among others that do not",
                        3,
                        Together::oneFails),
                new Conversation(
                        "COL-3, COL-26 messages to and from any source under collective operations",
                        3,
                        Together::amongMessages));
    }

    private static Publisher<?> collectives(Communicator world) {
        int size = world.size();
        int rank = world.rank();
        int[] sum = new int[1];
        int[] gathered = new int[size];
        int[] all = new int[size];
        int[] scan = new int[1];
        int[] root = {rank == 1 ? 42 : 0};
        int[] scattered = new int[1];
        return world.barrier()
                .then(world.allreduce(Buffers.of(new int[] {rank + 1}), Buffers.of(sum), Op.SUM))
                .then(world.gather(Buffers.of(new int[] {rank}), Buffers.of(gathered), 2))
                .then(world.allgather(Buffers.of(new int[] {rank * 3}), Buffers.of(all)))
                .then(world.scan(Buffers.of(new int[] {rank + 1}), Buffers.of(scan), Op.SUM))
                .then(world.bcast(Buffers.of(root), 1))
                .then(world.scatter(Buffers.of(IntStream.range(10, 10 + size).toArray()), Buffers.of(scattered), 0))
                .then(Mono.fromRunnable(() -> {
                    assertThat(sum[0]).isEqualTo(size * (size + 1) / 2);
                    assertThat(gathered)
                            .isEqualTo(rank == 2 ? IntStream.range(0, size).toArray() : new int[size]);
                    assertThat(all)
                            .isEqualTo(IntStream.range(0, size).map(i -> 3 * i).toArray());
                    assertThat(scan[0]).isEqualTo((rank + 1) * (rank + 2) / 2);
                    assertThat(root[0]).isEqualTo(42);
                    assertThat(scattered[0]).isEqualTo(10 + rank);
                }));
    }

    private static Publisher<?> longCollectives(Communicator world) {
        int size = world.size();
        int length = 700;
        double[] mine =
                IntStream.range(0, length).mapToDouble(i -> i + world.rank()).toArray();
        double[] sum = new double[length];
        long[] out = new long[size * 100];
        Arrays.setAll(out, i -> 1000L * world.rank() + i);
        long[] in = new long[size * 100];
        return Mono.when(
                        world.allreduce(Buffers.of(mine), Buffers.of(sum), Op.SUM),
                        world.alltoall(Buffers.of(out), Buffers.of(in)))
                .then(Mono.fromRunnable(() -> {
                    for (int i = 0; i < length; i++) {
                        assertThat(sum[i]).isEqualTo(i * size + size * (size - 1) / 2.0);
                    }
                    for (int i = 0; i < in.length; i++) {
                        assertThat(in[i]).isEqualTo(1000L * (i / 100) + 100L * world.rank() + i % 100);
                    }
                }));
    }

    private static Publisher<?> severalAtATime(Communicator world) {
        return Mono.zip(world.dup(), world.split(0, -world.rank())).flatMap(made -> {
            List<Communicator> places = List.of(world, made.getT1(), made.getT2());
            List<Mono<Void>> all = new ArrayList<>();
            for (int i = 0; i < places.size(); i++) {
                all.add(threeOperations(places.get((i + world.rank()) % places.size())));
            }
            return Mono.when(all).then(made.getT1().free()).then(made.getT2().free());
        });
    }

    /** Started in one order on all ranks, and none waits for the one before. */
    private static Mono<Void> threeOperations(Communicator at) {
        int size = at.size();
        int[] sum = new int[150];
        int[] told = at.rank() == 1 ? ints(1, 7, 300) : new int[300];
        int[] all = new int[size * 50];
        return Mono.when(
                        at.allreduce(Buffers.of(ints(at.rank(), 0, 150)), Buffers.of(sum), Op.SUM),
                        at.bcast(Buffers.of(told), 1),
                        at.allgather(Buffers.of(ints(at.rank(), 3, 50)), Buffers.of(all)))
                .then(Mono.fromRunnable(() -> {
                    assertThat(told).isEqualTo(ints(1, 7, 300));
                    for (int i = 0; i < sum.length; i++) {
                        assertThat(sum[i]).isEqualTo(ints(1, 0, 150)[0] * size * (size - 1) / 2 + size * i);
                    }
                    for (int rank = 0; rank < size; rank++) {
                        assertThat(Arrays.copyOfRange(all, 50 * rank, 50 * rank + 50))
                                .isEqualTo(ints(rank, 3, 50));
                    }
                }));
    }

    /** Of the block that a rank has for another one: nothing, short, or long. */
    private static int lengthOf(int from, int to) {
        return 90 * ((from + 2 * to) % 4);
    }

    private static Publisher<?> lengths(Communicator world) {
        int rank = world.rank();
        int size = world.size();
        int[][] gathered = new int[size][];
        int[][] all = new int[size][];
        int[][] exchanged = new int[size][];
        for (int from = 0; from < size; from++) {
            gathered[from] = new int[lengthOf(from, 0)];
            all[from] = new int[lengthOf(from, 1)];
            exchanged[from] = new int[lengthOf(from, rank)];
        }
        int[] scattered = new int[lengthOf(2, rank)];
        return Mono.when(
                        world.gatherv(
                                Buffers.of(ints(rank, 0, lengthOf(rank, 0))),
                                Blocks.of(size, from -> Buffers.of(gathered[from])),
                                1),
                        world.scatterv(
                                Blocks.of(size, to -> Buffers.of(ints(2, to, lengthOf(2, to)))),
                                Buffers.of(scattered),
                                2),
                        world.allgatherv(
                                Buffers.of(ints(rank, 1, lengthOf(rank, 1))),
                                Blocks.of(size, from -> Buffers.of(all[from]))),
                        world.alltoallv(
                                Blocks.of(size, to -> Buffers.of(ints(rank, to, lengthOf(rank, to)))),
                                Blocks.of(size, from -> Buffers.of(exchanged[from]))))
                .then(Mono.fromRunnable(() -> {
                    assertThat(scattered).isEqualTo(ints(2, rank, lengthOf(2, rank)));
                    for (int from = 0; from < size; from++) {
                        int[] expected = ints(from, 0, lengthOf(from, 0));
                        assertThat(gathered[from]).isEqualTo(rank == 1 ? expected : new int[expected.length]);
                        assertThat(all[from]).isEqualTo(ints(from, 1, lengthOf(from, 1)));
                        assertThat(exchanged[from]).isEqualTo(ints(from, rank, lengthOf(from, rank)));
                    }
                }));
    }

    private static int pair(int factor, int summand) {
        return factor << HALF | (summand & 0xffff);
    }

    /** Element i of a rank. */
    private static int function(int rank, int i) {
        return pair(rank % 2 == 0 ? 3 : 1 + i % 5, 7 * rank + i);
    }

    private static int reduced(int first, int last, int i) {
        int all = function(first, i);
        for (int rank = first + 1; rank <= last; rank++) {
            int then = function(rank, i);
            all = pair((all >> HALF) * (then >> HALF), (short) all * (then >> HALF) + (short) then);
        }
        return all;
    }

    private static Publisher<?> ordered(Communicator world) {
        int rank = world.rank();
        int size = world.size();
        int length = 160;
        int[] mine = IntStream.range(0, length).map(i -> function(rank, i)).toArray();
        int[][] atRoot = new int[size][length];
        int[] scan = new int[length];
        int[] before = new int[length];
        Arrays.fill(before, -1);
        // The parts are of 10, 20, 30 and 100 elements.
        int[] counts = {10, 20, 30, 100};
        int[] starts = {0, 10, 30, 60};
        int[] part = new int[counts[rank]];
        List<Mono<?>> all = new ArrayList<>();
        for (int root = size - 1; root >= 0; root--) {
            all.add(world.reduce(Buffers.of(mine), Buffers.of(atRoot[root]), AFTER, root));
        }
        all.add(world.scan(Buffers.of(mine), Buffers.of(scan), AFTER));
        all.add(world.exscan(Buffers.of(mine), Buffers.of(before), AFTER));
        all.add(world.reduceScatter(Buffers.of(mine), Buffers.of(part), counts, AFTER));
        return Mono.when(all).then(Mono.fromRunnable(() -> {
            for (int i = 0; i < length; i++) {
                for (int root = 0; root < size; root++) {
                    assertThat(atRoot[root][i]).isEqualTo(root == rank ? reduced(0, size - 1, i) : 0);
                }
                assertThat(scan[i]).isEqualTo(reduced(0, rank, i));
                assertThat(before[i]).isEqualTo(rank == 0 ? -1 : reduced(0, rank - 1, i));
            }
            for (int i = 0; i < part.length; i++) {
                assertThat(part[i]).isEqualTo(reduced(0, size - 1, starts[rank] + i));
            }
        }));
    }

    /** Of rank 1, longer than what is sent at once. */
    private static String name(int rank) {
        return "rank " + rank + (rank == 1 ? " and so on".repeat(60) : "") + ", ";
    }

    private static String names(int first, int last) {
        return IntStream.rangeClosed(first, last).mapToObj(Together::name).collect(Collectors.joining());
    }

    private static Publisher<?> values(Communicator world) {
        int rank = world.rank();
        int size = world.size();
        Values<String> strings = world.values(Codecs.string());
        List<String> mine =
                IntStream.range(0, size).mapToObj(to -> name(rank) + to).toList();
        List<String> theirs =
                IntStream.range(0, size).mapToObj(from -> name(from) + rank).toList();
        return Mono.when(
                strings.allreduce(name(rank), String::concat)
                        .doOnNext(all -> assertThat(all).isEqualTo(names(0, size - 1))),
                strings.scan(name(rank), String::concat)
                        .doOnNext(all -> assertThat(all).isEqualTo(names(0, rank))),
                strings.exscan(name(rank), String::concat)
                        .doOnNext(all -> assertThat(all).isEqualTo(names(0, rank - 1))),
                strings.alltoall(mine).doOnNext(all -> assertThat(all).isEqualTo(theirs)),
                strings.gather(name(rank), 2)
                        .doOnNext(all -> assertThat(String.join("", all)).isEqualTo(names(0, size - 1))),
                strings.bcast(rank == 1 ? name(1) : null, 1)
                        .doOnNext(told -> assertThat(told).isEqualTo(name(1))));
    }

    /** What throws fails its reduction on all ranks, and nothing else. */
    private static Publisher<?> oneFails(Communicator world) {
        int rank = world.rank();
        int size = world.size();
        Op throwing = Op.ofInts((left, right) -> {
            throw new IllegalStateException("no such sum");
        });
        int[] sum = new int[1];
        int[] own = new int[1];
        Mono<Integer> failing = world.allreduce(Buffers.of(new int[] {rank}), Buffers.of(new int[1]), throwing)
                .thenReturn(1)
                .onErrorResume(thrown -> Data.isOf(ErrorClass.OP, thrown), failed -> Mono.just(0));
        // It goes on without its subscriber, where the others wait for it.
        Mono<Void> cancelled =
                rank == 2 ? Mono.fromRunnable(() -> world.barrier().subscribe().dispose()) : world.barrier();
        // Nobody else has to know of it: it has not taken part.
        Mono<Integer> wrong = world.bcast(Buffers.of(own), size)
                .thenReturn(1)
                .onErrorResume(thrown -> Data.isOf(ErrorClass.ROOT, thrown), failed -> Mono.just(0));
        return cancelled
                .then(Mono.zip(
                        all -> (int) all[0] + (rank == 1 ? (int) all[1] : 0),
                        failing,
                        rank == 1 ? wrong : Mono.just(0),
                        world.allreduce(Buffers.of(new int[] {rank + 1}), Buffers.of(sum), Op.SUM)
                                .thenReturn(0)))
                .doOnNext(succeeded -> {
                    assertThat(succeeded).isZero();
                    assertThat(sum[0]).isEqualTo(size * (size + 1) / 2);
                })
                .then(world.barrier());
    }

    private static Publisher<?> amongMessages(Communicator world) {
        int rank = world.rank();
        int size = world.size();
        int rounds = 2;
        int[] next = new int[size];
        long[] sums = new long[rounds];
        List<Mono<?>> all = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
            int nth = round;
            for (int to = 0; to < size; to++) {
                if (to != rank) {
                    all.add(world.isend(buffer(rank, nth + 1), to, 0));
                }
            }
            all.add(world.allreduce(rank + 100L * nth, Op.SUM).doOnNext(sum -> sums[nth] = sum));
        }
        Flux<?> received = Flux.range(0, rounds * (size - 1))
                .flatMapSequential(i -> world.receive(Mpi.ANY_SOURCE, Mpi.ANY_TAG))
                .doOnNext(message -> check(
                        message,
                        message.status().source(),
                        ++next[message.status().source()]));
        all.add(received.then());
        if (rank == 0) {
            // What it starts first is what the others start last.
            Collections.rotate(all, 1);
        }
        return Mono.when(all).then(Mono.fromRunnable(() -> {
            for (int round = 0; round < rounds; round++) {
                assertThat(sums[round]).isEqualTo(size * (size - 1) / 2 + 100L * size * round);
            }
        }));
    }
}
