package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.Family.assertIs;
import static org.reactivempi.conformance.Family.context;
import static org.reactivempi.conformance.Family.dup;
import static org.reactivempi.conformance.Family.onAll;
import static org.reactivempi.conformance.Family.reordered;
import static org.reactivempi.conformance.Family.started;
import static org.reactivempi.conformance.Family.worlds;
import static org.reactivempi.conformance.Payloads.TAG;
import static org.reactivempi.conformance.Payloads.TIMEOUT;
import static org.reactivempi.conformance.Payloads.ints;
import static org.reactivempi.conformance.Traffic.exchange;
import static org.reactivempi.conformance.Traffic.meet;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.Blocks;
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.ErrorClass;
import org.reactivempi.Op;
import org.reactivempi.ProcessFailedException;
import org.reactivempi.testkit.AlsoWithFaults;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

/** Collective operations that run at once, at different times, or not to their end. */
@AlsoWithFaults
class CollectiveTest {

    @OnEveryChannel(ranks = 4)
    @DisplayName("RCV-6, COL-1, COL-20 collective operations of one communicator that run at once do not get mixed up")
    void atOnce(Ranks ranks) {
        List<List<Communicator>> made = onAll(
                worlds(ranks),
                world -> Mono.zip(
                                world.dup(),
                                world.split(0, -world.rank()),
                                world.barrier().thenReturn(true),
                                world.dup(),
                                world.split(world.rank() / 2, 0))
                        .map(all -> List.of(all.getT1(), all.getT2(), all.getT4(), all.getT5())));

        for (int i = 0; i < 4; i++) {
            int which = i;
            List<Communicator> ends = made.stream().map(list -> list.get(which)).toList();
            assertThat(ends.stream().map(Family::context).distinct()).hasSize(i == 3 ? 2 : 1);
            assertThat(ends).extracting(Communicator::size).containsOnly(i == 3 ? 2 : 4);
            onAll(ends, Communicator::barrier);
        }
        assertThat(made.get(0).stream().map(Family::context)).doesNotHaveDuplicates();
    }

    /** Per communicator all ranks start the same operations in the same order; between communicators each as it likes. */
    @OnEveryChannel(ranks = 4, timeoutSeconds = 60)
    @DisplayName(
            "RCV-6, COL-3 operations on several communicators, in another order and time on each rank, neither hang nor mix")
    void randomInterleavings(Ranks ranks) {
        for (int seed = 0; seed < 10; seed++) {
            List<List<Communicator>> parents =
                    List.of(worlds(ranks), dup(worlds(ranks)), reordered(worlds(ranks), rank -> -rank));
            List<List<Integer>> orders = new ArrayList<>();
            Random random = new Random(seed);
            for (int rank = 0; rank < ranks.size(); rank++) {
                List<Integer> order = new ArrayList<>();
                parents.forEach(parent -> order.addAll(Collections.nCopies(5, parents.indexOf(parent))));
                Collections.shuffle(order, random);
                orders.add(order);
            }
            List<List<Mono<Communicator>>> running = new ArrayList<>();
            IntStream.range(0, ranks.size()).forEach(rank -> running.add(new ArrayList<>()));
            Traffic.onThreads(
                    ranks.size(), rank -> running.get(rank).addAll(startAll(parents, orders.get(rank), rank)));

            List<List<Integer>> contexts =
                    running.stream().map(CollectiveTest::contexts).toList();
            assertThat(contexts).as("seed %d", seed).containsOnly(contexts.get(0));
            assertThat(contexts.get(0)).as("seed %d", seed).doesNotHaveDuplicates();
        }
    }

    private static List<Mono<Communicator>> startAll(List<List<Communicator>> parents, List<Integer> order, int rank) {
        List<List<Mono<Communicator>>> started = List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        for (int which : order) {
            Communicator parent = parents.get(which).get(rank);
            List<Mono<Communicator>> children = started.get(which);
            Mono<Communicator> child =
                    (children.size() % 2 == 0 ? parent.dup() : parent.split(0, parent.rank())).cache();
            child.subscribe();
            children.add(child);
        }
        return started.stream().flatMap(List::stream).toList();
    }

    private static List<Integer> contexts(List<Mono<Communicator>> made) {
        return made.stream().map(child -> context(child.block(TIMEOUT))).toList();
    }

    @OnEveryChannel(ranks = 4, timeoutSeconds = 60)
    @DisplayName(
            "COL-26 nonblocking messages and collective operations, in another order on each rank, all come to their end")
    void orderOfMessages(Ranks ranks) {
        for (int seed = 0; seed < 10; seed++) {
            Random random = new Random(seed);
            List<Mono<Void>> running = new ArrayList<>();
            List<int[]> sums = new ArrayList<>();
            List<int[]> arrived = new ArrayList<>();
            for (int rank = 0; rank < ranks.size(); rank++) {
                Communicator world = ranks.world(rank);
                int[] sum = {rank};
                int[] fromPrevious = new int[1];
                sums.add(sum);
                arrived.add(fromPrevious);
                // Those of the communicator stay in one order, as MPI asks for; the messages come anywhere between
                // them.
                List<Mono<?>> operations = new ArrayList<>(List.of(
                        world.barrier(), world.allreduce(Buffer.inPlace(), Buffers.of(sum), Op.SUM), world.barrier()));
                operations.add(random.nextInt(4), world.issend(ints(rank), (rank + 1) % ranks.size(), TAG));
                operations.add(
                        random.nextInt(5), world.irecv(Buffers.of(fromPrevious), (rank + 3) % ranks.size(), TAG));
                Mono<Void> all = Mono.when(operations).cache();
                all.subscribe();
                running.add(all);
            }

            Mono.when(running).block(TIMEOUT);

            assertThat(sums).as("seed %d", seed).containsOnly(new int[] {6});
            for (int rank = 0; rank < ranks.size(); rank++) {
                assertThat(arrived.get(rank)).as("seed %d", seed).containsExactly((rank + 3) % ranks.size());
            }
        }
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName(
            "COL-22 arrays of blocks are read when the operation is put together: what changes in them later has no effect")
    void blocksAreCopied(Ranks ranks) {
        int[][] rooms = new int[3][3];
        onAll(worlds(ranks), world -> {
            Buffer[] parts = IntStream.range(0, 3)
                    .mapToObj(from -> Buffers.of(rooms[world.rank()], from, 1))
                    .toArray(Buffer[]::new);
            Mono<Void> gathered = world.allgatherv(ints(10 + world.rank()), Blocks.of(parts));
            Collections.reverse(Arrays.asList(parts));
            return gathered.thenReturn(true);
        });
        assertThat(rooms).isDeepEqualTo(new int[][] {{10, 11, 12}, {10, 11, 12}, {10, 11, 12}});
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("RX-2 a collective operation starts with its first request, and refuses demand of 0 or less")
    void demand(Ranks ranks) throws Exception {
        Recorder<Communicator> unasked = new Recorder<>();
        ranks.world(0).dup().subscribe(unasked);
        Recorder<Communicator> wrong = new Recorder<>();
        ranks.world(0).dup().subscribe(wrong);
        wrong.request(0);
        assertThat(wrong.await()).singleElement().isInstanceOf(IllegalArgumentException.class);

        // Neither has taken part: this one is the first operation of all ranks.
        assertThat(dup(worlds(ranks))).hasSize(3);
        assertThat(unasked.signals()).isEmpty();
    }

    @OnEveryChannel(ranks = 5)
    @DisplayName(
            "LIF-4, COL-29 a rank that dies during dup or split fails it on all ranks that wait, with its own rank")
    void lostRank(Ranks ranks) throws Exception {
        meet(ranks);
        List<Recorder<Communicator>> recorders = IntStream.of(0, 1, 3, 4)
                .mapToObj(rank -> started(ranks.world(rank).split(0, 0)))
                .toList();
        ranks.pending(0).block(TIMEOUT);
        ranks.abort(2, "killed by the test").block(TIMEOUT);
        for (Recorder<Communicator> recorder : recorders) {
            assertLost(recorder, 2);
        }

        List<Recorder<Communicator>> dups = IntStream.of(1, 3, 4)
                .mapToObj(rank -> started(ranks.world(rank).dup()))
                .toList();
        ranks.pending(1).block(TIMEOUT);
        ranks.abort(0, "killed by the test").block(TIMEOUT);
        assertLost(dups.get(0), 0);
        assertLost(dups.get(2), 0);
        // Its parent in the tree has died before.
        assertLost(dups.get(1), 2);
        assertThat(exchange(ranks.world(1), ranks.world(3), 4)).isEqualTo(4);
    }

    private static void assertLost(Recorder<Communicator> recorder, int rank) throws InterruptedException {
        assertThat(recorder.await()).singleElement().isInstanceOfSatisfying(ProcessFailedException.class, error -> {
            assertIs(error, ErrorClass.PROC_FAILED);
            assertThat(error.rank()).isEqualTo(rank);
        });
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName(
            "LIF-4 receives in a communicator whose ranks are reversed fail when their own source dies, and no other")
    void lostPeerOfAReorderedCommunicator(Ranks ranks) throws Exception {
        List<Communicator> reversed = reordered(worlds(ranks), rank -> -rank);
        meet(ranks);
        // Rank 2 of the world is rank 0 here; rank 1 is rank 1, and rank 0 is rank 2.
        Communicator middle = reversed.get(1);
        Recorder<?> fromTheLost = started(middle.receive(0, TAG));
        Recorder<?> fromTheOther = started(middle.receive(2, TAG));
        ranks.pending(1).block(TIMEOUT);
        ranks.abort(2, "killed by the test").block(TIMEOUT);

        assertThat(fromTheLost.await())
                .singleElement()
                .isInstanceOfSatisfying(
                        ProcessFailedException.class,
                        error -> assertThat(error.rank()).isEqualTo(2));
        StepVerifier.create(middle.receive(0, TAG))
                .expectError(ProcessFailedException.class)
                .verify(TIMEOUT);
        reversed.get(0).isend(ints(3), 1, TAG).block(TIMEOUT);
        assertThat(fromTheOther.await()).hasSize(2);
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("LIF-2 a session that closes waits for the collective operations that it has started, to their end")
    void closingWaits(Ranks ranks) throws Exception {
        Recorder<Communicator> dup = started(ranks.world(2).dup());
        Recorder<Communicator> split = started(ranks.world(2).split(0, 0));
        Recorder<Void> barrier = started(ranks.world(2).barrier());
        Recorder<Void> closed = started(ranks.session(2).close());
        assertThat(ranks.pending(2).block(TIMEOUT))
                .contains("dup(world)", "split(world)")
                .anyMatch(line -> line.startsWith("barrier(world), operation 2"));
        assertThat(closed.signals()).isEmpty();

        onAll(worlds(ranks).subList(0, 2), world -> Mono.when(world.dup(), world.split(0, 0), world.barrier()));
        assertThat(dup.await()).hasSize(2);
        assertThat(split.await()).hasSize(2);
        assertThat(barrier.await()).containsExactly("complete");
    }
}
