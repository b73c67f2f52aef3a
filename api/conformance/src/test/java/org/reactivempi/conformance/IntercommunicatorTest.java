package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.Family.assertFails;
import static org.reactivempi.conformance.Family.joined;
import static org.reactivempi.conformance.Family.members;
import static org.reactivempi.conformance.Family.onAll;
import static org.reactivempi.conformance.Family.started;
import static org.reactivempi.conformance.Payloads.TAG;
import static org.reactivempi.conformance.Payloads.TIMEOUT;
import static org.reactivempi.conformance.Payloads.ints;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.AnyCommunicator;
import org.reactivempi.AnyCommunicator.Comparison;
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.ErrorClass;
import org.reactivempi.Intercommunicator;
import org.reactivempi.Mpi;
import org.reactivempi.Op;
import org.reactivempi.Status;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import reactor.core.publisher.Mono;

/** ICM: communicators of two groups. */
class IntercommunicatorTest {

    private static final int RANKS = 5;

    /** What an operation gives, by the number of the end; nothing where it gives nothing. */
    private static <C extends AnyCommunicator, T> List<Optional<T>> maybe(List<C> ends, Function<C, Mono<T>> made) {
        return onAll(ends, end -> made.apply(end).map(Optional::of).defaultIfEmpty(Optional.empty()));
    }

    @OnEveryChannel(ranks = RANKS)
    @DisplayName(
            "ICM-1 the messages of leaders meet no others of their communicator, not even a receive of anything posted before")
    void leadersApart(Ranks ranks) throws InterruptedException {
        Recorder<Status> anything = started(ranks.world(2).irecv(Buffers.of(new int[1]), Mpi.ANY_SOURCE, Mpi.ANY_TAG));
        List<Intercommunicator> ends = joined(ranks, 2);
        assertThat(anything.signals()).isEmpty();
        ranks.world(0).isend(ints(3), 2, TAG).block(TIMEOUT);
        assertThat(anything.await()).first().isEqualTo(Status.of(0, TAG, Integer.BYTES));
        onAll(ends, Intercommunicator::free);
    }

    @OnEveryChannel(ranks = RANKS)
    @DisplayName(
            "ICM-2 rank and size are of the own group; destinations, sources and what a status says are ranks of the other one")
    void ranksOfTheOtherGroup(Ranks ranks) {
        for (int first = 1; first < RANKS; first++) {
            List<Intercommunicator> ends = joined(ranks, first);
            for (int rank = 0; rank < RANKS; rank++) {
                boolean isFirst = rank < first;
                Intercommunicator end = ends.get(rank);
                assertThat(end.rank()).isEqualTo(isFirst ? rank : rank - first);
                assertThat(end.size()).isEqualTo(isFirst ? first : RANKS - first);
                assertThat(end.remoteSize()).isEqualTo(isFirst ? RANKS - first : first);
                int[] lower = IntStream.range(0, first).toArray();
                int[] upper = IntStream.range(first, RANKS).toArray();
                assertThat(members(end.group())).isEqualTo(isFirst ? lower : upper);
                assertThat(members(end.remoteGroup())).isEqualTo(isFirst ? upper : lower);
            }
            assertEachToEach(ends, first);
            assertFails(
                    ends.get(0).isend(ints(1), RANKS - first, TAG),
                    ErrorClass.RANK,
                    (RANKS - first) + "",
                    "0.." + (RANKS - first - 1));
            onAll(ends, Intercommunicator::free);
        }
    }

    private static void assertEachToEach(List<Intercommunicator> ends, int first) {
        for (int from = 0; from < RANKS; from++) {
            Intercommunicator sender = ends.get(from);
            for (int to = 0; to < sender.remoteSize(); to++) {
                Intercommunicator receiver = ends.get(from < first ? first + to : to);
                int[] room = new int[1];
                Mono<Status> sent = sender.isend(ints(10 * from + to), to, TAG);
                Mono<Status> probed = receiver.probe(Mpi.ANY_SOURCE, Mpi.ANY_TAG);
                assertThat(Mono.zip(sent, probed).block(TIMEOUT).getT2().source())
                        .isEqualTo(sender.rank());
                Status status =
                        receiver.irecv(Buffers.of(room), Mpi.ANY_SOURCE, TAG).block(TIMEOUT);
                assertThat(status.source()).isEqualTo(sender.rank());
                assertThat(room).containsExactly(10 * from + to);
            }
        }
    }

    @OnEveryChannel(ranks = RANKS)
    @DisplayName(
            "ICM-3 merged ranks come in the order of their groups: low before high, and alike on all where both say the same")
    void merge(Ranks ranks) {
        List<Intercommunicator> ends = joined(ranks, 2);
        for (boolean[] high : new boolean[][] {{false, true}, {true, false}, {false, false}, {true, true}}) {
            List<Communicator> merged = onAll(ends, end -> end.merge(ends.indexOf(end) < 2 ? high[0] : high[1]));
            int[] order = members(merged.get(0).group());
            assertThat(merged).allMatch(end -> Arrays.equals(members(end.group()), order));
            if (high[0] != high[1]) {
                assertThat(order).isEqualTo(high[0] ? new int[] {2, 3, 4, 0, 1} : new int[] {0, 1, 2, 3, 4});
            } else {
                assertThat(order).containsExactlyInAnyOrder(0, 1, 2, 3, 4);
            }
            onAll(merged, Communicator::barrier);
            onAll(merged, Communicator::free);
        }
        onAll(ends, Intercommunicator::free);
    }

    @OnEveryChannel(ranks = RANKS)
    @DisplayName("ICM-4 dup and free keep both groups apart")
    void duplicated(Ranks ranks) {
        List<Intercommunicator> ends = joined(ranks, 3);
        List<Intercommunicator> copies = onAll(ends, Intercommunicator::dup);
        for (int rank = 0; rank < RANKS; rank++) {
            Intercommunicator end = ends.get(rank);
            assertThat(members(copies.get(rank).remoteGroup())).isEqualTo(members(end.remoteGroup()));
            assertThat(end.compare(copies.get(rank))).isEqualTo(Comparison.CONGRUENT);
            assertThat(end.compare(end)).isEqualTo(Comparison.IDENTICAL);
            assertThat(end.compare(ranks.world(rank))).isEqualTo(Comparison.UNEQUAL);
        }
        onAll(ends, Intercommunicator::free);
        assertEachToEach(copies, 3);
        onAll(copies, Intercommunicator::free);
    }

    @OnEveryChannel(ranks = RANKS)
    @DisplayName("ICM-4 split parts both groups alike; a part that lacks ranks on one side gives no communicator")
    void split(Ranks ranks) {
        List<Intercommunicator> ends = joined(ranks, 2);
        int[] colors = {1, 0, 1, Mpi.UNDEFINED, 1};
        int[] keys = {0, 0, 5, 0, 4};
        List<Optional<Intercommunicator>> parts =
                maybe(ends, end -> end.split(colors[ends.indexOf(end)], keys[ends.indexOf(end)]));
        assertThat(parts.get(1)).isEmpty();
        assertThat(parts.get(3)).isEmpty();
        List<Intercommunicator> made = parts.stream().flatMap(Optional::stream).toList();
        assertThat(made).hasSize(3);
        assertThat(members(made.get(0).group())).containsExactly(0);
        assertThat(members(made.get(0).remoteGroup())).containsExactly(4, 2);
        assertThat(members(made.get(1).group())).containsExactly(4, 2);
        assertThat(made.get(1).rank()).isEqualTo(1);
        int[][] rooms = new int[3][2];
        onAll(made, end -> {
            int at = made.indexOf(end);
            Buffer room = Buffers.of(rooms[at], 0, end.remoteSize());
            return end.allgather(ints(100 + at), room);
        });
        assertThat(rooms).isDeepEqualTo(new int[][] {{102, 101}, {100, 0}, {100, 0}});
        onAll(made, Intercommunicator::free);
        assertFails(ends.get(0).split(-7, 0), ErrorClass.ARG, "-7");
        onAll(ends, Intercommunicator::barrier);
        onAll(ends, Intercommunicator::free);
    }

    @OnEveryChannel(ranks = RANKS)
    @DisplayName(
            "ICM-4 create takes some ranks of each group, in the order given; without ranks on one side there is none")
    void create(Ranks ranks) {
        List<Intercommunicator> ends = joined(ranks, 3);
        List<Optional<Intercommunicator>> parts = maybe(
                ends,
                end -> end.create(
                        ends.indexOf(end) < 3
                                ? end.group().incl(2, 0)
                                : end.group().incl(1)));
        List<Intercommunicator> made = parts.stream().flatMap(Optional::stream).toList();
        assertThat(made).hasSize(3);
        assertThat(members(made.get(0).group())).containsExactly(2, 0);
        assertThat(members(made.get(2).remoteGroup())).containsExactly(2, 0);
        assertThat(members(made.get(2).group())).containsExactly(4);
        onAll(made, Intercommunicator::barrier);
        onAll(made, Intercommunicator::free);
        assertThat(maybe(
                        ends,
                        end -> end.create(
                                ends.indexOf(end) < 3
                                        ? end.group()
                                        : end.group().incl())))
                .allMatch(Optional::isEmpty);
        assertFails(ends.get(0).create(ends.get(0).remoteGroup()), ErrorClass.GROUP, "not in the own group");
        onAll(ends, Intercommunicator::barrier);
        onAll(ends, Intercommunicator::free);
    }

    @OnEveryChannel(ranks = RANKS)
    @DisplayName("ICM-5 rooted operations move data from the root's group to the other one, or back, and no other way")
    void rooted(Ranks ranks) {
        List<Intercommunicator> ends = joined(ranks, 2);
        for (int root = 0; root < RANKS; root++) {
            int first = root < 2 ? 0 : 2;
            int rootRank = root - first;
            int[][] rooms = new int[RANKS][3];
            int theRoot = root;
            Function<Integer, Integer> role = rank -> {
                boolean inRootsGroup = rank < 2 == theRoot < 2;
                int among = rank == theRoot ? Mpi.ROOT : Mpi.PROC_NULL;
                return inRootsGroup ? among : rootRank;
            };
            List<int[]> data = new ArrayList<>();
            for (int rank = 0; rank < RANKS; rank++) {
                data.add(new int[] {rank == root ? 77 : rank});
            }
            onAll(ends, end -> {
                int rank = ends.indexOf(end);
                return end.bcast(Buffers.of(data.get(rank)), role.apply(rank));
            });
            onAll(ends, end -> {
                int rank = ends.indexOf(end);
                Buffer all = Buffers.of(rooms[rank], 0, rank == theRoot ? end.remoteSize() : 0);
                return end.gather(ints(rank), all, role.apply(rank));
            });
            for (int rank = 0; rank < RANKS; rank++) {
                boolean isOther = rank < 2 != root < 2;
                assertThat(data.get(rank)).containsExactly(isOther || rank == root ? 77 : rank);
            }
            assertThat(rooms[root]).startsWith(root < 2 ? new int[] {2, 3, 4} : new int[] {0, 1});
        }
        assertFails(ends.get(0).bcast(Buffers.of(new int[1]), 3), ErrorClass.ROOT, "3", "0..2", "ROOT");
        onAll(ends, Intercommunicator::barrier);
        onAll(ends, Intercommunicator::free);
    }

    @OnEveryChannel(ranks = RANKS)
    @DisplayName("ICM-6 each group gets what the other one gives, and a barrier waits for all of the other group")
    void eachFromTheOther(Ranks ranks) throws InterruptedException {
        List<Intercommunicator> ends = joined(ranks, 2);
        int[][] sums = new int[RANKS][1];
        int[][] gathered = new int[RANKS][];
        int[][] exchanged = new int[RANKS][];
        onAll(ends, end -> {
            int rank = ends.indexOf(end);
            return end.allreduce(ints(1 << rank), Buffers.of(sums[rank]), Op.SUM);
        });
        onAll(ends, end -> {
            int rank = ends.indexOf(end);
            gathered[rank] = new int[end.remoteSize()];
            return end.allgather(ints(rank), Buffers.of(gathered[rank]));
        });
        onAll(ends, end -> {
            int rank = ends.indexOf(end);
            exchanged[rank] = new int[end.remoteSize()];
            int[] sent =
                    IntStream.range(0, end.remoteSize()).map(i -> 10 * rank + i).toArray();
            return end.alltoall(Buffers.of(sent), Buffers.of(exchanged[rank]));
        });
        for (int rank = 0; rank < RANKS; rank++) {
            int own = ends.get(rank).rank();
            int[] others = rank < 2 ? new int[] {2, 3, 4} : new int[] {0, 1};
            assertThat(sums[rank]).containsExactly(rank < 2 ? 28 : 3);
            assertThat(gathered[rank]).isEqualTo(others);
            assertThat(exchanged[rank])
                    .isEqualTo(
                            IntStream.of(others).map(other -> 10 * other + own).toArray());
        }
        Recorder<Void> waiting = started(ends.get(0).barrier());
        started(ends.get(1).barrier());
        started(ends.get(2).barrier());
        started(ends.get(3).barrier());
        Traffic.meet(ranks);
        assertThat(waiting.signals()).isEmpty();
        ends.get(4).barrier().block(TIMEOUT);
        waiting.await();
        onAll(ends, Intercommunicator::free);
    }

    @OnEveryChannel(ranks = 2)
    @DisplayName("ICM-7 in place is not allowed, and a communicator of two groups has neither scans nor topologies")
    void notAllowed(Ranks ranks) {
        List<Intercommunicator> ends = joined(ranks, 1);
        Intercommunicator end = ends.get(0);
        assertFails(end.allreduce(Buffer.inPlace(), Buffers.of(new int[1]), Op.SUM), ErrorClass.BUFFER, "in place");
        assertFails(end.allgather(Buffer.inPlace(), Buffers.of(new int[1])), ErrorClass.BUFFER, "in place");
        assertFails(end.bcast(Buffer.inPlace(), Mpi.ROOT), ErrorClass.BUFFER, "in place");
        // Neither scans nor topologies compile.
        assertThat(end).isNotInstanceOf(Communicator.class);
        onAll(ends, Intercommunicator::barrier);
        onAll(ends, Intercommunicator::free);
    }
}
