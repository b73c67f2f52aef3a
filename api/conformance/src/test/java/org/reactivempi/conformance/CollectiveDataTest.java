package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.Family.onAll;
import static org.reactivempi.conformance.Family.worlds;
import static org.reactivempi.conformance.Payloads.TIMEOUT;
import static org.reactivempi.conformance.Traffic.exchange;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.reactivempi.Blocks;
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.Message;
import org.reactivempi.Mpi;
import org.reactivempi.Op;
import org.reactivempi.PersistentRequest;
import org.reactivempi.Request;
import org.reactivempi.Requests;
import org.reactivempi.Status;
import org.reactivempi.testkit.AlsoWithFaults;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import reactor.core.publisher.Mono;

/** Collective operations give each rank what the standard says: in communicators of each size, with each root, short and long. */
@AlsoWithFaults
class CollectiveDataTest {

    /** Nothing, an element, some, and so many that every algorithm for long data takes part. */
    private static final int[] LENGTHS = {0, 1, 3, 300, 9000};

    private static final int GAP = -77;

    /** For communicators of 1 to as many ranks as there are. */
    private static void forEachSize(Ranks ranks, BiConsumer<List<Communicator>, Integer> test) {
        for (int size = 1; size <= ranks.size(); size++) {
            int members = size;
            List<Communicator> part = onAll(
                            worlds(ranks), world -> world.split(world.rank() < members ? 0 : 1, world.rank()))
                    .subList(0, size);
            test.accept(part, size);
        }
    }

    /** The i-th element that a rank gives, another one for each. */
    private static int element(int rank, int i) {
        return 100_000 * (rank + 1) + i;
    }

    private static int[] elements(int rank, int from, int count) {
        return IntStream.range(from, from + count).map(i -> element(rank, i)).toArray();
    }

    private static int[] gaps(int count) {
        int[] all = new int[count];
        Arrays.fill(all, GAP);
        return all;
    }

    private static List<int[]> rooms(int size, int count) {
        return IntStream.range(0, size).mapToObj(rank -> gaps(count)).toList();
    }

    @OnEveryChannel(ranks = 5, timeoutSeconds = 60)
    @DisplayName("COL-5 a barrier completes on no rank before it has started on all")
    void barrier(Ranks ranks) {
        forEachSize(ranks, (part, size) -> {
            for (int late = 0; late < size; late++) {
                Communicator last = part.get(late);
                List<CompletableFuture<Void>> others = part.stream()
                        .filter(end -> end != last)
                        .map(end -> end.barrier().toFuture())
                        .toList();
                // Whatever the others have sent before is here when they have answered.
                for (Communicator end : part) {
                    if (end != last) {
                        exchange(last, end, 1);
                        exchange(end, last, 2);
                    }
                }
                assertThat(others).noneMatch(CompletableFuture::isDone);
                last.barrier().block(TIMEOUT);
                others.forEach(CompletableFuture::join);
            }
        });
    }

    @OnEveryChannel(ranks = 5, timeoutSeconds = 60)
    @DisplayName("COL-7, COL-10 after a broadcast each rank has the root's data, of any length and from any root")
    void bcast(Ranks ranks) {
        forEachSize(ranks, (part, size) -> {
            for (int root = 0; root < size; root++) {
                int from = root;
                for (int length : LENGTHS) {
                    List<int[]> data = IntStream.range(0, size)
                            .mapToObj(rank -> rank == from ? elements(from, 0, length) : gaps(length))
                            .toList();
                    onAll(part, end -> end.bcast(Buffers.of(data.get(end.rank())), from));
                    assertThat(data).allSatisfy(got -> assertThat(got).isEqualTo(elements(from, 0, length)));
                }
            }
        });
    }

    @OnEveryChannel(ranks = 2, settings = "check-collectives=off")
    @DisplayName("COL-4 a broadcast of what the eager credit holds completes at its root before anybody receives it")
    void bcastDoesNotSynchronize(Ranks ranks) {
        int[] data = elements(0, 0, 3);
        ranks.world(0).bcast(Buffers.of(data), 0).block(TIMEOUT);
        int[] room = gaps(3);
        ranks.world(1).bcast(Buffers.of(room), 0).block(TIMEOUT);
        assertThat(room).isEqualTo(data);
    }

    @OnEveryChannel(ranks = 5, timeoutSeconds = 60)
    @DisplayName(
            "COL-8, COL-11, COL-15 gather and gatherv put block i of rank i into its place, and touch nothing else")
    void gathers(Ranks ranks) {
        forEachSize(ranks, (part, size) -> {
            for (int root = 0; root < size; root++) {
                int to = root;
                for (int length : LENGTHS) {
                    for (boolean inPlace : new boolean[] {false, true}) {
                        int[] room = gaps(size * length);
                        int[] spread = gaps(size * (length + 2));
                        if (inPlace) {
                            System.arraycopy(elements(to, 0, length), 0, room, to * length, length);
                            System.arraycopy(elements(to, 0, length), 0, spread, to * (length + 2), length);
                        }
                        onAll(part, end -> {
                            boolean isRoot = end.rank() == to;
                            Buffer own =
                                    isRoot && inPlace ? Buffer.inPlace() : Buffers.of(elements(end.rank(), 0, length));
                            Blocks blocks = Blocks.of(size, i -> Buffers.of(spread, i * (length + 2), length));
                            return end.gather(own, isRoot ? Buffers.of(room) : null, to)
                                    .then(end.gatherv(own, isRoot ? blocks : null, to));
                        });
                        for (int i = 0; i < size; i++) {
                            int sender = i;
                            assertThat(Arrays.copyOfRange(room, i * length, (i + 1) * length))
                                    .isEqualTo(elements(i, 0, length));
                            assertThat(Arrays.copyOfRange(spread, i * (length + 2), (i + 1) * (length + 2)))
                                    .isEqualTo(IntStream.range(0, length + 2)
                                            .map(k -> k < length ? element(sender, k) : GAP)
                                            .toArray());
                        }
                    }
                }
            }
        });
    }

    @OnEveryChannel(ranks = 5, timeoutSeconds = 60)
    @DisplayName(
            "COL-8, COL-12, COL-15 scatter and scatterv give rank i block i, which may stand in the same place for several")
    void scatters(Ranks ranks) {
        forEachSize(ranks, (part, size) -> {
            for (int root = 0; root < size; root++) {
                int from = root;
                for (int length : LENGTHS) {
                    List<int[]> equal = rooms(size, length);
                    List<int[]> same = rooms(size, length);
                    int[] all = elements(from, 0, size * length);
                    onAll(part, end -> {
                        boolean isRoot = end.rank() == from;
                        Blocks blocks = Blocks.of(size, i -> Buffers.of(all, 0, length));
                        Buffer room = Buffers.of(equal.get(end.rank()));
                        return end.scatter(isRoot ? Buffers.ints(all) : null, isRoot ? Buffer.inPlace() : room, from)
                                .then(end.scatterv(isRoot ? blocks : null, Buffers.of(same.get(end.rank())), from));
                    });
                    for (int i = 0; i < size; i++) {
                        assertThat(equal.get(i))
                                .isEqualTo(i == from ? gaps(length) : elements(from, i * length, length));
                        assertThat(same.get(i)).isEqualTo(elements(from, 0, length));
                    }
                }
            }
        });
    }

    @OnEveryChannel(ranks = 5, timeoutSeconds = 60)
    @DisplayName("COL-13, COL-15 allgather and allgatherv give all blocks to all, each rank's with places of its own")
    void allgathers(Ranks ranks) {
        forEachSize(ranks, (part, size) -> {
            for (int length : LENGTHS) {
                List<int[]> equal = rooms(size, size * length);
                List<int[]> inPlace = rooms(size, size * length);
                List<int[]> uneven = rooms(size, size * (length + size));
                onAll(part, end -> {
                    int rank = end.rank();
                    int[] mine = elements(rank, 0, length);
                    System.arraycopy(mine, 0, inPlace.get(rank), rank * length, length);
                    Blocks blocks = Blocks.of(
                            size, i -> Buffers.of(uneven.get(rank), (size - 1 - i) * (length + size), length + i));
                    return end.allgather(Buffers.ints(mine), Buffers.of(equal.get(rank)))
                            .then(end.allgather(Buffer.inPlace(), Buffers.of(inPlace.get(rank))))
                            .then(end.allgatherv(Buffers.ints(elements(rank, 0, length + rank)), blocks));
                });
                for (int rank = 0; rank < size; rank++) {
                    for (int i = 0; i < size; i++) {
                        int[] block = elements(i, 0, length);
                        assertThat(Arrays.copyOfRange(equal.get(rank), i * length, (i + 1) * length))
                                .isEqualTo(block);
                        int at = (size - 1 - i) * (length + size);
                        assertThat(Arrays.copyOfRange(uneven.get(rank), at, at + length + i))
                                .isEqualTo(elements(i, 0, length + i));
                        assertThat(Arrays.copyOfRange(uneven.get(rank), at + length + i, at + length + size))
                                .isEqualTo(gaps(size - i));
                    }
                    assertThat(inPlace.get(rank)).isEqualTo(equal.get(rank));
                }
            }
        });
    }

    @OnEveryChannel(ranks = 5, timeoutSeconds = 60)
    @DisplayName(
            "COL-14, COL-15 block j of rank i arrives as block i of rank j, of any lengths and types, also in place")
    void alltoalls(Ranks ranks) {
        forEachSize(ranks, CollectiveDataTest::assertAlltoall);
    }

    private static void assertAlltoall(List<Communicator> part, int size) {
        for (int length : LENGTHS) {
            List<int[]> equal = rooms(size, size * length);
            List<int[]> inPlace = IntStream.range(0, size)
                    .mapToObj(rank -> elements(rank, 0, size * length))
                    .toList();
            // In bytes here and in ints there: both ends have types of their own.
            List<List<ByteBuffer>> uneven = IntStream.range(0, size)
                    .mapToObj(rank -> IntStream.range(0, size)
                            .mapToObj(i -> ByteBuffer.allocateDirect(Integer.BYTES * (length + i + rank)))
                            .toList())
                    .toList();
            onAll(part, end -> {
                int rank = end.rank();
                Blocks sent = Blocks.of(size, i -> Buffers.of(elements(rank, i, length + rank + i)));
                Blocks received =
                        Blocks.of(size, i -> Buffers.of(uneven.get(rank).get(i)));
                return end.alltoall(Buffers.ints(elements(rank, 0, size * length)), Buffers.of(equal.get(rank)))
                        .then(end.alltoall(Buffer.inPlace(), Buffers.of(inPlace.get(rank))))
                        .then(end.alltoallv(sent, received));
            });
            for (int rank = 0; rank < size; rank++) {
                assertThat(inPlace.get(rank)).isEqualTo(equal.get(rank));
                for (int i = 0; i < size; i++) {
                    assertThat(Arrays.copyOfRange(equal.get(rank), i * length, (i + 1) * length))
                            .isEqualTo(elements(i, rank * length, length));
                    int[] got = new int[length + i + rank];
                    uneven.get(rank)
                            .get(i)
                            .order(ByteOrder.LITTLE_ENDIAN)
                            .asIntBuffer()
                            .get(got);
                    assertThat(got).isEqualTo(elements(i, rank, length + i + rank));
                }
            }
        }
    }

    @Tag("long")
    @OnEveryChannel(ranks = 17, timeoutSeconds = 120)
    @DisplayName("COL-7, COL-10, COL-14, COL-17 operations of 17 ranks give each rank what the definition says")
    void manyRanks(Ranks ranks) {
        List<Communicator> all = worlds(ranks);
        assertAlltoall(all, 17);
        for (int length : LENGTHS) {
            List<int[]> sums = rooms(17, length);
            List<int[]> data = IntStream.range(0, 17)
                    .mapToObj(rank -> rank == 5 ? elements(5, 0, length) : gaps(length))
                    .toList();
            onAll(
                    all,
                    end -> end.bcast(Buffers.of(data.get(end.rank())), 5)
                            .then(end.allreduce(
                                    Buffers.ints(data.get(end.rank())), Buffers.of(sums.get(end.rank())), Op.SUM)));
            int[] expected =
                    Arrays.stream(elements(5, 0, length)).map(one -> 17 * one).toArray();
            assertThat(sums).allSatisfy(sum -> assertThat(sum).isEqualTo(expected));
        }
    }

    @OnEveryChannel(ranks = 4)
    @DisplayName("COL-15 two blocks that change places are enough for alltoallv in place")
    void alltoallvInPlace(Ranks ranks) {
        List<int[]> rooms =
                IntStream.range(0, 4).mapToObj(rank -> elements(rank, 0, 4 * 5)).toList();
        onAll(
                worlds(ranks),
                end -> end.alltoallv(Blocks.of(
                        4, i -> Buffers.of(rooms.get(end.rank()), i * 5, (end.rank() + i) % 3 + 1))));
        for (int rank = 0; rank < 4; rank++) {
            for (int i = 0; i < 4; i++) {
                int length = (rank + i) % 3 + 1;
                assertThat(Arrays.copyOfRange(rooms.get(rank), i * 5, i * 5 + length))
                        .isEqualTo(elements(i, rank * 5, length));
            }
        }
    }

    @OnEveryChannel(ranks = 4)
    @DisplayName(
            "COL-20, COL-21 many operations at once complete in any order, and in one wait with sends and receives")
    void atOnce(Ranks ranks) {
        int operations = 200;
        List<List<int[]>> results =
                IntStream.range(0, 4).mapToObj(rank -> rooms(operations, 1)).toList();
        onAll(worlds(ranks), end -> {
            List<Mono<?>> all = new ArrayList<>();
            int next = (end.rank() + 1) % 4;
            int[] received = {0};
            all.add(end.isend(Buffers.ints(end.rank()), next, 1));
            for (int i = 0; i < operations; i++) {
                all.add(end.allreduce(
                        Buffers.ints(end.rank() + i),
                        Buffers.of(results.get(end.rank()).get(i)),
                        Op.SUM));
            }
            all.add(end.irecv(Buffers.of(received), Mpi.ANY_SOURCE, 1));
            return Requests.waitAll(all.stream().map(Request::start).toList())
                    .doOnNext(statuses -> assertThat(statuses.get(1)).isEqualTo(Status.empty()))
                    .then();
        });
        for (List<int[]> ofRank : results) {
            for (int i = 0; i < operations; i++) {
                assertThat(ofRank.get(i)).containsExactly(6 + 4 * i);
            }
        }
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("COL-24 persistent operations meet by the order of their making, whatever the order of their starts")
    void persistent(Ranks ranks) {
        List<int[]> sums = rooms(3, 1);
        List<int[]> greatest = rooms(3, 1);
        List<int[]> given = rooms(3, 1);
        List<List<PersistentRequest>> requests = new ArrayList<>();
        for (Communicator end : worlds(ranks)) {
            Buffer own = Buffers.of(given.get(end.rank()));
            requests.add(List.of(
                    PersistentRequest.of(end.allreduce(own, Buffers.of(sums.get(end.rank())), Op.SUM)),
                    PersistentRequest.of(end.allreduce(own, Buffers.of(greatest.get(end.rank())), Op.MAX))));
        }
        for (int run = 0; run < 5; run++) {
            int now = run;
            onAll(worlds(ranks), end -> {
                int rank = end.rank();
                given.get(rank)[0] = 10 * rank + now;
                int first = (rank + now) % 2;
                requests.get(rank).get(first).start();
                // One that is not persistent never meets them.
                return end.barrier().then(Mono.defer(() -> {
                    requests.get(rank).get(1 - first).start();
                    return Requests.waitAll(requests.get(rank));
                }));
            });
            assertThat(sums).allSatisfy(sum -> assertThat(sum).containsExactly(30 + 3 * now));
            assertThat(greatest).allSatisfy(most -> assertThat(most).containsExactly(20 + now));
        }
    }

    @OnEveryChannel(ranks = 4)
    @DisplayName(
            "COL-24, COL-25 a start behind one that was cancelled waits until that has ended, which works on the same memory")
    void startedAgain(Ranks ranks) {
        int length = 20_000;
        List<int[]> given = rooms(4, length);
        List<int[]> sums = rooms(4, length);
        List<PersistentRequest> requests = worlds(ranks).stream()
                .map(end -> PersistentRequest.of(
                        end.allreduce(Buffers.ints(given.get(end.rank())), Buffers.of(sums.get(end.rank())), Op.SUM)))
                .toList();
        given.forEach(data -> Arrays.fill(data, 1));
        PersistentRequest impatient = requests.get(0);
        for (int round = 0; round < 2; round++) {
            impatient.start();
            assertThat(ranks.pending(0).block(TIMEOUT)).isNotEmpty();
            impatient.cancel();
            assertThat(impatient.completion().block(TIMEOUT).isCancelled()).isTrue();
        }
        impatient.start();
        for (int round = 1; round <= 3; round++) {
            int now = round;
            onAll(worlds(ranks).subList(1, 4), end -> {
                Arrays.fill(given.get(end.rank()), now);
                requests.get(end.rank()).start();
                return requests.get(end.rank()).completion();
            });
            assertThat(sums.subList(1, 4))
                    .allSatisfy(sum -> assertThat(sum).containsOnly(1 + 3 * now).hasSize(length));
        }
        impatient.completion().block(TIMEOUT);
        assertThat(sums.get(0)).containsOnly(1 + 3 * 3).hasSize(length);
    }

    @OnEveryChannel(ranks = 4)
    @DisplayName("COL-3 collective messages never meet receives of the program, nor the program's those of operations")
    void apart(Ranks ranks) {
        Mono<Message> wildcard =
                ranks.world(1).receive(Mpi.ANY_SOURCE, Mpi.ANY_TAG).cache();
        wildcard.subscribe();
        onAll(worlds(ranks), end -> {
            int[] data = {end.rank() == 0 ? 7 : 0};
            return end.bcast(Buffers.of(data), 0)
                    .then(end.barrier())
                    .doOnSuccess(done -> assertThat(data).containsExactly(7));
        });
        ranks.world(3).isend(Buffers.ints(5), 1, 9).block(TIMEOUT);
        assertThat(wildcard.block(TIMEOUT).status().source()).isEqualTo(3);
    }
}
