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
import static org.reactivempi.conformance.Traffic.meet;
import static org.reactivempi.conformance.Traffic.onThreads;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.BlockingPointToPoint;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.ErrorClass;
import org.reactivempi.MatchedMessage;
import org.reactivempi.Mpi;
import org.reactivempi.MpiException;
import org.reactivempi.Request;
import org.reactivempi.Status;
import org.reactivempi.TruncationException;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;
import reactor.test.StepVerifier;

/** PRB: probes, which look, and matched probes, which take. */
class ProbeTest {

    @OnEveryChannel
    @DisplayName(
            "PRB-1 a probe tells of the message that a receive gets then, of any length, before or after it has come")
    void probeThenReceive(Ranks ranks) {
        Communicator zero = ranks.world(0);
        for (int destination = 0; destination < 2; destination++) {
            Communicator to = ranks.world(destination);
            for (int length : lengths(ranks)) {
                Mono<Status> waiting = to.probe(Mpi.ANY_SOURCE, Mpi.ANY_TAG).cache();
                waiting.subscribe();
                Request send = Request.start(zero.isend(bytes(length), destination, TAG));
                assertThat(waiting.block(TIMEOUT)).isEqualTo(Status.of(0, TAG, length));
                assertThat(to.probe(0, TAG).repeat(2).collectList().block(TIMEOUT))
                        .containsOnly(Status.of(0, TAG, length));

                byte[] room = new byte[length];
                assertThat(to.irecv(Buffers.of(room), 0, TAG).block(TIMEOUT)).isEqualTo(Status.of(0, TAG, length));
                assertThat(room).isEqualTo(pattern(0, length));
                send.completion().block(TIMEOUT);
            }
        }
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("PRB-1 a probe shows what a receive with the same arguments would get: the oldest that matches")
    void oldest(Ranks ranks) {
        Communicator to = ranks.world(2);
        ranks.world(0).isend(room(1), 2, 5).block(TIMEOUT);
        ranks.world(0).isend(room(2), 2, 6).block(TIMEOUT);
        meet(ranks);
        ranks.world(1).isend(room(3), 2, 6).block(TIMEOUT);
        meet(ranks);

        assertThat(to.probe(Mpi.ANY_SOURCE, Mpi.ANY_TAG).block(TIMEOUT)).isEqualTo(Status.of(0, 5, 1));
        assertThat(to.probe(Mpi.ANY_SOURCE, 6).block(TIMEOUT)).isEqualTo(Status.of(0, 6, 2));
        assertThat(to.probe(1, Mpi.ANY_TAG).block(TIMEOUT)).isEqualTo(Status.of(1, 6, 3));
        for (int bytes : new int[] {1, 2, 3}) {
            assertThat(to.irecv(room(3), Mpi.ANY_SOURCE, Mpi.ANY_TAG)
                            .block(TIMEOUT)
                            .lengthBytes())
                    .isEqualTo(bytes);
        }
    }

    @OnEveryChannel
    @DisplayName("PRB-1 a message that a posted receive gets is shown to no probe; a cancelled probe waits no more")
    void receivedMessages(Ranks ranks) throws Exception {
        Communicator one = ranks.world(1);
        Request receive = Request.start(one.irecv(room(4), 0, TAG));
        Recorder<Status> probe = new Recorder<>();
        one.probe(0, TAG).subscribe(probe);
        probe.request(1);
        Recorder<Status> cancelled = new Recorder<>();
        one.probe(0, TAG).subscribe(cancelled);
        cancelled.request(1);
        cancelled.cancel();
        ranks.world(0).isend(room(4), 1, TAG).block(TIMEOUT);
        receive.completion().block(TIMEOUT);
        meet(ranks);
        assertThat(probe.signals()).isEmpty();

        ranks.world(0).isend(room(3), 1, TAG).block(TIMEOUT);
        assertThat(probe.await()).containsExactly(Status.of(0, TAG, 3), "complete");
        assertThat(cancelled.signals()).isEmpty();
        one.receive(0, TAG).block(TIMEOUT);
    }

    @OnEveryChannel
    @DisplayName("PRB-2 a local probe sees what has come, takes nothing, and finally sees what was sent")
    void localProbe(Ranks ranks) {
        for (int destination = 0; destination < 2; destination++) {
            Communicator to = ranks.world(destination);
            for (int length : lengths(ranks)) {
                assertThat(to.iprobe(0, TAG).block(TIMEOUT)).isNull();
                assertThat(to.improbe(0, TAG).block(TIMEOUT)).isNull();
                Request send = Request.start(ranks.world(0).isend(bytes(length), destination, TAG));
                Optional<Status> seen = Optional.empty();
                while (seen.isEmpty()) {
                    seen = to.iprobe(Mpi.ANY_SOURCE, TAG).blockOptional();
                }
                assertThat(seen).contains(Status.of(0, TAG, length));
                assertThat(to.iprobe(0, TAG + 1).block(TIMEOUT)).isNull();
                MatchedMessage message = to.improbe(0, Mpi.ANY_TAG).block(TIMEOUT);
                assertThat(to.iprobe(0, TAG).block(TIMEOUT)).isNull();
                assertThat(message.status()).isEqualTo(Status.of(0, TAG, length));
                assertThat(message.receive().block(TIMEOUT).toByteArray()).isEqualTo(pattern(0, length));
                send.completion().block(TIMEOUT);
            }
        }
    }

    @OnEveryChannel
    @DisplayName(
            "PRB-2 a local probe is asked on any thread, also on another rank's, and answers on its own progress thread")
    void localProbeOnThreads(Ranks ranks) {
        Communicator zero = ranks.world(0);
        Communicator one = ranks.world(1);
        zero.isend(ints(1), 1, TAG).block(TIMEOUT);
        one.probe(0, TAG).block(TIMEOUT);

        for (Scheduler asker : List.of(one.scheduler(), Schedulers.parallel(), zero.scheduler())) {
            Mono<Status> ask = one.iprobe(0, TAG)
                    .doOnNext(status ->
                            assertThat(Thread.currentThread().getName()).contains("reactive-mpi-1"));
            assertThat(ask.subscribeOn(asker).block(TIMEOUT)).isEqualTo(Status.of(0, TAG, 4));
            assertThat(one.improbe(0, TAG + 1).subscribeOn(asker).block(TIMEOUT))
                    .isNull();
        }
        one.receive(0, TAG).block(TIMEOUT);
    }

    @OnEveryChannel
    @DisplayName("PRB-3 a matched message is received by its handle alone, from any thread, exactly once")
    void matchedMessage(Ranks ranks) {
        Communicator zero = ranks.world(0);
        for (int destination = 0; destination < 2; destination++) {
            Communicator to = ranks.world(destination);
            for (int length : lengths(ranks)) {
                Mono<MatchedMessage> probe = to.mprobe(0, TAG).cache();
                probe.subscribe();
                Request send = Request.start(zero.issend(bytes(length), destination, TAG));
                MatchedMessage message = probe.block(TIMEOUT);
                assertThat(message.status()).isEqualTo(Status.of(0, TAG, length));
                assertThat(send.isComplete()).isFalse();
                assertThat(exchange(zero, to, 5)).isEqualTo(5);
                assertThat(send.isComplete()).isFalse();

                byte[] room = new byte[length];
                Mono<Status> receive = message.receive(Buffers.of(room));
                assertThat(receive.subscribeOn(Schedulers.boundedElastic()).block(TIMEOUT))
                        .isEqualTo(Status.of(0, TAG, length));
                assertThat(room).isEqualTo(pattern(0, length));
                send.completion().block(TIMEOUT);
                for (Mono<?> again : List.of(receive, message.receive())) {
                    StepVerifier.create(again)
                            .expectErrorSatisfies(error -> assertThat(error)
                                    .isInstanceOfSatisfying(
                                            MpiException.class,
                                            wrong -> assertThat(wrong.errorClass())
                                                    .isEqualTo(ErrorClass.REQUEST)))
                            .verify(TIMEOUT);
                }
            }
        }
    }

    @OnEveryChannel
    @DisplayName(
            "PRB-3 RX-1 a handle's Mono that nobody requests receives nothing; too little room fails it, and uses it up")
    void matchedMessageOnce(Ranks ranks) {
        Communicator one = ranks.world(1);
        for (int length : new int[] {10, ranks.eagerLimitBytes() + 1}) {
            Request send = Request.start(ranks.world(0).isend(bytes(length), 1, TAG));
            MatchedMessage message = one.mprobe(0, TAG).block(TIMEOUT);
            message.receive().subscribe(new Recorder<>());
            StepVerifier.create(message.receive(room(length - 1)))
                    .expectError(TruncationException.class)
                    .verify(TIMEOUT);
            send.completion().block(TIMEOUT);
            StepVerifier.create(message.receive())
                    .expectError(MpiException.class)
                    .verify(TIMEOUT);
        }
    }

    @OnEveryChannel
    @DisplayName("PRB-3 PRB-5 a message that a matched probe has taken can't be withdrawn: it is delivered")
    void takenMessagesAreNotWithdrawn(Ranks ranks) {
        Communicator zero = ranks.world(0);
        for (int destination = 0; destination < 2; destination++) {
            Communicator to = ranks.world(destination);
            for (int length : lengths(ranks)) {
                Mono<MatchedMessage> waiting = to.mprobe(0, TAG).cache();
                waiting.subscribe();
                Request expected = Request.start(zero.issend(bytes(length), destination, TAG));
                assertDelivered(ranks, expected, waiting.block(TIMEOUT), length);

                Request unexpected = Request.start(zero.issend(bytes(length), destination, TAG));
                meet(ranks);
                assertDelivered(ranks, unexpected, to.improbe(0, TAG).block(TIMEOUT), length);
            }
        }
    }

    private static void assertDelivered(Ranks ranks, Request send, MatchedMessage taken, int length) {
        send.cancel();
        meet(ranks);
        assertThat(send.isComplete()).isFalse();
        byte[] room = new byte[length];
        taken.receive(Buffers.of(room)).block(TIMEOUT);
        assertThat(room).isEqualTo(pattern(0, length));
        assertThat(send.completion().block(TIMEOUT).isCancelled()).isFalse();
    }

    @OnEveryChannel
    @DisplayName(
            "PRB-3 PRB-5 LIF-2 a matched message that its rank begins to receive when it closes can be withdrawn again")
    void receivedTooLate(Ranks ranks) {
        Communicator zero = ranks.world(0);
        Communicator to = ranks.world(1);
        Request shortOne = Request.start(zero.issend(bytes(4), 1, TAG));
        Request longOne = Request.start(zero.isend(bytes(ranks.eagerLimitBytes() + 1), 1, TAG + 1));
        List<MatchedMessage> taken = List.of(
                Objects.requireNonNull(to.mprobe(0, TAG).block(TIMEOUT)),
                Objects.requireNonNull(to.mprobe(0, TAG + 1).block(TIMEOUT)));
        // The session is not over before this one has come.
        Request last = Request.start(to.irecv(room(4), 0, TAG + 2));
        Mono<Void> closing = ranks.session(1).close().cache();
        closing.subscribe();
        awaitClosing(to);
        taken.forEach(message -> StepVerifier.create(message.receive())
                .expectErrorSatisfies(error -> assertThat(error).isInstanceOf(MpiException.class))
                .verify(TIMEOUT));

        shortOne.cancel();
        longOne.cancel();
        assertThat(shortOne.completion().block(TIMEOUT).isCancelled()).isTrue();
        assertThat(longOne.completion().block(TIMEOUT).isCancelled()).isTrue();
        zero.isend(bytes(4), 1, TAG + 2).block(TIMEOUT);
        assertThat(last.completion().block(TIMEOUT).lengthBytes()).isEqualTo(4);
        closing.block(TIMEOUT);
    }

    /** Until operations are refused. */
    private static void awaitClosing(Communicator world) {
        Mono.defer(() -> world.iprobe(0, TAG + 3))
                .repeat()
                .onErrorComplete(MpiException.class)
                .then()
                .block(TIMEOUT);
    }

    @OnEveryChannel
    @DisplayName("PRB-3 matched probes stand in line with receives")
    void inLine(Ranks ranks) {
        Communicator one = ranks.world(1);
        List<Mono<Integer>> line = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            int source = i % 3 == 0 ? Mpi.ANY_SOURCE : 0;
            Mono<Integer> next = i % 2 == 0
                    ? one.receive(source, TAG).map(Traffic::value)
                    : one.mprobe(source, TAG).flatMap(MatchedMessage::receive).map(Traffic::value);
            line.add(next.cache());
            line.get(i).subscribe();
        }
        for (int i = 0; i < 12; i++) {
            ranks.world(0).isend(ints(i), 1, TAG).block(TIMEOUT);
        }
        for (int i = 0; i < 12; i++) {
            assertThat(line.get(i).block(TIMEOUT)).isEqualTo(i);
        }
    }

    @OnEveryChannel(settings = "eager-limit-bytes=64")
    @DisplayName("PRB-3 threads that take messages by matched probes side by side get each message exactly once")
    void severalThreads(Ranks ranks) {
        Communicator one = ranks.world(1);
        int messages = 600;
        List<Integer> got = Collections.synchronizedList(new ArrayList<>());
        Mono<Void> sent = Mono.when(IntStream.range(0, messages)
                .mapToObj(i -> ranks.world(0).isend(Buffers.ints(numbered(i)), 1, TAG))
                .toList());
        sent = sent.cache();
        sent.subscribe();
        onThreads(3, thread -> {
            BlockingPointToPoint calls = one.blocking();
            for (int i = 0; i < messages / 3; i++) {
                MatchedMessage message = thread == 0 ? polled(one) : calls.mprobe(Mpi.ANY_SOURCE, TAG);
                int[] room = new int[(int) message.status().lengthBytes() / Integer.BYTES];
                assertThat(calls.mrecv(Buffers.of(room), message)).isEqualTo(message.status());
                assertThat(room).isEqualTo(numbered(room[0]));
                got.add(room[0]);
            }
        });
        sent.block(TIMEOUT);
        assertThat(got)
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.range(0, messages).boxed().toList());
    }

    private static int[] numbered(int number) {
        return IntStream.range(0, 1 + number % 40).map(i -> number + i).toArray();
    }

    private static MatchedMessage polled(Communicator communicator) {
        Optional<MatchedMessage> message = Optional.empty();
        while (message.isEmpty()) {
            message = communicator.improbe(0, TAG).blockOptional();
        }
        return message.get();
    }

    @OnEveryChannel
    @DisplayName("PRB-1 PRB-3 blocking probes return what the others give")
    void blocking(Ranks ranks) {
        BlockingPointToPoint calls = ranks.world(1).blocking();
        ranks.world(0).isend(ints(7), 1, TAG).block(TIMEOUT);
        assertThat(calls.probe(0, Mpi.ANY_TAG)).isEqualTo(Status.of(0, TAG, 4));
        int[] room = {0};
        assertThat(calls.mrecv(ints(room), calls.mprobe(Mpi.ANY_SOURCE, TAG))).isEqualTo(Status.of(0, TAG, 4));
        assertThat(room).containsExactly(7);
    }

    @OnEveryChannel
    @DisplayName("PRB-3 SRV-2 probes of the null process give its status and its message at once")
    void nullProcess(Ranks ranks) {
        Communicator one = ranks.world(1);
        assertThat(one.probe(Mpi.PROC_NULL, TAG).block(TIMEOUT)).isEqualTo(Status.noProcess());
        assertThat(one.iprobe(Mpi.PROC_NULL, Mpi.ANY_TAG).block(TIMEOUT)).isEqualTo(Status.noProcess());
        for (MatchedMessage message : List.of(
                one.mprobe(Mpi.PROC_NULL, TAG).block(TIMEOUT),
                one.improbe(Mpi.PROC_NULL, TAG).block(TIMEOUT))) {
            int[] room = {3};
            assertThat(message.status()).isEqualTo(Status.noProcess());
            assertThat(message.receive(ints(room)).block(TIMEOUT)).isEqualTo(Status.noProcess());
            assertThat(message.receive().block(TIMEOUT).lengthBytes()).isZero();
            assertThat(room).containsExactly(3);
        }
    }

    @OnEveryChannel
    @DisplayName("ARG-1 ARG-2 probes refuse wrong sources and tags as receives do")
    void wrongArguments(Ranks ranks) {
        Communicator one = ranks.world(1);
        for (Mono<?> probe : List.of(one.probe(2, TAG), one.mprobe(-7, TAG), one.iprobe(2, TAG), one.improbe(2, TAG))) {
            assertFails(probe, ErrorClass.RANK);
        }
        for (Mono<?> probe : List.of(
                one.probe(0, -5),
                one.mprobe(Mpi.PROC_NULL, -5),
                one.iprobe(Mpi.PROC_NULL, -5),
                one.improbe(Mpi.ANY_SOURCE, -5))) {
            assertFails(probe, ErrorClass.TAG);
        }
    }

    @OnEveryChannel
    @DisplayName("ARG-4 LIF-4 probes fail when their session is closed, and when the rank that they wait for ends")
    void ended(Ranks ranks) {
        Communicator zero = ranks.world(0);
        Communicator one = ranks.world(1);
        assertThat(exchange(zero, one, 1)).isEqualTo(1);
        List<Mono<?>> waiting =
                List.of(one.probe(0, TAG).cache(), one.mprobe(0, TAG).cache());
        waiting.forEach(probe -> probe.subscribe(found -> {}, error -> {}));
        ranks.abort(0, "ended by the test").block(TIMEOUT);
        waiting.forEach(probe -> assertFails(probe, ErrorClass.PROC_FAILED));
        assertFails(one.probe(0, TAG), ErrorClass.PROC_FAILED);
        assertFails(zero.iprobe(1, TAG), ErrorClass.SESSION);
        assertFails(zero.improbe(Mpi.PROC_NULL, TAG), ErrorClass.SESSION);
        assertFails(zero.mprobe(1, TAG), ErrorClass.SESSION);
        assertFails(one.iprobe(Mpi.ANY_SOURCE, Mpi.ANY_TAG), ErrorClass.PROC_FAILED_PENDING);
        assertThat(one.failures().acknowledge().block(TIMEOUT))
                .isEqualTo(one.group().incl(0));
        assertThat(one.iprobe(Mpi.ANY_SOURCE, Mpi.ANY_TAG).block(TIMEOUT)).isNull();
    }
}
