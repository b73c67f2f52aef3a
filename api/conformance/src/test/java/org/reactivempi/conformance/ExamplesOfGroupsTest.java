package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.Family.onAll;
import static org.reactivempi.conformance.Family.worlds;
import static org.reactivempi.conformance.Payloads.TAG;
import static org.reactivempi.conformance.Payloads.TIMEOUT;
import static org.reactivempi.conformance.Payloads.ints;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.AttributeKey;
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import org.reactivempi.Codecs;
import org.reactivempi.Communicator;
import org.reactivempi.Group;
import org.reactivempi.Intercommunicator;
import org.reactivempi.Mpi;
import org.reactivempi.Op;
import org.reactivempi.Request;
import org.reactivempi.Status;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import reactor.core.publisher.Mono;

/** What the examples of MPI-4.1's chapter 7 do, in 7.6.3 and from 7.9 on. */
class ExamplesOfGroupsTest {

    @OnEveryChannel(ranks = 4)
    @DisplayName("7.9 current practice: each rank tells who it is, pairs exchange, and all have what one has read")
    void currentPractice(Ranks ranks) {
        List<Communicator> worlds = worlds(ranks);
        // Parallel output of a message: in the order of the ranks at rank 0.
        List<List<String>> told = onAll(
                worlds,
                end -> end.values(Codecs.string())
                        .gather("Process " + end.rank() + " size " + end.size(), 0)
                        .defaultIfEmpty(List.of()));
        assertThat(told.get(0))
                .containsExactly("Process 0 size 4", "Process 1 size 4", "Process 2 size 4", "Process 3 size 4");
        // Even ranks send first, odd ranks receive first; each to the next one.
        int[][] got = new int[4][1];
        onAll(worlds, end -> {
            int me = end.rank();
            Mono<Status> send = end.issend(ints(me), (me + 1) % 4, TAG);
            Mono<Status> receive = end.irecv(Buffers.of(got[me]), (me + 3) % 4, TAG);
            return me % 2 == 0 ? send.then(receive) : receive.then(send);
        });
        assertThat(got).isDeepEqualTo(new int[][] {{3}, {0}, {1}, {2}});
        int[][] input = {{5, 6}, new int[2], new int[2], new int[2]};
        onAll(worlds, end -> end.bcast(Buffers.of(input[end.rank()]), 0));
        assertThat(input).isDeepEqualTo(new int[][] {{5, 6}, {5, 6}, {5, 6}, {5, 6}});
    }

    @OnEveryChannel(ranks = 4)
    @DisplayName("7.9 current practice: all but rank 0 reduce among themselves, and then all ranks do")
    void allButOne(Ranks ranks) {
        List<Communicator> worlds = worlds(ranks);
        int[] ofSlaves = new int[1];
        int[] ofAll = new int[1];
        List<Optional<Communicator>> slaves = onAll(
                worlds,
                end -> end.create(
                                end.rank() == 0
                                        ? end.group().incl()
                                        : end.group().excl(0))
                        .map(Optional::of)
                        .defaultIfEmpty(Optional.empty()));
        onAll(worlds, end -> {
            int me = end.rank();
            Mono<Void> first = slaves.get(me)
                    .map(slave -> slave.reduce(
                            ints(me), slave.rank() == 1 ? Buffers.of(ofSlaves) : Buffer.empty(), Op.SUM, 1))
                    .orElse(Mono.empty());
            return first.then(end.reduce(ints(me), me == 0 ? Buffers.of(ofAll) : Buffer.empty(), Op.SUM, 0));
        });
        assertThat(ofSlaves).containsExactly(6);
        assertThat(ofAll).containsExactly(6);
        assertThat(slaves.get(0)).isEmpty();
        onAll(slaves.subList(1, 4), slave -> slave.orElseThrow().free());
    }

    @OnEveryChannel(ranks = 9)
    @DisplayName(
            "7.9 communication safety: messages with any tag between two ranks and collective operations of five don't mix")
    void safety(Ranks ranks) {
        List<Communicator> worlds = worlds(ranks);
        Group evens = worlds.get(0).group().incl(2, 4, 6, 8);
        List<Communicator> made =
                onAll(IntStream.of(2, 4, 6, 8).mapToObj(worlds::get).toList(), end -> end.create(evens, TAG));
        int[][] buffers = new int[2][1];
        Request receive = Request.start(worlds.get(4).irecv(Buffers.of(buffers[0]), 2, Mpi.ANY_TAG));
        Request send = Request.start(worlds.get(2).isend(ints(77), 4, TAG));
        for (int round = 0; round < 50; round++) {
            int number = round;
            onAll(
                    made,
                    end -> end.reduce(
                            ints(number), end.rank() == 0 ? Buffers.of(buffers[1]) : Buffer.empty(), Op.SUM, 0));
            assertThat(buffers[1]).containsExactly(4 * round);
        }
        send.completion().block(TIMEOUT);
        receive.completion().block(TIMEOUT);
        assertThat(buffers[0]).containsExactly(77);
        onAll(made, Communicator::free);
    }

    /** A library that has a communicator of its own for each communicator of its users, in which it has one operation at a time. */
    private static final class Library {

        private static final AttributeKey<Library> KEY = AttributeKey.of("library");

        private final Communicator own;
        private final int[] room = new int[1];
        private Request send;
        private Request receive;

        private Library(Communicator own) {
            this.own = own;
        }

        /** Collective. */
        static Mono<Library> init(Communicator users) {
            return users.dup()
                    .map(Library::new)
                    .doOnNext(made -> users.attributes().set(KEY, made));
        }

        static Library of(Communicator users) {
            return users.attributes().get(KEY).orElseThrow();
        }

        void begin(int value) {
            int next = (own.rank() + 1) % own.size();
            receive = Request.start(own.irecv(Buffers.of(room), Mpi.ANY_SOURCE, Mpi.ANY_TAG));
            send = Request.start(own.isend(ints(value), next, 0));
        }

        Mono<Integer> end() {
            return Mono.when(send.completion(), receive.completion()).then(Mono.fromSupplier(() -> room[0]));
        }
    }

    @OnEveryChannel(ranks = 4)
    @DisplayName(
            "7.9 library example 1: what a library has under way meets no messages of its users, in two communicators at once")
    void library(Ranks ranks) {
        List<Communicator> worlds = worlds(ranks);
        List<Communicator> copies = onAll(worlds, Communicator::dup);
        List<Communicator> users = new ArrayList<>(worlds);
        users.addAll(copies);
        for (List<Communicator> family : List.of(worlds, copies)) {
            onAll(family, Library::init);
        }
        int[][] rooms = new int[8][1];
        List<Request> messages = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            Communicator user = users.get(i);
            Library.of(user).begin(100 * i);
            messages.add(Request.start(user.irecv(Buffers.of(rooms[i]), Mpi.ANY_SOURCE, Mpi.ANY_TAG)));
            messages.add(Request.start(user.isend(ints(i), (user.rank() + 3) % 4, TAG)));
        }
        messages.forEach(each -> each.completion().block(TIMEOUT));
        for (int i = 0; i < 8; i++) {
            int base = i / 4 * 4;
            assertThat(rooms[i]).containsExactly(base + (i + 1) % 4);
            assertThat(Library.of(users.get(i)).end().block(TIMEOUT)).isEqualTo(100 * (base + (i + 3) % 4));
        }
        onAll(users.stream().map(user -> Library.of(user).own).toList(), Communicator::free);
        onAll(copies, Communicator::free);
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName(
            "7.9 library example 2: a call on one group takes no message of the call on another one, whichever rank comes first")
    void libraryOnTwoGroups(Ranks ranks) {
        List<Communicator> worlds = worlds(ranks);
        Group zeroAndOne = worlds.get(0).group().incl(0, 1);
        Group zeroAndTwo = worlds.get(0).group().incl(0, 2);
        List<Communicator> one = onAll(worlds.subList(0, 2), end -> end.create(zeroAndOne, 1));
        List<Communicator> two = onAll(List.of(worlds.get(0), worlds.get(2)), end -> end.create(zeroAndTwo, 2));
        // Rank 2 is through with its part before rank 1 has begun.
        Request ofTwo = Request.start(libraryCall(two.get(1)));
        Traffic.meet(ranks);
        Request ofZero = Request.start(
                libraryCall(one.get(0)).concatWith(libraryCall(two.get(0))).collectList());
        Request ofOne = Request.start(libraryCall(one.get(1)));
        List.of(ofTwo, ofOne, ofZero).forEach(each -> each.completion().block(TIMEOUT));
        onAll(one, Communicator::free);
        onAll(two, Communicator::free);
    }

    /** Rank 0 takes two messages of anybody; the other rank sends them. */
    private static Mono<List<Integer>> libraryCall(Communicator on) {
        int world = on.group().worldRank(on.rank());
        int other = on.group().worldRank(1);
        int[][] rooms = new int[2][1];
        return on.rank() == 0
                ? on.irecv(Buffers.of(rooms[0]), Mpi.ANY_SOURCE, Mpi.ANY_TAG)
                        .then(on.irecv(Buffers.of(rooms[1]), Mpi.ANY_SOURCE, Mpi.ANY_TAG))
                        .then(Mono.fromSupplier(() -> List.of(rooms[0][0], rooms[1][0])))
                        .doOnNext(got -> assertThat(got).containsExactly(other, other + 10))
                : on.isend(ints(world), 0, 1)
                        .then(on.isend(ints(world + 10), 0, 2))
                        .thenReturn(List.of());
    }

    /** Three groups of the world by the remainder of a rank, and the intercommunicator of each with each other one that it has. */
    private record Three(List<Communicator> groups, Intercommunicator[][] to) {

        static Three of(Ranks ranks, boolean ring) {
            List<Communicator> worlds = worlds(ranks);
            List<Communicator> groups = onAll(worlds, end -> end.split(end.rank() % 3, end.rank()));
            Intercommunicator[][] to = new Intercommunicator[ranks.size()][3];
            int[][] pairs = ring ? new int[][] {{0, 1}, {1, 2}, {0, 2}} : new int[][] {{0, 1}, {1, 2}};
            for (int[] pair : pairs) {
                List<Integer> members = IntStream.range(0, ranks.size())
                        .filter(rank -> rank % 3 == pair[0] || rank % 3 == pair[1])
                        .boxed()
                        .toList();
                onAll(members, rank -> {
                    int other = rank % 3 == pair[0] ? pair[1] : pair[0];
                    return groups.get(rank)
                            .intercommunicator(0, worlds.get(rank), other, 10 * pair[0] + pair[1])
                            .doOnNext(made -> to[rank][other] = made);
                });
            }
            return new Three(groups, to);
        }
    }

    @OnEveryChannel(ranks = 7)
    @DisplayName("7.6.3 three groups in a pipeline: the middle one talks to both others, whose data goes through it")
    void pipeline(Ranks ranks) {
        Three three = Three.of(ranks, false);
        // Group 0 has ranks 0, 3, 6; group 1 has 1, 4; group 2 has 2, 5.
        int[][] sums = new int[7][1];
        onAll(IntStream.range(0, 7).boxed().toList(), rank -> switch (rank % 3) {
            case 0 -> three.to[rank][1].allreduce(ints(rank), Buffers.of(sums[rank]), Op.SUM);
            case 1 ->
                three.to[rank][0]
                        .allreduce(ints(rank), Buffers.of(sums[rank]), Op.SUM)
                        .then(Mono.defer(() ->
                                three.to[rank][2].allreduce(ints(sums[rank][0]), Buffers.of(new int[1]), Op.SUM)));
            default -> three.to[rank][1].allreduce(ints(rank), Buffers.of(sums[rank]), Op.SUM);
        });
        assertThat(sums).isDeepEqualTo(new int[][] {{5}, {9}, {18}, {5}, {9}, {18}, {5}});
    }

    @OnEveryChannel(ranks = 6)
    @DisplayName("7.6.3 three groups in a ring: each sends to the next group and receives of the one before, at once")
    void ring(Ranks ranks) {
        Three three = Three.of(ranks, true);
        int[][] rooms = new int[6][1];
        onAll(IntStream.range(0, 6).boxed().toList(), rank -> {
            Intercommunicator next = three.to[rank][(rank + 1) % 3];
            Intercommunicator previous = three.to[rank][(rank + 2) % 3];
            int same = next.rank();
            return Mono.when(next.isend(ints(rank), same, TAG), previous.irecv(Buffers.of(rooms[rank]), same, TAG));
        });
        assertThat(rooms).isDeepEqualTo(new int[][] {{2}, {0}, {1}, {5}, {3}, {4}});
        onAll(
                IntStream.range(0, 6).boxed().toList(),
                rank -> Mono.when(three.to[rank][(rank + 1) % 3].barrier(), three.to[rank][(rank + 2) % 3].barrier()));
    }

    @OnEveryChannel(ranks = 4)
    @DisplayName(
            "7.10 loosely synchronous: calls of a library nest, on one communicator and on parts of it, without synchronising")
    void looselySynchronous(Ranks ranks) {
        List<Communicator> worlds = worlds(ranks);
        List<Communicator> groups = onAll(worlds, end -> end.split(end.rank() / 2, 0));
        long[][] results = new long[4][3];
        onAll(worlds, end -> {
            int me = end.rank();
            Communicator part = groups.get(me);
            // The inner calls run while the outer one does, on some ranks before others have begun it.
            Mono<Long> inner = part.allreduce((long) me, Op.SUM).doOnNext(sum -> results[me][0] = sum);
            Mono<Long> outer = end.allreduce((long) me, Op.SUM).doOnNext(sum -> results[me][1] = sum);
            Mono<Long> after =
                    Mono.defer(() -> end.allreduce(results[me][0], Op.MAX)).doOnNext(most -> results[me][2] = most);
            return (me % 2 == 0 ? Mono.when(inner, outer) : Mono.when(outer, inner)).then(after);
        });
        assertThat(results).isDeepEqualTo(new long[][] {{1, 6, 5}, {1, 6, 5}, {5, 6, 5}, {5, 6, 5}});
        onAll(groups, Communicator::free);
    }
}
