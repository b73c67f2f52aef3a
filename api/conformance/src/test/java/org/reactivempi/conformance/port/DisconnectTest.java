package org.reactivempi.conformance.port;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.Family.assertFails;
import static org.reactivempi.conformance.Family.started;
import static org.reactivempi.conformance.Family.worlds;
import static org.reactivempi.conformance.Payloads.TIMEOUT;
import static org.reactivempi.conformance.port.Jobs.CHANNELS;
import static org.reactivempi.conformance.port.Jobs.assertAllTalk;
import static org.reactivempi.conformance.port.Jobs.assertWorks;
import static org.reactivempi.conformance.port.Jobs.disconnect;
import static org.reactivempi.conformance.port.Jobs.get;
import static org.reactivempi.conformance.port.Jobs.job;
import static org.reactivempi.conformance.port.Jobs.met;
import static org.reactivempi.conformance.port.Jobs.port;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.reactivempi.Buffers;
import org.reactivempi.Codecs;
import org.reactivempi.Communicator;
import org.reactivempi.ErrorClass;
import org.reactivempi.Intercommunicator;
import org.reactivempi.Mpi;
import org.reactivempi.Op;
import org.reactivempi.Port;
import org.reactivempi.Status;
import org.reactivempi.conformance.Family;
import org.reactivempi.conformance.Recorder;
import org.reactivempi.testkit.Ranks;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** How jobs part. */
class DisconnectTest {

    @ParameterizedTest(name = "[{0}]")
    @MethodSource(CHANNELS)
    @DisplayName("DPM-6 disconnect waits for the receives, probes and streams that run, on all ranks of both jobs")
    void waits(String channel) throws Exception {
        try (Ranks service = job(channel, 2);
                Ranks client = job(channel, 1)) {
            List<Intercommunicator> ends = met(service, client);
            Intercommunicator one = ends.get(1);
            Intercommunicator far = ends.get(2);
            int[] room = new int[3];
            CompletableFuture<Status> received =
                    one.irecv(Buffers.of(room), 0, 7).toFuture();
            CompletableFuture<Status> probed = one.probe(0, 8).toFuture();
            Sinks.Many<Integer> values = Sinks.many().unicast().onBackpressureBuffer();
            CompletableFuture<Void> sent =
                    far.sendStream(values.asFlux(), Codecs.intValue(), 1, 9).toFuture();
            CompletableFuture<List<Integer>> stream =
                    one.receiveStream(Codecs.intValue(), 0, 9).collectList().toFuture();
            values.tryEmitNext(1).orThrow();
            // All of it has begun.
            assertAllTalk(ends, 3);

            Recorder<Void> oneParts = started(one.disconnect());
            Recorder<Void> zeroParts = started(ends.get(0).disconnect());
            assertWorks(service);
            assertFails(one.isend(Buffers.ints(1), 0, 7), ErrorClass.COMM, "freed");
            assertThat(received).isNotDone();
            assertThat(oneParts.signals()).isEmpty();

            Mono.when(far.isend(Buffers.ints(4, 5, 6), 1, 7), far.isend(Buffers.ints(8), 1, 8))
                    .block(TIMEOUT);
            Recorder<Void> farParts = started(far.disconnect());
            assertThat(get(received).lengthBytes()).isEqualTo(12);
            assertThat(room).containsExactly(4, 5, 6);
            assertThat(get(probed).lengthBytes()).isEqualTo(4);
            assertWorks(service);
            assertWorks(client);
            assertThat(oneParts.signals()).isEmpty();
            assertThat(zeroParts.signals()).isEmpty();
            assertThat(farParts.signals()).isEmpty();

            values.tryEmitNext(2).orThrow();
            values.tryEmitComplete().orThrow();
            assertThat(get(stream)).containsExactly(1, 2);
            get(sent);
            assertThat(oneParts.await()).containsExactly("complete");
            assertThat(zeroParts.await()).containsExactly("complete");
            assertThat(farParts.await()).containsExactly("complete");
            assertFails(far.isend(Buffers.ints(1), 0, 7), ErrorClass.COMM);
            assertFails(far.disconnect(), ErrorClass.COMM);
        }
    }

    @ParameterizedTest(name = "[{0}]")
    @MethodSource(CHANNELS)
    @DisplayName("DPM-6 disconnect waits for the questions that are asked, and ends the handlers of questions")
    void questions(String channel) throws Exception {
        try (Ranks service = job(channel, 1);
                Ranks client = job(channel, 1)) {
            List<Intercommunicator> ends = met(service, client);
            Sinks.One<String> answer = Sinks.one();
            CompletableFuture<List<Status>> handled = ends.get(0)
                    .answer(
                            Codecs.string(),
                            Codecs.string(),
                            5,
                            question -> answer.asMono().map(question::concat))
                    .collectList()
                    .toFuture();
            CompletableFuture<String> told = ends.get(1)
                    .ask("how ", Codecs.string(), Codecs.string(), 0, 5)
                    .toFuture();
            assertAllTalk(ends, 1);
            List<Recorder<Void>> parts =
                    ends.stream().map(end -> started(end.disconnect())).toList();
            assertWorks(service);
            assertWorks(client);
            assertThat(parts).allSatisfy(each -> assertThat(each.signals()).isEmpty());
            answer.tryEmitValue("so").orThrow();
            assertThat(get(told)).isEqualTo("how so");
            assertThat(get(handled)).hasSize(1);
            for (Recorder<Void> each : parts) {
                assertThat(each.await()).containsExactly("complete");
            }
        }
    }

    private enum End {
        CLOSE,
        ABORT,
        LOSS
    }

    @ParameterizedTest(name = "[{0}]")
    @MethodSource(CHANNELS)
    @DisplayName(
            "DPM-6 jobs that have parted are independent: the end, the abort and a lost rank of one are nothing to the other")
    void independent(String channel) {
        for (End how : End.values()) {
            try (Ranks service = job(channel, 2)) {
                Mono<Void> failure = service.session(0).failure();
                Recorder<Void> failed = started(failure);
                try (Ranks client = job(channel, 2)) {
                    List<Intercommunicator> ends = met(service, client);
                    List<Communicator> merged = Family.onAll(ends, end -> end.merge(ends.indexOf(end) < 2));
                    assertAllTalk(ends, 1);
                    disconnect(ends);
                    // They still have one in common.
                    List<Long> sums = Family.onAll(merged, end -> end.allreduce(1L << end.rank(), Op.SUM));
                    assertThat(sums).containsOnly(15L);
                    Family.onAll(merged, Communicator::disconnect);
                    assertWorks(service);
                    int[] room = new int[1];
                    CompletableFuture<Status> anyone = service.world(0)
                            .irecv(Buffers.of(room), Mpi.ANY_SOURCE, 3)
                            .toFuture();
                    switch (how) {
                        case CLOSE -> {}
                        case ABORT ->
                            IntStream.range(0, 2)
                                    .forEach(rank -> client.abort(rank, "killed by the test")
                                            .block(TIMEOUT));
                        case LOSS -> client.abort(1, "killed by the test").block(TIMEOUT);
                    }
                    assertWorks(service);
                    assertThat(anyone).isNotDone();
                    service.world(1).isend(Buffers.ints(12), 0, 3).block(TIMEOUT);
                    get(anyone);
                    assertThat(room).containsExactly(12);
                }
                assertWorks(service);
                assertThat(service.world(0).failures().failed().block(TIMEOUT).size())
                        .isZero();
                assertThat(failed.signals()).isEmpty();
                failed.cancel();
                // And others come.
                try (Ranks next = job(channel, 1)) {
                    List<Intercommunicator> ends = met(service, next);
                    assertAllTalk(ends, 2);
                    disconnect(ends);
                }
            }
        }
    }

    @ParameterizedTest(name = "[{0}]")
    @MethodSource(CHANNELS)
    @DisplayName("DPM-6 two jobs that part and meet again, from either side, exchange the right data each time")
    void again(String channel) {
        try (Ranks one = job(channel, 2);
                Ranks other = job(channel, 2)) {
            Port ofOne = port(one, 1);
            Port ofOther = port(other, 0);
            for (int round = 0; round < 20; round++) {
                List<Intercommunicator> ends = round % 2 == 0
                        ? met(worlds(one), 1, ofOne, worlds(other), round / 2 % 2)
                        : met(worlds(other), 0, ofOther, worlds(one), round / 2 % 2);
                assertAllTalk(ends, round);
                if (round % 3 == 0) {
                    Family.onAll(ends, Intercommunicator::free);
                } else {
                    disconnect(ends);
                }
            }
        }
    }

    @ParameterizedTest(name = "[{0}]")
    @MethodSource(CHANNELS)
    @DisplayName("DPM-6 both jobs may end while they are connected, without a disconnect, when all that runs has ended")
    void endedWhileConnected(String channel) {
        for (int first = 0; first < 2; first++) {
            Ranks service = job(channel, 2);
            Ranks client = job(channel, 1);
            List<Intercommunicator> ends = met(service, client);
            assertAllTalk(ends, 1);
            (first == 0 ? service : client).close();
            Ranks left = first == 0 ? client : service;
            assertWorks(left);
            left.close();
        }
    }
}
