package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.reactivempi.conformance.FailedSourceTest.awaited;
import static org.reactivempi.conformance.FailedSourceTest.started;
import static org.reactivempi.conformance.Payloads.TAG;
import static org.reactivempi.conformance.Payloads.TIMEOUT;
import static org.reactivempi.conformance.Payloads.bytes;
import static org.reactivempi.conformance.Payloads.ints;
import static org.reactivempi.conformance.Payloads.room;
import static org.reactivempi.conformance.Traffic.exchange;
import static org.reactivempi.conformance.Traffic.meet;
import static org.reactivempi.conformance.Traffic.value;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.Codecs;
import org.reactivempi.Communicator;
import org.reactivempi.ErrorClass;
import org.reactivempi.MatchedMessage;
import org.reactivempi.Mpi;
import org.reactivempi.PersistentRequest;
import org.reactivempi.RevokedException;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

/** A communicator that is revoked ends whatever it runs, on all ranks, and nothing else. */
class RevokedCommunicatorTest {

    private static List<Communicator> dup(Ranks ranks) {
        List<Mono<Communicator>> all = Stream.iterate(0, rank -> rank < ranks.size(), rank -> rank + 1)
                .map(rank -> ranks.world(rank).dup())
                .toList();
        return Flux.mergeSequential(all).collectList().block(TIMEOUT);
    }

    private static void assertRevoked(Recorder<Object> recorder) {
        assertThat(awaited(recorder))
                .last()
                .isInstanceOfSatisfying(
                        RevokedException.class,
                        error -> assertThat(error.errorClass()).isEqualTo(ErrorClass.REVOKED));
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("LIF-4 revoking ends what runs in the communicator, on all ranks, with the class REVOKED")
    void pending(Ranks ranks) {
        List<Communicator> copies = dup(ranks);
        Communicator zero = copies.get(0);
        Communicator one = copies.get(1);
        int large = ranks.eagerLimitBytes() + 1;
        meet(ranks);
        List<Recorder<Object>> recorders = new ArrayList<>();
        for (Communicator from : List.of(zero, one)) {
            int other = 1 - from.rank();
            Stream.<Mono<?>>of(
                            from.issend(ints(1), other, TAG),
                            from.isend(bytes(large), other, TAG),
                            from.issend(ints(1), from.rank(), TAG + 5),
                            from.irecv(room(4), 2, TAG),
                            from.receive(Mpi.ANY_SOURCE, TAG + 1),
                            from.probe(other, TAG + 2),
                            from.mprobe(Mpi.ANY_SOURCE, TAG + 3),
                            from.sendStream(Flux.never(), Codecs.string(), other, TAG),
                            from.sendStream(Flux.just("a"), Codecs.string(), other, TAG + 1),
                            from.receiveStream(Codecs.string(), other, TAG).then(),
                            from.receiveStream(Codecs.string(), Mpi.ANY_SOURCE, TAG + 2)
                                    .then(),
                            from.barrier(),
                            from.split(0, 0))
                    .map(FailedSourceTest::started)
                    .forEach(recorders::add);
        }
        meet(ranks);
        copies.get(2).failures().revoke().block(TIMEOUT);

        recorders.forEach(RevokedCommunicatorTest::assertRevoked);
        assertThat(exchange(ranks.world(0), ranks.world(1), 5)).isEqualTo(5);
        assertThat(exchange(ranks.world(2), ranks.world(0), 6)).isEqualTo(6);
    }

    @OnEveryChannel(ranks = 2)
    @DisplayName("LIF-4 nothing starts in a communicator that is revoked")
    void later(Ranks ranks) {
        List<Communicator> copies = dup(ranks);
        Communicator zero = copies.get(0);
        PersistentRequest persistent = zero.sendInit(ints(1), 1, TAG);
        Recorder<Object> first = started(zero.receive(1, TAG));
        copies.get(1)
                .failures()
                .revoke()
                .then(copies.get(1).failures().revoke())
                .block(TIMEOUT);
        assertRevoked(first);

        for (Mono<?> operation : List.<Mono<?>>of(
                zero.isend(ints(1), 1, TAG),
                zero.isend(ints(1), Mpi.PROC_NULL, TAG),
                zero.irecv(room(4), Mpi.ANY_SOURCE, TAG),
                zero.receive(1, TAG),
                zero.mprobe(1, TAG),
                zero.barrier(),
                zero.dup(),
                zero.split(0, 0),
                zero.buffers().attach(100),
                zero.sendStream(Flux.just("a"), Codecs.string(), 1, TAG),
                zero.receiveStream(Codecs.string(), 1, TAG).then())) {
            StepVerifier.create(operation).expectError(RevokedException.class).verify(TIMEOUT);
        }
        assertThatExceptionOfType(RevokedException.class)
                .isThrownBy(() -> zero.iprobe(1, TAG).block());
        persistent.start();
        StepVerifier.create(persistent.completion())
                .expectError(RevokedException.class)
                .verify(TIMEOUT);
        zero.failures().failed().then(zero.failures().acknowledge()).block(TIMEOUT);
    }

    @OnEveryChannel(ranks = 2)
    @DisplayName("LIF-4 a revoked communicator is freed without waiting for the others")
    void freed(Ranks ranks) {
        List<Communicator> copies = dup(ranks);
        Recorder<Object> freeing = started(copies.get(0).free());
        ranks.pending(0).block(TIMEOUT);
        copies.get(1).failures().revoke().block(TIMEOUT);

        assertThat(awaited(freeing)).containsExactly("complete");
        copies.get(1).free().block(TIMEOUT);
        StepVerifier.create(copies.get(1).failures().revoke())
                .expectErrorMessage("the communicator is freed")
                .verify(TIMEOUT);
    }

    @OnEveryChannel(ranks = 2)
    @DisplayName("LIF-4 what a receive has matched is still received when the communicator is revoked")
    void matched(Ranks ranks) {
        List<Communicator> copies = dup(ranks);
        int large = 8 * 1024 * 1024;
        Recorder<Object> sent = started(copies.get(0).isend(bytes(large), 1, TAG));
        Recorder<Object> taken = started(copies.get(0).issend(ints(7), 1, TAG + 1));
        MatchedMessage message = copies.get(1).mprobe(0, TAG + 1).block(TIMEOUT);
        Recorder<Object> received = started(copies.get(1).receive(0, TAG));
        copies.get(1).failures().revoke().block(TIMEOUT);

        assertThat(value(message.receive().block(TIMEOUT))).isEqualTo(7);
        assertThat(awaited(taken)).hasSize(2);
        Object end = awaited(sent).get(0);
        if (end instanceof RevokedException) {
            assertRevoked(received);
        } else {
            assertThat(awaited(received)).hasSize(2);
        }
        assertThat(exchange(ranks.world(0), ranks.world(1), 5)).isEqualTo(5);
    }
}
