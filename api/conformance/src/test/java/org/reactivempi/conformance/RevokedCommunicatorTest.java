package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.reactivempi.conformance.FailedSourceTest.awaited;
import static org.reactivempi.conformance.FailedSourceTest.started;
import static org.reactivempi.conformance.Family.worlds;
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
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivempi.Codecs;
import org.reactivempi.Communicator;
import org.reactivempi.ErrorClass;
import org.reactivempi.MatchedMessage;
import org.reactivempi.Mpi;
import org.reactivempi.PersistentRequest;
import org.reactivempi.RevokedException;
import org.reactivempi.Settings;
import org.reactivempi.testkit.Check;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import org.reactivempi.transport.faulty.Faults;
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
                            from.ask("a", Codecs.string(), Codecs.string(), other, TAG + 6),
                            from.askStream("a", Codecs.string(), Codecs.string(), other, TAG + 7)
                                    .then(),
                            from.askStreams(Flux.just("a"), Codecs.string(), Codecs.string(), other, TAG + 8)
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

    /** What rank 3 hears by way of rank 2 comes late; what ranks 1 and 2 hear of rank 0 itself, as well. */
    @ParameterizedTest
    @ValueSource(strings = {"local", "tcp"})
    @DisplayName("LIF-4 a revocation reaches a rank that has not yet freed the last communicator of that number")
    void numberUsedAgain(String channel) throws Exception {
        Faults faults = Faults.create();
        Settings settings = Settings.create()
                .channel("faulty")
                .with("faulty-channel", channel)
                .attach(faults);
        try (Ranks ranks = Ranks.start(4, settings).without(Check.BLOCKED_PROGRESS)) {
            List<Communicator> parents = dup(ranks);
            List<Communicator> freed = dup(ranks);
            worlds(ranks).forEach(end -> worlds(ranks).forEach(other -> exchange(end, other, 1)));
            List<Recorder<Object>> ends = new ArrayList<>();
            List<Mono<Communicator>> made = new ArrayList<>();
            for (int rank = 1; rank < 4; rank++) {
                Mono<Communicator> next = parents.get(rank).dup().cache();
                made.add(next);
                ends.add(started(next.flatMap(end -> end.irecv(room(4), 0, TAG))));
                ends.add(started(freed.get(rank).free()));
            }
            Mono<Communicator> next = freed.get(0)
                    .free()
                    .doOnSuccess(done -> {
                        faults.freeze(2, 3);
                        await(Mono.fromRunnable(() -> {})
                                .subscribeOn(ranks.world(2).scheduler()));
                    })
                    .then(parents.get(0).dup());
            Communicator zero = next.block(TIMEOUT);
            made.get(0).block(TIMEOUT);
            made.get(1).block(TIMEOUT);

            faults.freeze(0, 1);
            faults.freeze(0, 2);
            zero.failures().revoke().block(TIMEOUT);
            exchange(ranks.world(0), ranks.world(3), 2);
            exchange(ranks.world(3), ranks.world(1), 3);
            exchange(ranks.world(3), ranks.world(2), 4);
            faults.cut();

            for (int i = 0; i < ends.size(); i += 2) {
                assertRevoked(ends.get(i));
                assertThat(ends.get(i + 1).await()).containsExactly("complete");
            }
        }
    }

    private static void await(Mono<?> step) {
        CountDownLatch done = new CountDownLatch(1);
        step.subscribe(value -> {}, error -> done.countDown(), done::countDown);
        try {
            done.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
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
