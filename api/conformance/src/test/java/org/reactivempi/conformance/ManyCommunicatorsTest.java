package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.Family.context;
import static org.reactivempi.conformance.Family.joined;
import static org.reactivempi.conformance.Family.members;
import static org.reactivempi.conformance.Family.onAll;
import static org.reactivempi.conformance.Family.started;
import static org.reactivempi.conformance.Family.worlds;
import static org.reactivempi.conformance.Payloads.TAG;
import static org.reactivempi.conformance.Payloads.TIMEOUT;
import static org.reactivempi.conformance.Payloads.ints;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.reactivempi.AnyCommunicator;
import org.reactivempi.Buffers;
import org.reactivempi.Codecs;
import org.reactivempi.Communicator;
import org.reactivempi.Group;
import org.reactivempi.Intercommunicator;
import org.reactivempi.Mpi;
import org.reactivempi.Op;
import org.reactivempi.Request;
import org.reactivempi.Requests;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Communicators that are made again and again, many at a time, of some ranks or of all, among other operations. */
class ManyCommunicatorsTest {

    private static final int ROUNDS = 5;
    /** With 1000, as many communicators one after the other as MPICH's test makes that asks whether their numbers run out. */
    private static final int LONG_ROUNDS = Integer.getInteger("communicators.rounds", 50);

    private static final int AT_ONCE = 200;

    /** Each end sends its number to the next rank, and all of them are summed up. */
    private static void assertWorks(List<Communicator> ends) {
        int size = ends.size();
        int[][] sums = new int[size][1];
        onAll(ends, end -> {
            int rank = end.rank();
            int[] room = new int[1];
            return end.isendrecv(ints(rank), (rank + 1) % size, TAG, Buffers.of(room), (rank + size - 1) % size, TAG)
                    .doOnNext(done -> assertThat(room).containsExactly((rank + size - 1) % size))
                    .then(end.allreduce(ints(rank), Buffers.of(sums[rank]), Op.SUM));
        });
        assertThat(Stream.of(sums).map(sum -> sum[0])).containsOnly(size * (size - 1) / 2);
    }

    private static void assertGiveBack(Ranks ranks, int rounds) {
        Set<Integer> numbers = new HashSet<>();
        for (int round = 0; round < rounds; round++) {
            List<List<Communicator>> all = onAll(
                    worlds(ranks),
                    end -> Flux.range(0, AT_ONCE)
                            .flatMapSequential(i -> end.dup(), AT_ONCE)
                            .collectList());
            List<Communicator> some =
                    all.stream().map(each -> each.get(AT_ONCE / 2)).toList();
            assertThat(all.get(0).stream().map(Family::context).distinct()).hasSize(AT_ONCE);
            assertWorks(some);
            all.get(0).forEach(copy -> numbers.add(context(copy)));
            onAll(
                    all,
                    each -> Flux.fromIterable(each)
                            .flatMap(AnyCommunicator::free, AT_ONCE)
                            .then());
        }
        assertThat(numbers).as("numbers are used again").hasSizeLessThanOrEqualTo(2 * AT_ONCE);
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("RCV-6 200 duplicates at a time, made and freed again and again, use the same numbers again")
    void manyTimes(Ranks ranks) {
        assertGiveBack(ranks, ROUNDS);
    }

    @Tag("long")
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    @OnEveryChannel(ranks = 2)
    @DisplayName("RCV-6 so do they after thousands of them")
    void veryManyTimes(Ranks ranks) {
        assertGiveBack(ranks, LONG_ROUNDS);
    }

    @OnEveryChannel(ranks = 2)
    @DisplayName("RCV-6 of many that are freed at once, those in which something still waits keep their numbers")
    void someStillUsed(Ranks ranks) throws InterruptedException {
        Random random = new Random(11);
        List<List<Communicator>> all = new ArrayList<>(IntStream.range(0, AT_ONCE)
                .mapToObj(i -> Family.dup(worlds(ranks)))
                .toList());
        Collections.shuffle(all, random);
        Set<Integer> used = new HashSet<>();
        List<Disposable> waiting = new ArrayList<>();
        List<Recorder<Void>> freed = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            if (random.nextInt(4) == 0) {
                Communicator end = all.get(i + random.nextInt(all.size() - i)).get(random.nextInt(2));
                waiting.add(waiting(end, random.nextInt(3)));
                used.add(context(end));
            }
            all.get(i).forEach(end -> freed.add(started(end.free())));
        }
        for (Recorder<Void> each : freed) {
            assertThat(each.await()).containsExactly("complete");
        }

        Set<Integer> again = new HashSet<>();
        for (int i = used.size(); i < AT_ONCE; i++) {
            again.add(context(Family.dup(worlds(ranks)).get(0)));
        }
        all.forEach(each ->
                assertThat(again.contains(context(each.get(0)))).isNotEqualTo(used.contains(context(each.get(0)))));
        waiting.forEach(Disposable::dispose);
    }

    private static Disposable waiting(Communicator end, int kind) {
        int other = 1 - end.rank();
        return switch (kind) {
            case 0 -> end.irecv(Buffers.of(new int[1]), other, TAG).subscribe();
            case 1 -> end.probe(Mpi.ANY_SOURCE, Mpi.ANY_TAG).subscribe();
            default -> end.receiveStream(Codecs.intValue(), other, TAG).subscribe();
        };
    }

    @OnEveryChannel(ranks = 4)
    @DisplayName(
            "RCV-6, ICM-4 duplicates that are requested go on among messages, collective operations and each other")
    void duplicatesAmongOthers(Ranks ranks) {
        List<Communicator> worlds = worlds(ranks);
        List<Intercommunicator> ends = joined(ranks, 1);
        List<List<Mono<? extends AnyCommunicator>>> made = new ArrayList<>();
        List<Request> others = new ArrayList<>();
        for (int rank = 0; rank < 4; rank++) {
            Communicator world = worlds.get(rank);
            Intercommunicator end = ends.get(rank);
            others.add(Request.start(world.irecv(Buffers.of(new int[1]), Mpi.ANY_SOURCE, Mpi.ANY_TAG)));
            Mono<Communicator> first = world.dup().cache();
            Mono<Intercommunicator> second = end.dup().cache();
            Mono<Communicator> third = world.dup().cache();
            Mono<Communicator> merged = end.merge(rank == 0).cache();
            // Started at once, in one order on all ranks, as of one communicator so of the other.
            List.of(first, second).forEach(each -> others.add(Request.start(each)));
            others.add(Request.start(world.allreduce(ints(rank), Buffers.of(new int[1]), Op.SUM)));
            List.of(third, merged).forEach(each -> others.add(Request.start(each)));
            others.add(Request.start(end.barrier()));
            made.add(List.of(first, second, third, merged));
        }
        for (int rank = 0; rank < 4; rank++) {
            others.add(Request.start(worlds.get(rank).isend(ints(rank), (rank + 1) % 4, rank)));
        }
        Requests.waitAll(others).block(TIMEOUT);
        for (int kind : new int[] {0, 2, 3}) {
            List<Communicator> family = made.stream()
                    .map(each -> (Communicator) each.get(kind).block(TIMEOUT))
                    .toList();
            List<Communicator> inOrder = new ArrayList<>(family);
            family.forEach(each -> inOrder.set(each.rank(), each));
            assertWorks(inOrder);
            onAll(family, Communicator::free);
        }
        List<Intercommunicator> copies = made.stream()
                .map(each -> (Intercommunicator) each.get(1).block(TIMEOUT))
                .toList();
        onAll(copies, Intercommunicator::barrier);
        onAll(copies, Intercommunicator::free);
        onAll(ends, Intercommunicator::free);
    }

    @OnEveryChannel(ranks = 6)
    @DisplayName("RCV-6 half of the ranks make a communicator while the others do something else")
    void halfOfThem(Ranks ranks) {
        List<Communicator> worlds = worlds(ranks);
        Group lower = worlds.get(0).group().incl(2, 0, 1);
        Recorder<Void> barrier = started(worlds.get(3).barrier());
        List<Communicator> half = onAll(worlds.subList(0, 3), end -> end.create(lower, TAG));
        assertThat(barrier.signals()).isEmpty();
        assertThat(half).extracting(AnyCommunicator::rank).containsExactly(1, 2, 0);
        assertWorks(List.of(half.get(2), half.get(0), half.get(1)));
        onAll(half, Communicator::free);
        onAll(
                List.of(worlds.get(0), worlds.get(1), worlds.get(2), worlds.get(4), worlds.get(5)),
                Communicator::barrier);
    }

    @OnEveryChannel(ranks = 6)
    @DisplayName(
            "RCV-6 random groups make communicators of themselves, several at a time, and of communicators so made")
    void randomGroups(Ranks ranks) {
        Random random = new Random(5);
        List<Communicator> from = worlds(ranks);
        for (int round = 0; round < 12; round++) {
            List<Integer> order = new ArrayList<>(IntStream.range(0, 6).boxed().toList());
            Collections.shuffle(order, random);
            int cut = 1 + random.nextInt(5);
            int[][] groups = {
                order.subList(0, cut).stream().mapToInt(i -> i).toArray(),
                order.subList(cut, 6).stream().mapToInt(i -> i).toArray()
            };
            Group world = from.get(0).group();
            List<Communicator> made = onAll(from, end -> {
                int mine = IntStream.of(groups[0]).anyMatch(rank -> rank == end.rank()) ? 0 : 1;
                return end.create(world.incl(groups[mine]), TAG);
            });
            for (int[] group : groups) {
                List<Communicator> part =
                        IntStream.of(group).mapToObj(made::get).toList();
                assertThat(part).allMatch(end -> members(end.group()).length == group.length);
                assertWorks(part);
            }
            onAll(made, Communicator::free);
        }
    }

    @OnEveryChannel(ranks = 6)
    @DisplayName("ICM-4 two groups are parted by colors and keys of any kind, and parts of them again")
    void partsOfParts(Ranks ranks) {
        List<Intercommunicator> ends = joined(ranks, 2);
        // Backwards in each group, then the even ranks, then one rank of each.
        List<Intercommunicator> backwards = onAll(ends, end -> end.split(3, -end.rank()));
        assertThat(members(backwards.get(0).group())).containsExactly(1, 0);
        assertThat(members(backwards.get(0).remoteGroup())).containsExactly(5, 4, 3, 2);
        List<Intercommunicator> parted = onAll(backwards, end -> end.split(end.rank() % 2, 0));
        assertThat(members(parted.get(1).group())).containsExactly(1);
        assertThat(members(parted.get(1).remoteGroup())).containsExactly(5, 3);
        List<Optional<Intercommunicator>> first = onAll(
                parted, end -> end.create(end.group().incl(0)).map(Optional::of).defaultIfEmpty(Optional.empty()));
        List<Intercommunicator> made = first.stream().flatMap(Optional::stream).toList();
        assertThat(made).hasSize(4).allMatch(end -> end.size() == 1 && end.remoteSize() == 1);
        onAll(made, Intercommunicator::barrier);
        onAll(made, Intercommunicator::free);
        onAll(parted, Intercommunicator::free);
        onAll(backwards, Intercommunicator::free);
        List<Optional<Intercommunicator>> oneSided = onAll(
                ends,
                end -> end.split(ends.indexOf(end) < 2 ? 1 : 2, 0)
                        .map(Optional::of)
                        .defaultIfEmpty(Optional.empty()));
        assertThat(oneSided).allMatch(Optional::isEmpty);
        onAll(ends, Intercommunicator::free);
    }

    @OnEveryChannel(ranks = 6)
    @DisplayName("ICM-3 merged groups of unequal sizes reduce in their order, and are split into what they were")
    void mergedAndParted(Ranks ranks) {
        for (int first = 1; first < 6; first++) {
            int lower = first;
            List<Intercommunicator> ends = joined(ranks, first);
            List<Communicator> merged = onAll(ends, end -> end.merge(ends.indexOf(end) < lower));
            List<Communicator> inOrder = new ArrayList<>(merged);
            merged.forEach(each -> inOrder.set(each.rank(), each));
            assertWorks(inOrder);
            assertThat(merged.get(0).rank()).isEqualTo(6 - first);
            List<Communicator> again = onAll(merged, end -> end.split(end.rank() < 6 - lower ? 0 : 1, 0));
            for (int rank = 0; rank < 6; rank++) {
                assertThat(again.get(rank).group().compare(ends.get(rank).group()))
                        .isEqualTo(Group.Comparison.IDENTICAL);
            }
            onAll(again, Communicator::free);
            onAll(merged, Communicator::free);
            onAll(ends, Intercommunicator::free);
        }
    }
}
