package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.Family.assertFails;
import static org.reactivempi.conformance.Family.assertIs;
import static org.reactivempi.conformance.Family.joined;
import static org.reactivempi.conformance.Family.onAll;
import static org.reactivempi.conformance.Family.started;
import static org.reactivempi.conformance.Family.worlds;
import static org.reactivempi.conformance.Payloads.TAG;
import static org.reactivempi.conformance.Payloads.TIMEOUT;
import static org.reactivempi.conformance.Payloads.ints;

import java.util.List;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import org.reactivempi.Codecs;
import org.reactivempi.Communicator;
import org.reactivempi.ErrorClass;
import org.reactivempi.Intercommunicator;
import org.reactivempi.Mpi;
import org.reactivempi.MpiException;
import org.reactivempi.Op;
import org.reactivempi.Stall;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** What is wrong with the making of a communicator of two groups, or with a call there, is told alike where all have called it. */
class JoiningErrorsTest {

    private static void assertAllFail(List<? extends Mono<?>> all, ErrorClass errorClass, IntFunction<String[]> words)
            throws InterruptedException {
        List<? extends Recorder<?>> recorders =
                all.stream().map(Family::started).toList();
        for (int rank = 0; rank < recorders.size(); rank++) {
            Object end = recorders.get(rank).await().get(0);
            assertThat(end).isInstanceOf(Throwable.class);
            assertIs((Throwable) end, errorClass, words.apply(rank));
        }
    }

    private static void works(Ranks ranks, List<Communicator> groups, int first) {
        List<Intercommunicator> ends = onAll(groups, end -> {
            int rank = groups.indexOf(end);
            return end.intercommunicator(0, ranks.world(rank), rank < first ? first : 0, TAG);
        });
        onAll(ends, Intercommunicator::barrier);
        onAll(ends, Intercommunicator::free);
    }

    private static List<Communicator> halves(Ranks ranks, int first) {
        return onAll(worlds(ranks), end -> end.split(end.rank() < first ? 0 : 1, 0));
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("ICM-1 a group that joins itself, by one leader or by two, is refused with COMM on all of its ranks")
    void overlap(Ranks ranks) throws InterruptedException {
        List<Communicator> worlds = worlds(ranks);
        assertAllFail(
                worlds.stream()
                        .map(end -> end.intercommunicator(0, end, 0, TAG))
                        .toList(),
                ErrorClass.COMM,
                rank -> new String[] {"have processes in common"});
        // Two groups with rank 1 in common; each call of one rank is on a communicator of its own.
        List<Communicator> left = onAll(worlds, end -> end.split(end.rank() < 2 ? 0 : 1, 0));
        List<Communicator> right = onAll(worlds, end -> end.split(end.rank() == 0 ? 0 : 1, 0));
        assertAllFail(
                List.of(
                        left.get(0).intercommunicator(0, worlds.get(0), 2, TAG),
                        left.get(1).intercommunicator(0, worlds.get(1), 2, TAG),
                        right.get(1).intercommunicator(1, worlds.get(1), 0, TAG),
                        right.get(2).intercommunicator(1, worlds.get(2), 0, TAG)),
                ErrorClass.COMM,
                rank -> new String[] {"[0, 1]", "[1, 2]"});
        works(ranks, halves(ranks, 1), 1);
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName(
            "ICM-1 wrong leaders and tags are refused with what was allowed, those of the leader alone on all ranks of its group")
    void wrongArguments(Ranks ranks) throws InterruptedException {
        List<Communicator> groups = halves(ranks, 2);
        Communicator one = groups.get(0);
        assertFails(one.intercommunicator(2, ranks.world(0), 2, TAG), ErrorClass.RANK, "local leader 2", "0..1");
        assertFails(one.intercommunicator(-1, ranks.world(0), 2, TAG), ErrorClass.RANK, "local leader -1");
        assertFails(one.intercommunicator(0, ranks.world(0), 2, -5), ErrorClass.TAG, "-5", "0..");
        List<Communicator> pair = groups.subList(0, 2);
        assertAllFail(
                pair.stream()
                        .map(end -> end.intercommunicator(1, ranks.world(pair.indexOf(end)), 3, TAG))
                        .toList(),
                ErrorClass.RANK,
                rank -> rank == 1
                        ? new String[] {"remote leader 3 is outside 0..2"}
                        : new String[] {"the leader of this group, rank 1,"});
        List<Communicator> freed = onAll(worlds(ranks), Communicator::dup);
        Family.free(freed);
        assertAllFail(
                pair.stream()
                        .map(end -> end.intercommunicator(0, freed.get(pair.indexOf(end)), 2, TAG))
                        .toList(),
                ErrorClass.COMM,
                rank -> new String[] {rank == 0 ? "freed" : "the leader of this group, rank 0,"});
        works(ranks, groups, 2);
    }

    @OnEveryChannel(ranks = 2, virtualTime = true, settings = "deadlock=report")
    @DisplayName("ICM-1, PRG-4 leaders that name different tags are in a deadlock that is proven")
    void differentTags(Ranks ranks) {
        List<Communicator> groups = halves(ranks, 1);
        Flux<Stall> stalls =
                Flux.merge(ranks.session(0).stalls(), ranks.session(1).stalls());
        Disposable waiting = Disposables.composite(
                groups.get(0).intercommunicator(0, ranks.world(0), 1, TAG).subscribe(),
                groups.get(1).intercommunicator(0, ranks.world(1), 0, TAG + 1).subscribe());
        Stall proven = ranks.time().until(stalls.filter(Stall::proven).next()).orElseThrow();
        assertThat(proven.ranks()).containsExactly(0, 1);
        assertThat(proven.toString()).contains("tag " + TAG);
        waiting.dispose();
        ranks.abort(1, "ended by the test").block(TIMEOUT);
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("ICM-5 a root that is none is refused with ROOT in each operation, and says what was allowed")
    void wrongRoot(Ranks ranks) {
        List<Intercommunicator> ends = joined(ranks, 1);
        Intercommunicator end = ends.get(0);
        Buffer room = Buffers.of(new int[2]);
        for (int root : new int[] {2, 7, Mpi.ANY_SOURCE, -20}) {
            for (Mono<?> each : List.<Mono<?>>of(
                    end.bcast(room, root),
                    end.gather(ints(1), room, root),
                    end.scatter(ints(1), room, root),
                    end.reduce(ints(1), room, Op.SUM, root),
                    end.reduce(1L, Op.SUM, root),
                    end.values(Codecs.string()).bcast("a", root))) {
                assertFails(each, ErrorClass.ROOT, "root " + root, "0..1", "ROOT", "PROC_NULL");
            }
        }
        onAll(ends, Intercommunicator::barrier);
        onAll(ends, Intercommunicator::free);
    }

    @OnEveryChannel(ranks = 4)
    @DisplayName(
            "COL-25, ICM-5 two groups that disagree are told so, with roots, lengths and operations, and by their names")
    void disagree(Ranks ranks) throws InterruptedException {
        List<Intercommunicator> ends = joined(ranks, 2);
        Function<IntFunction<Mono<?>>, List<? extends Mono<?>>> all =
                call -> IntStream.range(0, 4).mapToObj(call).toList();
        int[][] rooms = new int[4][4];
        assertAllFail(
                all.apply(rank -> ends.get(rank).bcast(Buffers.of(rooms[rank]), rank < 2 ? Mpi.ROOT : 0)),
                ErrorClass.ROOT,
                rank -> new String[] {"bcast with root", rank == 3 ? "remote 1 (1 in world)" : "(1 in world)"});
        assertAllFail(
                all.apply(rank -> ends.get(rank)
                        .bcast(Buffers.of(rooms[rank]), rank == 0 ? Mpi.ROOT : rank == 1 ? Mpi.PROC_NULL : rank - 2)),
                ErrorClass.ROOT,
                rank -> new String[] {"root"});
        assertAllFail(
                all.apply(rank -> ends.get(rank)
                        .bcast(
                                Buffers.of(rooms[rank], 0, rank == 3 ? 3 : 4),
                                rank == 0 ? Mpi.ROOT : rank == 1 ? Mpi.PROC_NULL : 0)),
                ErrorClass.COUNT,
                rank -> new String[] {"16 bytes", "12 bytes"});
        assertAllFail(
                all.apply(
                        rank -> ends.get(rank).allreduce(ints(1), Buffers.of(new int[1]), rank == 2 ? Op.MAX : Op.SUM)),
                ErrorClass.OP,
                rank -> new String[] {"MAX", "SUM"});
        assertAllFail(
                all.apply(rank -> ends.get(rank).allgather(ints(1), Buffers.of(new int[rank < 2 ? 4 : 2]))),
                ErrorClass.COUNT,
                rank -> new String[] {"blocks of [4, 8]", "blocks of [4, 4]"});
        assertAllFail(
                all.apply(rank -> rank < 2
                        ? ends.get(rank).barrier()
                        : ends.get(rank).allgather(ints(1), Buffers.of(new int[2]))),
                ErrorClass.OTHER,
                rank -> new String[] {"barrier", "allgather"});
        int[][] sums = new int[4][1];
        onAll(ends, end -> end.allreduce(ints(1 + ends.indexOf(end)), Buffers.of(sums[ends.indexOf(end)]), Op.SUM));
        assertThat(sums).isDeepEqualTo(new int[][] {{7}, {7}, {3}, {3}});
        onAll(ends, Intercommunicator::free);
    }

    @OnEveryChannel(ranks = 3, settings = "check-collectives=off")
    @DisplayName(
            "ICM-6 a scattered reduction whose groups don't get what the other one reduces is refused with both lengths")
    void unevenReduction(Ranks ranks) {
        List<Intercommunicator> ends = joined(ranks, 1);
        Intercommunicator pair = ends.get(1);
        assertFails(
                pair.reduceScatterBlock(ints(1, 2, 3), Buffers.of(new int[1]), Op.SUM), ErrorClass.COUNT, "12", "8");
        assertFails(
                pair.reduceScatter(ints(1), Buffers.of(new int[1]), new int[] {1, 1}, Op.SUM),
                ErrorClass.COUNT,
                "4",
                "8");
        assertFails(
                pair.reduceScatter(ints(1), Buffers.of(new int[1]), new int[] {1}, Op.SUM),
                ErrorClass.COUNT,
                "1 counts",
                "2");
        onAll(ends, Intercommunicator::barrier);
        onAll(ends, Intercommunicator::free);
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("ICM-4 what is made of two groups is checked as of one, and a freed one refuses everything")
    void wrongChildren(Ranks ranks) {
        List<Intercommunicator> ends = joined(ranks, 1);
        Intercommunicator end = ends.get(0);
        assertFails(end.split(-3, 0), ErrorClass.ARG, "-3");
        assertFails(end.create(null), ErrorClass.GROUP, "null");
        assertFails(end.create(ranks.world(0).group()), ErrorClass.GROUP, "rank 1 of the group", "own group");
        onAll(ends, Intercommunicator::barrier);
        onAll(ends, Intercommunicator::free);
        for (Mono<?> each : List.<Mono<?>>of(
                end.dup(),
                end.split(0, 0),
                end.create(end.group()),
                end.merge(true),
                end.barrier(),
                end.isend(ints(1), 0, TAG),
                end.free(),
                end.failures().agree(1))) {
            assertFails(each, ErrorClass.COMM, "freed");
        }
        assertThat(started(Mono.fromCallable(() -> end.compare(end))).signals())
                .singleElement()
                .isInstanceOf(MpiException.class);
    }
}
