package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.Payloads.TAG;
import static org.reactivempi.conformance.Payloads.TIMEOUT;
import static org.reactivempi.conformance.Payloads.bytes;
import static org.reactivempi.conformance.Payloads.ints;
import static org.reactivempi.conformance.Payloads.room;
import static org.reactivempi.conformance.Traffic.meet;
import static org.reactivempi.conformance.Traffic.value;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.Buffer;
import org.reactivempi.Communicator;
import org.reactivempi.Mpi;
import org.reactivempi.Request;
import org.reactivempi.Requests;
import org.reactivempi.Status;
import org.reactivempi.testkit.AlsoWithFaults;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

/** ORD: messages do not overtake each other, nor do receives. */
@AlsoWithFaults
class OrderTest {

    @OnEveryChannel
    @DisplayName("ORD-1 an eager message never passes a rendezvous one, nor the other way round")
    void orderAcrossProtocols(Ranks ranks) {
        Communicator zero = ranks.world(0);
        Communicator one = ranks.world(1);
        int large = ranks.eagerLimitBytes() + 1;
        Mono<Void> sent = Mono.when(
                zero.isend(bytes(large), 1, TAG),
                zero.isend(bytes(1), 1, TAG),
                zero.issend(bytes(2), 1, TAG),
                zero.issend(bytes(large + 1), 1, TAG),
                zero.isend(bytes(0), 1, TAG),
                zero.isend(bytes(large + 2), 1, TAG));
        Flux<Integer> received = Flux.range(0, 6)
                .concatMap(i -> one.irecv(room(large + 2), 0, TAG))
                .map(status -> (int) status.lengthBytes());

        StepVerifier.create(received.mergeWith(sent.then(Mono.empty())))
                .expectNext(large, 1, 2, large + 1, 0, large + 2)
                .expectComplete()
                .verify(TIMEOUT);
    }

    @OnEveryChannel
    @DisplayName("ORD-1 messages of all modes and lengths keep their order where receives wait for them")
    void orderIntoPostedReceives(Ranks ranks) {
        int large = ranks.eagerLimitBytes() + 1;
        int[] lengths = {large, 4, 8, large + 4, 0, 4, large};
        List<Request> receives = new ArrayList<>();
        for (int ignored : lengths) {
            receives.add(Request.start(ranks.world(1).irecv(room(large + 4), Mpi.ANY_SOURCE, Mpi.ANY_TAG)));
        }
        meet(ranks);
        for (int i = 0; i < lengths.length; i++) {
            Buffer data = bytes(lengths[i]);
            Communicator zero = ranks.world(0);
            (i % 3 == 1 ? zero.issend(data, 1, i) : zero.isend(data, 1, i)).subscribe();
        }

        List<Status> statuses = Requests.waitAll(receives).block(TIMEOUT);
        for (int i = 0; i < lengths.length; i++) {
            assertThat(statuses.get(i)).isEqualTo(Status.of(0, i, lengths[i]));
        }
    }

    @OnEveryChannel
    @DisplayName("ORD-1 messages to oneself keep their order, too")
    void orderToOneself(Ranks ranks) {
        Communicator self = ranks.world(0);
        int large = ranks.eagerLimitBytes() + 1;
        int[] lengths = {large, 4, 8, large + 4, 0, 4};
        for (int i = 0; i < lengths.length; i++) {
            (i % 2 == 0 ? self.isend(bytes(lengths[i]), 0, TAG) : self.issend(bytes(lengths[i]), 0, TAG)).subscribe();
        }

        StepVerifier.create(self.receive(0, Mpi.ANY_TAG)
                        .map(message -> (int) message.lengthBytes())
                        .repeat(5))
                .expectNext(large, 4, 8, large + 4, 0, 4)
                .expectComplete()
                .verify(TIMEOUT);
    }

    @OnEveryChannel
    @DisplayName("ORD-2 receives that match the same messages are satisfied in the order in which they were posted")
    void receivesKeepTheirOrder(Ranks ranks) {
        Communicator one = ranks.world(1);
        List<Request> receives = new ArrayList<>();
        List<int[]> rooms = new ArrayList<>();
        int[][] selections = {
            {0, TAG}, {Mpi.ANY_SOURCE, TAG}, {0, Mpi.ANY_TAG}, {Mpi.ANY_SOURCE, Mpi.ANY_TAG}, {0, TAG}, {0, Mpi.ANY_TAG}
        };
        for (int i = 0; i < 10 * selections.length; i++) {
            int[] selection = selections[i * 7 % selections.length];
            int[] room = {-1};
            rooms.add(room);
            receives.add(Request.start(one.irecv(ints(room), selection[0], selection[1])));
        }
        meet(ranks);
        for (int i = 0; i < receives.size(); i++) {
            ranks.world(0).isend(ints(i), 1, TAG).subscribe();
        }

        Requests.waitAll(receives).block(TIMEOUT);
        for (int i = 0; i < receives.size(); i++) {
            assertThat(rooms.get(i)).containsExactly(i);
        }
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName(
            "ORD-3 wildcard and exact receives keep posting order between themselves, and skip what they do not match")
    void wildcardsAmongExactReceives(Ranks ranks) {
        Communicator two = ranks.world(2);
        Mono<Integer> anySource = two.receive(Mpi.ANY_SOURCE, TAG).map(Traffic::value);
        Mono<Integer> exact = two.receive(0, TAG).map(Traffic::value);
        Mono<Integer> otherTag = two.receive(0, TAG + 1).map(Traffic::value);
        Mono<Integer> anyTag = two.receive(0, Mpi.ANY_TAG).map(Traffic::value);
        Mono<Integer> fromOne = two.receive(1, TAG).map(Traffic::value);
        Mono<List<Object>> received = Mono.zip(
                        List.of(fromOne, otherTag, anySource, exact, anyTag, anySource), values -> List.of(values))
                .cache();
        received.subscribe();
        meet(ranks);

        for (int i = 1; i <= 3; i++) {
            ranks.world(0).isend(ints(i), 2, TAG).block(TIMEOUT);
        }
        meet(ranks);
        ranks.world(1).isend(ints(10), 2, TAG).block(TIMEOUT);
        ranks.world(1).isend(ints(11), 2, TAG).block(TIMEOUT);
        ranks.world(0).isend(ints(4), 2, TAG + 1).block(TIMEOUT);

        assertThat(received.block(TIMEOUT)).isEqualTo(List.of(10, 4, 1, 2, 3, 11));
    }

    @OnEveryChannel
    @DisplayName(
            "ORD-3 a message that waits is taken by the receive that comes first, exact or not, oldest message first")
    void waitingMessages(Ranks ranks) {
        Communicator one = ranks.world(1);
        for (int i = 0; i < 6; i++) {
            ranks.world(0).isend(ints(i), 1, i % 2).block(TIMEOUT);
        }
        meet(ranks);

        assertThat(value(one.receive(0, 1).block(TIMEOUT))).isEqualTo(1);
        assertThat(value(one.receive(Mpi.ANY_SOURCE, Mpi.ANY_TAG).block(TIMEOUT)))
                .isZero();
        assertThat(value(one.receive(0, Mpi.ANY_TAG).block(TIMEOUT))).isEqualTo(2);
        assertThat(value(one.receive(Mpi.ANY_SOURCE, 1).block(TIMEOUT))).isEqualTo(3);
        assertThat(value(one.receive(0, 1).block(TIMEOUT))).isEqualTo(5);
        assertThat(value(one.receive(0, Mpi.ANY_TAG).block(TIMEOUT))).isEqualTo(4);
    }
}
