package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.Payloads.TAG;
import static org.reactivempi.conformance.Payloads.TIMEOUT;
import static org.reactivempi.conformance.Payloads.bytes;
import static org.reactivempi.conformance.Payloads.lengths;
import static org.reactivempi.conformance.Payloads.pattern;
import static org.reactivempi.conformance.Payloads.room;
import static org.reactivempi.conformance.Traffic.meet;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.Mpi;
import org.reactivempi.Request;
import org.reactivempi.Requests;
import org.reactivempi.Status;
import org.reactivempi.testkit.AlsoWithFaults;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import reactor.core.publisher.Mono;

/** MODE: when a send completes, and that every length arrives by every mode. */
@AlsoWithFaults
class SendModeTest {

    @OnEveryChannel
    @DisplayName("MODE-1 a buffered message completes without a receive, and its memory may be used again at once")
    void shortMessagesAreBuffered(Ranks ranks) {
        for (int destination : new int[] {1, 0}) {
            byte[] data = pattern(1, ranks.eagerLimitBytes());
            ranks.world(0).isend(Buffers.bytes(data), destination, TAG).block(TIMEOUT);
            Arrays.fill(data, (byte) 0);

            assertThat(ranks.world(destination).receive(0, TAG).block(TIMEOUT).toByteArray())
                    .isEqualTo(pattern(1, ranks.eagerLimitBytes()));
        }
    }

    @OnEveryChannel
    @DisplayName("MODE-1 a message that is too long to be buffered completes when its receive has taken it")
    void longMessagesWait(Ranks ranks) {
        int length = ranks.eagerLimitBytes() + 1;
        for (int destination : new int[] {1, 0}) {
            byte[] data = pattern(1, length);
            Request send = Request.start(ranks.world(0).isend(Buffers.bytes(data), destination, TAG));
            meet(ranks);
            assertThat(send.isComplete()).isFalse();

            byte[] room = new byte[length];
            Request receive = Request.start(ranks.world(destination).irecv(Buffers.of(room), 0, TAG));
            send.completion().doOnNext(done -> Arrays.fill(data, (byte) 0)).block(TIMEOUT);
            receive.completion().block(TIMEOUT);
            assertThat(room).isEqualTo(pattern(1, length));
        }
    }

    @OnEveryChannel
    @DisplayName("MODE-1 the memory of a message of many pieces is free when its send completes, and not before")
    void memoryOfLongMessages(Ranks ranks) {
        int length = 4 * 1024 * 1024;
        for (int i = 0; i < 3; i++) {
            byte[] data = pattern(i, length);
            byte[] room = new byte[length];
            Mono<Status> sent =
                    ranks.world(0).isend(Buffers.bytes(data), 1, TAG).doOnNext(done -> Arrays.fill(data, (byte) 0));

            Mono.when(sent, ranks.world(1).irecv(Buffers.of(room), 0, TAG)).block(TIMEOUT);
            assertThat(room).isEqualTo(pattern(i, length));
        }
    }

    @OnEveryChannel
    @DisplayName("MODE-3 a synchronous send of any length completes only after its receive is posted")
    void synchronousSendsWait(Ranks ranks) {
        int[] lengths = lengths(ranks);
        List<Request> sends = new ArrayList<>();
        for (int tag = 0; tag < lengths.length; tag++) {
            sends.add(Request.start(ranks.world(0).issend(bytes(lengths[tag]), 1, tag)));
        }
        meet(ranks);
        assertThat(sends).noneMatch(Request::isComplete);

        for (int tag = lengths.length - 1; tag >= 0; tag--) {
            Status received = ranks.world(1).irecv(room(lengths[tag]), 0, tag).block(TIMEOUT);
            assertThat(received).isEqualTo(Status.of(0, tag, lengths[tag]));
            sends.get(tag).completion().block(TIMEOUT);
            meet(ranks);
            assertThat(sends.subList(0, tag)).noneMatch(Request::isComplete);
        }
    }

    @OnEveryChannel
    @DisplayName("MODE-3 a synchronous send waits for a receive that matches, not for any receive")
    void synchronousSendsWaitForTheirOwnReceive(Ranks ranks) {
        Request other = Request.start(ranks.world(1).irecv(room(8), 0, TAG + 1));
        Request send = Request.start(ranks.world(0).issend(bytes(8), 1, TAG));
        meet(ranks);
        assertThat(send.isComplete()).isFalse();
        assertThat(other.isComplete()).isFalse();

        ranks.world(1).irecv(room(8), Mpi.ANY_SOURCE, Mpi.ANY_TAG).block(TIMEOUT);
        send.completion().block(TIMEOUT);
        ranks.world(0).isend(bytes(8), 1, TAG + 1).block(TIMEOUT);
        other.completion().block(TIMEOUT);
    }

    @OnEveryChannel
    @DisplayName("MODE-6 a message to oneself arrives in every mode, whichever of send and receive comes first")
    void messagesToOneself(Ranks ranks) {
        Communicator self = ranks.world(1);
        for (int length : lengths(ranks)) {
            for (Mono<Status> send : List.of(self.isend(bytes(length), 1, TAG), self.issend(bytes(length), 1, TAG))) {
                byte[] first = new byte[length];
                Request receive = Request.start(self.irecv(Buffers.of(first), 1, TAG));
                send.block(TIMEOUT);
                assertThat(receive.completion().block(TIMEOUT)).isEqualTo(Status.of(1, TAG, length));
                assertThat(first).isEqualTo(pattern(0, length));

                byte[] second = new byte[length];
                Request sent = Request.start(send);
                assertThat(self.irecv(Buffers.of(second), 1, TAG).block(TIMEOUT))
                        .isEqualTo(Status.of(1, TAG, length));
                sent.completion().block(TIMEOUT);
                assertThat(second).isEqualTo(pattern(0, length));
            }
        }
    }

    @OnEveryChannel(ranks = 1)
    @DisplayName("MODE-6 a synchronous send to oneself completes when the own receive is posted, not before")
    void synchronousSendToOneself(Ranks ranks) {
        Communicator self = ranks.world(0);
        for (int length : lengths(ranks)) {
            Request send = Request.start(self.issend(bytes(length), 0, TAG));
            meet(ranks);
            assertThat(ranks.pending(0).block(TIMEOUT)).hasSize(1);
            assertThat(send.isComplete()).isFalse();

            self.irecv(room(length), 0, TAG).block(TIMEOUT);
            send.completion().block(TIMEOUT);
        }
    }

    @OnEveryChannel
    @DisplayName("MODE-7 every length arrives by the default limit, in both modes, expected and unexpected")
    void everyLength(Ranks ranks) {
        assertEveryLengthArrives(ranks);
    }

    @OnEveryChannel(settings = "eager-limit-bytes=1000")
    @DisplayName("MODE-7 the limit is a setting, and every length on both sides of it arrives")
    void everyLengthAroundALowLimit(Ranks ranks) {
        assertThat(ranks.eagerLimitBytes()).isEqualTo(1000);
        assertEveryLengthArrives(ranks);
        assertThat(completesWithoutReceive(ranks, 1000)).isTrue();
        assertThat(completesWithoutReceive(ranks, 1001)).isFalse();
    }

    @OnEveryChannel(settings = "eager-limit-bytes=0")
    @DisplayName("MODE-7 with a limit of 0, only empty messages go eagerly")
    void everyLengthWithoutEager(Ranks ranks) {
        assertEveryLengthArrives(ranks);
        assertThat(completesWithoutReceive(ranks, 0)).isTrue();
        assertThat(completesWithoutReceive(ranks, 1)).isFalse();
    }

    @OnEveryChannel(settings = "eager-limit-bytes=3000000")
    @DisplayName("MODE-7 with a limit above what one read or one piece holds, every length arrives")
    void everyLengthAroundAHighLimit(Ranks ranks) {
        assertEveryLengthArrives(ranks);
        assertThat(completesWithoutReceive(ranks, 3_000_000)).isTrue();
    }

    private static boolean completesWithoutReceive(Ranks ranks, int length) {
        Request send = Request.start(ranks.world(0).isend(bytes(length), 1, TAG));
        meet(ranks);
        boolean complete = send.isComplete();
        ranks.world(1).receive(0, TAG).block(TIMEOUT);
        send.completion().block(TIMEOUT);
        return complete;
    }

    private static void assertEveryLengthArrives(Ranks ranks) {
        Communicator zero = ranks.world(0);
        for (int length : lengths(ranks)) {
            for (Mono<Status> send : List.of(zero.isend(bytes(length), 1, TAG), zero.issend(bytes(length), 1, TAG))) {
                assertArrives(ranks, length, send, true);
                assertArrives(ranks, length, send, false);
            }
        }
    }

    private static void assertArrives(Ranks ranks, int length, Mono<Status> send, boolean expected) {
        byte[] room = new byte[length];
        Mono<Status> receive = ranks.world(1).irecv(Buffers.of(room), 0, TAG);
        Request first = Request.start(expected ? receive : send);
        meet(ranks);
        Request second = Request.start(expected ? send : receive);

        List<Status> statuses = Requests.waitAll(List.of(first, second)).block(TIMEOUT);
        assertThat(statuses).containsOnly(Status.of(0, TAG, length));
        assertThat(room).isEqualTo(pattern(0, length));
    }
}
