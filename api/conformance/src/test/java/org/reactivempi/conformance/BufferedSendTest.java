package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.Family.assertFails;
import static org.reactivempi.conformance.Payloads.TAG;
import static org.reactivempi.conformance.Payloads.TIMEOUT;
import static org.reactivempi.conformance.Payloads.bytes;
import static org.reactivempi.conformance.Payloads.ints;
import static org.reactivempi.conformance.Payloads.lengths;
import static org.reactivempi.conformance.Payloads.pattern;
import static org.reactivempi.conformance.Payloads.room;
import static org.reactivempi.conformance.Traffic.exchange;
import static org.reactivempi.conformance.Traffic.hold;
import static org.reactivempi.conformance.Traffic.meet;
import static org.reactivempi.conformance.Traffic.value;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.ErrorClass;
import org.reactivempi.MatchedMessage;
import org.reactivempi.Message;
import org.reactivempi.Mpi;
import org.reactivempi.PersistentRequest;
import org.reactivempi.Request;
import org.reactivempi.Requests;
import org.reactivempi.Status;
import org.reactivempi.testkit.Check;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

/** MODE-2: the buffered send, whatever its length, and whichever rank receives it. */
class BufferedSendTest {

    private static final int AMPLE_BYTES = 16 * 1024 * 1024;

    @OnEveryChannel
    @DisplayName("MODE-2 a buffered send of any length completes without a receive, and its memory is free again")
    void completesLocally(Ranks ranks) {
        for (int destination : new int[] {1, 0}) {
            ranks.world(0).buffers().attach(AMPLE_BYTES).block(TIMEOUT);
            int[] lengths = lengths(ranks);
            for (int tag = 0; tag < lengths.length; tag++) {
                byte[] data = pattern(1, lengths[tag]);
                Status sent = ranks.world(0)
                        .ibsend(Buffers.bytes(data), destination, tag)
                        .block(TIMEOUT);
                Arrays.fill(data, (byte) 0);
                assertThat(sent).isEqualTo(Status.of(0, tag, lengths[tag]));
            }
            for (int tag = lengths.length - 1; tag >= 0; tag--) {
                Message message = ranks.world(destination).receive(0, tag).block(TIMEOUT);
                assertThat(message.toByteArray()).isEqualTo(pattern(1, lengths[tag]));
            }
            ranks.world(0).buffers().detach().block(TIMEOUT);
        }
    }

    @OnEveryChannel
    @DisplayName("MODE-2 a buffered send completes when a matched probe has its message and nobody receives it yet")
    void completesWithAProbe(Ranks ranks) {
        ranks.world(0).buffers().attach(AMPLE_BYTES).block(TIMEOUT);
        for (int destination : new int[] {1, 0}) {
            for (int length : lengths(ranks)) {
                byte[] data = pattern(2, length);
                CompletableFuture<MatchedMessage> probe =
                        ranks.world(destination).mprobe(0, TAG).toFuture();
                meet(ranks);
                ranks.world(0).ibsend(Buffers.bytes(data), destination, TAG).block(TIMEOUT);
                Arrays.fill(data, (byte) 0);
                Message message = Mono.fromFuture(probe)
                        .flatMap(MatchedMessage::receive)
                        .blockOptional(TIMEOUT)
                        .orElseThrow();
                assertThat(message.toByteArray()).isEqualTo(pattern(2, length));
            }
        }
        ranks.world(0).buffers().detach().block(TIMEOUT);
    }

    @OnEveryChannel(settings = "eager-limit-bytes=0")
    @DisplayName("MODE-2 the memory of a buffered message that a receive waits for is free when its send completes")
    void completesWithAReceive(Ranks ranks) {
        ranks.world(0).buffers().attach(AMPLE_BYTES).block(TIMEOUT);
        for (int length : lengths(ranks)) {
            byte[] room = new byte[length];
            Request receive = Request.start(ranks.world(1).irecv(Buffers.of(room), 0, TAG));
            meet(ranks);
            byte[] data = pattern(2, length);
            ranks.world(0).ibsend(Buffers.bytes(data), 1, TAG).block(TIMEOUT);
            Arrays.fill(data, (byte) 0);
            assertThat(receive.completion().block(TIMEOUT)).isEqualTo(Status.of(0, TAG, length));
            assertThat(room).isEqualTo(pattern(2, length));
        }
    }

    @OnEveryChannel
    @DisplayName("MODE-2 the blocking form returns without a receive, too")
    void blocking(Ranks ranks) {
        int length = ranks.eagerLimitBytes() + 1;
        ranks.session(0).buffers().attachAutomatic().block(TIMEOUT);
        for (int i = 0; i < 3; i++) {
            assertThat(ranks.world(0).blocking().bsend(Buffers.bytes(pattern(i, length)), 1, i))
                    .isEqualTo(Status.of(0, i, length));
        }
        for (int i = 2; i >= 0; i--) {
            assertThat(ranks.world(1).receive(0, i).block(TIMEOUT).toByteArray())
                    .isEqualTo(pattern(i, length));
        }
    }

    @OnEveryChannel
    @DisplayName("MODE-5 buffered sends pair with receives of every form, posted before and after")
    void everyReceive(Ranks ranks) {
        Communicator zero = ranks.world(0);
        Communicator one = ranks.world(1);
        zero.buffers().attachAutomatic().block(TIMEOUT);
        for (int length : new int[] {5, ranks.eagerLimitBytes() + 1}) {
            PersistentRequest persistent = one.recvInit(room(length), 0, TAG);
            List<Mono<Status>> receives = List.of(
                    one.irecv(room(length), 0, TAG),
                    one.irecv(room(length), Mpi.ANY_SOURCE, Mpi.ANY_TAG),
                    one.receive(0, TAG).map(Message::status),
                    one.receive(Mpi.ANY_SOURCE, TAG).map(Message::status),
                    one.mprobe(0, TAG).flatMap(message -> message.receive(room(length))),
                    Mono.fromRunnable(persistent::start).then(persistent.completion()));
            for (Mono<Status> receive : receives) {
                zero.ibsend(bytes(length), 1, TAG).block(TIMEOUT);
                assertThat(receive.block(TIMEOUT)).isEqualTo(Status.of(0, TAG, length));

                Request posted = Request.start(receive);
                zero.ibsend(bytes(length), 1, TAG).block(TIMEOUT);
                assertThat(posted.completion().block(TIMEOUT)).isEqualTo(Status.of(0, TAG, length));
            }
        }
    }

    @OnEveryChannel
    @DisplayName(
            "PRG-2 Example 3.6: a buffered and a synchronous send, received in the opposite order of tags, complete")
    void oppositeOrderOfTags(Ranks ranks) {
        for (int length : new int[] {4, ranks.eagerLimitBytes() + 1}) {
            Communicator zero = ranks.world(0);
            Communicator one = ranks.world(1);
            zero.buffers().attach(length + Mpi.BSEND_OVERHEAD_BYTES).block(TIMEOUT);
            Mono<Status> sends = zero.ibsend(bytes(length), 1, 1).then(zero.issend(bytes(length), 1, 2));
            Mono<Status> receives = one.irecv(room(length), 0, 2).then(one.irecv(room(length), 0, 1));

            Mono.when(sends, receives).block(TIMEOUT);
            zero.buffers().detach().block(TIMEOUT);
        }
    }

    @OnEveryChannel
    @DisplayName(
            "ORD-1 Example 3.5: two buffered messages are received in the order sent, whatever the receives ask for")
    void nonOvertaking(Ranks ranks) {
        Communicator zero = ranks.world(0);
        zero.buffers().attachAutomatic().block(TIMEOUT);
        int large = ranks.eagerLimitBytes() + 1;
        for (int[] lengths : new int[][] {{large, 1}, {1, large}, {large, large + 1}, {2, 1}}) {
            zero.ibsend(bytes(lengths[0]), 1, TAG).block(TIMEOUT);
            zero.ibsend(bytes(lengths[1]), 1, TAG).block(TIMEOUT);
            Request first = Request.start(ranks.world(1).irecv(room(large + 1), 0, Mpi.ANY_TAG));
            Request second = Request.start(ranks.world(1).irecv(room(large + 1), 0, TAG));
            assertThat(Requests.waitAll(List.of(first, second)).block(TIMEOUT))
                    .extracting(Status::lengthBytes)
                    .containsExactly((long) lengths[0], (long) lengths[1]);
        }
    }

    @OnEveryChannel
    @DisplayName(
            "ORD-1 buffered messages do not overtake those of other modes, and are not overtaken, to oneself neither")
    void orderAmongModes(Ranks ranks) {
        Communicator zero = ranks.world(0);
        zero.buffers().attachAutomatic().block(TIMEOUT);
        int large = ranks.eagerLimitBytes() + 1;
        int[] lengths = {large, 4, 8, large + 4, 0, 4, large, large, 1, 0, 7, 3};
        for (int destination : new int[] {1, 0}) {
            List<Request> sends = new ArrayList<>();
            for (int i = 0; i < lengths.length; i++) {
                Buffer data = bytes(lengths[i]);
                sends.add(Request.start(
                        switch (i % 4) {
                            case 0 -> zero.issend(data, destination, TAG);
                            case 2 -> zero.isend(data, destination, TAG);
                            default -> zero.ibsend(data, destination, TAG);
                        }));
            }
            for (int length : lengths) {
                assertThat(ranks.world(destination)
                                .irecv(room(large + 4), 0, TAG)
                                .block(TIMEOUT)
                                .lengthBytes())
                        .isEqualTo(length);
            }
            Requests.waitAll(sends).block(TIMEOUT);
        }
    }

    @OnEveryChannel
    @DisplayName("ARG-5 wrong arguments of buffered sends are errors of the subscription, and harm nothing")
    void wrongArguments(Ranks ranks) {
        Communicator zero = ranks.world(0);
        zero.buffers().attachAutomatic().block(TIMEOUT);
        assertFails(zero.ibsend(ints(1), 2, TAG), ErrorClass.RANK, "2", "0..1");
        assertFails(zero.ibsend(ints(1), Mpi.ANY_SOURCE, TAG), ErrorClass.RANK, "-1", "0..1");
        assertFails(zero.ibsend(ints(1), 1, Mpi.ANY_TAG), ErrorClass.TAG, "-1");
        assertFails(zero.ibsend(ints(1), Mpi.PROC_NULL, -5), ErrorClass.TAG, "-5");
        assertFails(zero.ibsend(Buffers.of(new int[2], 1, 2), 1, TAG), ErrorClass.BUFFER);
        assertFails(zero.ibsend(Buffers.of(new int[2], 1, -1), Mpi.PROC_NULL, TAG), ErrorClass.COUNT);
        assertThat(exchange(zero, ranks.world(1), 42)).isEqualTo(42);
    }

    @OnEveryChannel
    @DisplayName("SRV-2 a buffered send to the null process completes, also without a buffer")
    void nullProcess(Ranks ranks) {
        assertThat(ranks.world(0).ibsend(ints(1), Mpi.PROC_NULL, TAG).block(TIMEOUT))
                .isNotNull();
    }

    @OnEveryChannel
    @DisplayName("RX-1, RX-3 a buffered send does nothing before its subscription, and sends once for each")
    void cold(Ranks ranks) {
        Communicator zero = ranks.world(0);
        int[] data = {1};
        Mono<Status> send = zero.ibsend(ints(data), 1, TAG);
        zero.buffers().attach(1000).block(TIMEOUT);
        data[0] = 2;
        send.repeat(2).blockLast(TIMEOUT);
        for (int i = 0; i < 3; i++) {
            assertThat(value(ranks.world(1).receive(0, TAG).block(TIMEOUT))).isEqualTo(2);
        }
        assertThat(exchange(zero, ranks.world(1), 42)).isEqualTo(42);
    }

    @OnEveryChannel(timeoutSeconds = 60)
    @DisplayName("RX-9 buffered sends that start each other, thirty thousand in a row, need constant stack")
    void constantStack(Ranks ranks) {
        int messages = 30_000;
        ranks.world(0).buffers().attachAutomatic().block(TIMEOUT);
        Mono<Long> received =
                ranks.world(1).irecv(room(4), 0, TAG).repeat(messages - 1).count();
        Mono<Long> sent =
                ranks.world(0).ibsend(ints(1), 1, TAG).repeat(messages - 1).count();
        assertThat(Mono.zip(received, sent).block().getT1()).isEqualTo(messages);
    }

    @OnEveryChannel
    @DisplayName("PRB-5 a buffered send that is cancelled before it starts sends nothing; later it is too late")
    void cancelled(Ranks ranks) {
        ranks.without(Check.BLOCKED_PROGRESS);
        Communicator zero = ranks.world(0);
        int large = ranks.eagerLimitBytes() + 1;
        zero.buffers().attachAutomatic().block(TIMEOUT);
        CountDownLatch cancelled = new CountDownLatch(1);
        zero.scheduler().schedule(() -> hold(cancelled));
        Disposable early = zero.ibsend(bytes(large), 1, TAG).subscribe();
        early.dispose();
        cancelled.countDown();
        assertThat(exchange(zero, ranks.world(1), 42)).isEqualTo(42);

        Request late = Request.start(zero.ibsend(bytes(large), 1, TAG));
        meet(ranks);
        late.cancel();
        Message message = ranks.world(1).receive(0, TAG).block(TIMEOUT);
        assertThat(message.toByteArray()).isEqualTo(pattern(0, large));
        assertThat(late.completion().block(TIMEOUT).isCancelled()).isFalse();
    }

    @OnEveryChannel(virtualTime = true, settings = Silence.NO_STALLS)
    @DisplayName("LIF-2 finalizing waits for buffered messages, and delivers them")
    void finalizing(Ranks ranks) {
        int length = ranks.eagerLimitBytes() + 1;
        ranks.session(0).buffers().attachAutomatic().block(TIMEOUT);
        ranks.world(0).ibsend(bytes(length), 1, TAG).block(TIMEOUT);
        Silence silence = new Silence();
        StepVerifier.create(silence.of(ranks.session(0).close()))
                .expectSubscription()
                .then(() -> silence.lasts(ranks))
                .then(() -> assertThat(
                                ranks.world(1).receive(0, TAG).block(TIMEOUT).toByteArray())
                        .isEqualTo(pattern(0, length)))
                .expectComplete()
                .verify(TIMEOUT);
        assertFails(ranks.world(0).ibsend(ints(1), 1, TAG), ErrorClass.SESSION);
        assertFails(ranks.world(0).ibsend(ints(1), Mpi.PROC_NULL, TAG), ErrorClass.SESSION);
    }
}
