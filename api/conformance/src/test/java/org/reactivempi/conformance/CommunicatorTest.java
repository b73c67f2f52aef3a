package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.Family.assertFails;
import static org.reactivempi.conformance.Family.dup;
import static org.reactivempi.conformance.Family.onAll;
import static org.reactivempi.conformance.Family.reordered;
import static org.reactivempi.conformance.Family.started;
import static org.reactivempi.conformance.Family.worlds;
import static org.reactivempi.conformance.Payloads.TAG;
import static org.reactivempi.conformance.Payloads.TIMEOUT;
import static org.reactivempi.conformance.Payloads.bytes;
import static org.reactivempi.conformance.Payloads.ints;
import static org.reactivempi.conformance.Payloads.pattern;
import static org.reactivempi.conformance.Payloads.room;
import static org.reactivempi.conformance.Traffic.exchange;
import static org.reactivempi.conformance.Traffic.meet;
import static org.reactivempi.conformance.Traffic.value;

import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.ErrorClass;
import org.reactivempi.Group;
import org.reactivempi.Message;
import org.reactivempi.Mpi;
import org.reactivempi.Request;
import org.reactivempi.Status;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

/** Communicators made of others: which ranks are in them, and that their messages stay in them. */
class CommunicatorTest {

    @OnEveryChannel
    @DisplayName("RCV-6 a message that waits while its communicator is duplicated is not received in the new one")
    void messagesInFlight(Ranks ranks) {
        for (int length : List.of(4, ranks.eagerLimitBytes() + 1)) {
            for (int sender = 0; sender < 2; sender++) {
                Request before = Request.start(ranks.world(sender).isend(Buffers.bytes(pattern(1, length)), 1, TAG));
                List<Communicator> child = dup(worlds(ranks));
                Request behind = Request.start(child.get(sender).isend(Buffers.bytes(pattern(2, length)), 1, TAG));

                assertThat(received(child.get(1), Mpi.ANY_SOURCE, Mpi.ANY_TAG)).isEqualTo(pattern(2, length));
                assertThat(received(ranks.world(1), sender, TAG)).isEqualTo(pattern(1, length));
                before.completion().block(TIMEOUT);
                behind.completion().block(TIMEOUT);
            }
        }
    }

    @OnEveryChannel(ranks = 4)
    @DisplayName("a communicator is made by the ranks of its group alone, in the group's order")
    void createdByItsGroup(Ranks ranks) {
        Group group = ranks.world(0).group();
        List<Communicator> members = List.of(ranks.world(3), ranks.world(1));
        List<Communicator> made =
                onAll(members, world -> world.create(world.group().incl(3, 1), TAG));

        assertThat(made).extracting(Communicator::rank).containsExactly(0, 1);
        assertThat(made).extracting(Communicator::size).containsOnly(2);
        assertThat(exchange(made.get(0), made.get(1), 5)).isEqualTo(5);
        assertThat(ranks.world(0).create(group.incl(3, 1), TAG).blockOptional(TIMEOUT))
                .isEmpty();
        assertFails(
                made.get(0).create(made.get(0).group().union(group), TAG),
                ErrorClass.GROUP,
                "is not in the communicator");
        assertFails(ranks.world(0).create(group, -1), ErrorClass.TAG, "tag -1");
        onAll(made, Communicator::free);
    }

    @OnEveryChannel
    @DisplayName("RCV-6 a receive of anything in one communicator gets no message of another one")
    void postedReceives(Ranks ranks) throws Exception {
        Communicator one = ranks.world(1);
        Recorder<Message> parent = started(one.receive(Mpi.ANY_SOURCE, Mpi.ANY_TAG));
        List<Communicator> child = dup(worlds(ranks));
        List<Communicator> grandchild = reordered(child, rank -> -rank);
        Recorder<Message> nephew = started(grandchild.get(1).receive(Mpi.ANY_SOURCE, Mpi.ANY_TAG));

        assertThat(exchange(child.get(0), child.get(1), 3)).isEqualTo(3);
        assertThat(exchange(child.get(1), child.get(1), 4)).isEqualTo(4);
        meet(ranks);
        assertThat(parent.signals()).isEmpty();
        assertThat(nephew.signals()).isEmpty();

        // Rank 1 of the world is rank 0 of the grandchild.
        grandchild.get(0).isend(ints(6), 0, TAG).block(TIMEOUT);
        ranks.world(0).isend(ints(5), 1, TAG).block(TIMEOUT);
        assertThat(value((Message) parent.await().get(0))).isEqualTo(5);
        assertThat(value((Message) nephew.await().get(0))).isEqualTo(6);
        assertThat(((Message) nephew.signals().get(0)).status().source()).isEqualTo(1);
    }

    // One rank has it before the other, which a check would not let it.
    @OnEveryChannel(settings = "check-collectives=off")
    @DisplayName("RCV-6 what comes for a communicator before the receiver has it is received when it has")
    void messagesBeforeTheCommunicator(Ranks ranks) {
        Communicator early = ranks.world(0).dup().block(TIMEOUT);
        early.isend(ints(5), 1, TAG).block(TIMEOUT);
        Request synchronous = Request.start(early.issend(bytes(ranks.eagerLimitBytes() + 1), 1, TAG));
        // Links keep order, so both are there.
        assertThat(exchange(ranks.world(0), ranks.world(1), 6)).isEqualTo(6);

        Communicator late = ranks.world(1).dup().block(TIMEOUT);
        assertThat(value(late.receive(0, TAG).block(TIMEOUT))).isEqualTo(5);
        assertThat(synchronous.test()).isEmpty();
        assertThat(late.receive(0, TAG).block(TIMEOUT).lengthBytes()).isEqualTo(ranks.eagerLimitBytes() + 1);
        synchronous.completion().block(TIMEOUT);
    }

    @OnEveryChannel(ranks = 5)
    @DisplayName("RCV-6 split: equal colors are together, in the order of keys, and of ranks where keys are equal")
    void split(Ranks ranks) {
        int[] keys = {5, Integer.MAX_VALUE, 5, 0, Integer.MIN_VALUE};
        List<Communicator> parts = onAll(worlds(ranks), world -> world.split(world.rank() % 2, keys[world.rank()]));

        assertThat(parts).extracting(Communicator::size).containsExactly(3, 2, 3, 2, 3);
        assertThat(parts).extracting(Communicator::rank).containsExactly(1, 1, 2, 0, 0);
        Group even = parts.get(0).group();
        assertThat(IntStream.range(0, 3).map(even::worldRank)).containsExactly(4, 0, 2);
        assertThat(even.translate(new int[] {0, 1, 2}, parts.get(1).group())).containsOnly(Mpi.UNDEFINED);
        assertThat(parts.get(3)
                        .group()
                        .translate(new int[] {1, 0}, ranks.world(3).group()))
                .containsExactly(1, 3);
        assertThat(even.compare(parts.get(4).group())).isEqualTo(Group.Comparison.IDENTICAL);
        ring(List.of(parts.get(4), parts.get(0), parts.get(2)));
        ring(List.of(parts.get(3), parts.get(1)));
    }

    @OnEveryChannel(ranks = 5)
    @DisplayName("RCV-6 communicators of 1 to 5 ranks are made, used, and made of each other")
    void everySize(Ranks ranks) {
        for (int size = 1; size <= ranks.size(); size++) {
            int small = size;
            List<Communicator> parts = onAll(worlds(ranks), world -> world.split(world.rank() < small ? 0 : 1, 0));
            List<Communicator> part = parts.subList(0, size);
            ring(part);
            ring(dup(part));
            List<Communicator> backwards = reordered(part, rank -> -rank);
            assertThat(backwards).extracting(Communicator::rank).isSortedAccordingTo((a, b) -> b - a);
            onAll(backwards, Communicator::barrier);
            part.forEach(
                    end -> assertThat(end.channel(end.rank()).block(TIMEOUT)).isEqualTo("self"));
            Family.free(part);
        }
    }

    /** Each rank sends to the next one, and receives from anybody: its status knows the ranks of this communicator. */
    private static void ring(List<Communicator> ends) {
        int size = ends.size();
        List<Message> received = onAll(
                ends,
                end -> Mono.zip(
                                end.receive(Mpi.ANY_SOURCE, TAG),
                                end.isend(ints(end.rank()), (end.rank() + 1) % size, TAG))
                        .map(both -> both.getT1()));
        for (int i = 0; i < size; i++) {
            int previous = (ends.get(i).rank() + size - 1) % size;
            assertThat(received.get(i).status()).isEqualTo(Status.of(previous, TAG, 4));
            assertThat(value(received.get(i))).isEqualTo(previous);
        }
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("RCV-6 split with the color UNDEFINED ends without a communicator")
    void splitUndefined(Ranks ranks) {
        List<Integer> sizes = onAll(
                worlds(ranks),
                world -> world.split(world.rank() == 1 ? Mpi.UNDEFINED : 7, 0)
                        .map(Communicator::size)
                        .defaultIfEmpty(-1));
        assertThat(sizes).containsExactly(2, -1, 2);
        assertThat(onAll(worlds(ranks), world -> world.split(Mpi.UNDEFINED, 0))).isEmpty();
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("ARG-5 split with a negative color fails with the argument error class, and the rank may try again")
    void splitNegative(Ranks ranks) {
        Communicator zero = ranks.world(0);
        assertFails(zero.split(-1, 0), ErrorClass.ARG, "-1");
        assertFails(zero.split(Integer.MIN_VALUE, 0), ErrorClass.ARG, String.valueOf(Integer.MIN_VALUE));
        ring(onAll(worlds(ranks), world -> world.split(0, 0)));
    }

    @OnEveryChannel(ranks = 4)
    @DisplayName("ARG-1 ranks are those of the communicator: 0 to its size - 1, also where the world has more")
    void ranksOfTheChild(Ranks ranks) {
        List<Communicator> parts = onAll(worlds(ranks), world -> world.split(world.rank() / 2, 0));
        Communicator last = parts.get(3);
        for (int wrong : new int[] {2, 3, -3}) {
            assertFails(last.isend(ints(1), wrong, TAG), ErrorClass.RANK, String.valueOf(wrong), "0..1");
            assertFails(last.irecv(room(4), wrong, TAG), ErrorClass.RANK, String.valueOf(wrong), "0..1");
            assertFails(last.channel(wrong), ErrorClass.RANK, "0..1");
        }
        assertThat(exchange(parts.get(2), last, 8)).isEqualTo(8);
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("ORD-1 messages keep their order in a communicator whose ranks are reversed, whatever their lengths")
    void orderInAReorderedCommunicator(Ranks ranks) {
        List<Communicator> reversed = reordered(worlds(ranks), rank -> -rank);
        Communicator last = reversed.get(0);
        int large = ranks.eagerLimitBytes() + 1;
        List<Integer> lengths = List.of(large, 1, large, 2, 3, large);
        assertThat(last.rank()).isEqualTo(2);
        Mono<Void> sent = Mono.when(lengths.stream()
                .map(length -> last.isend(bytes(length), 0, TAG))
                .toList());
        Flux<Integer> received = Flux.range(0, lengths.size())
                .concatMap(i -> reversed.get(2).receive(i % 2 == 0 ? 2 : Mpi.ANY_SOURCE, TAG))
                .map(message -> (int) message.lengthBytes());

        StepVerifier.create(received.mergeWith(sent.then(Mono.empty())))
                .expectNextSequence(lengths)
                .expectComplete()
                .verify(TIMEOUT);
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("ORD-2, ORD-3 receives in a communicator whose ranks are reversed are served in their order")
    void receivesInAReorderedCommunicator(Ranks ranks) {
        List<Communicator> reversed = reordered(worlds(ranks), rank -> -rank);
        Communicator first = reversed.get(2);
        List<Request> receives = List.of(
                Request.start(first.receive(Mpi.ANY_SOURCE, TAG).map(Message::status)),
                Request.start(first.receive(2, Mpi.ANY_TAG).map(Message::status)),
                Request.start(first.receive(2, TAG).map(Message::status)));
        for (int length = 1; length <= 3; length++) {
            reversed.get(0).isend(bytes(length), 0, TAG).block(TIMEOUT);
        }
        assertThat(receives.stream()
                        .map(request -> request.completion().block(TIMEOUT))
                        .map(status -> Objects.requireNonNull(status).lengthBytes()))
                .containsExactly(1L, 2L, 3L);
    }

    private static byte[] received(Communicator communicator, int source, int tag) {
        return communicator.receive(source, tag).block(TIMEOUT).toByteArray();
    }
}
