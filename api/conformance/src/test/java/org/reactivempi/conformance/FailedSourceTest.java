package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.reactivempi.conformance.Payloads.TAG;
import static org.reactivempi.conformance.Payloads.TIMEOUT;
import static org.reactivempi.conformance.Payloads.ints;
import static org.reactivempi.conformance.Payloads.room;
import static org.reactivempi.conformance.Traffic.exchange;
import static org.reactivempi.conformance.Traffic.meet;
import static org.reactivempi.conformance.Traffic.value;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.Codecs;
import org.reactivempi.Communicator;
import org.reactivempi.ErrorClass;
import org.reactivempi.Group;
import org.reactivempi.Mpi;
import org.reactivempi.ProcessFailedException;
import org.reactivempi.ProcessFailedPendingException;
import org.reactivempi.Request;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

/** Receives from any source, where one of the sources has failed. */
class FailedSourceTest {

    @OnEveryChannel(
            ranks = 3,
            virtualTime = true,
            settings = {"reconnect-timeout=500ms", "stall-after=0s"})
    @DisplayName(
            "LIF-4 what waits for any source signals the pending form when a rank dies, and its messages are not lost")
    void posted(Ranks ranks) throws Exception {
        Communicator zero = ranks.world(0);
        meet(ranks);
        List<Recorder<Object>> recorders = Stream.<Mono<?>>of(
                        zero.irecv(room(4), Mpi.ANY_SOURCE, TAG),
                        zero.receive(Mpi.ANY_SOURCE, Mpi.ANY_TAG),
                        zero.probe(Mpi.ANY_SOURCE, TAG),
                        zero.mprobe(Mpi.ANY_SOURCE, Mpi.ANY_TAG),
                        zero.receiveStream(Codecs.string(), Mpi.ANY_SOURCE, TAG).then())
                .map(FailedSourceTest::started)
                .toList();
        Recorder<Object> exact = started(zero.receive(1, TAG + 1));
        ranks.pending(0).block(TIMEOUT);
        ranks.abort(2, "killed by the test").block(TIMEOUT);
        Traffic.lossesAreNoticed(ranks);

        for (Recorder<Object> recorder : recorders) {
            assertThat(recorder.await())
                    .singleElement()
                    .isInstanceOfSatisfying(ProcessFailedPendingException.class, FailedSourceTest::assertOfRankTwo);
        }
        ranks.world(1).isend(ints(8), 0, TAG + 1).block(TIMEOUT);
        assertThat(exact.await()).hasSize(2);
        ranks.world(1).isend(ints(9), 0, TAG).block(TIMEOUT);
        assertThat(value(zero.receive(1, TAG).block(TIMEOUT))).isEqualTo(9);
    }

    private static void assertOfRankTwo(ProcessFailedPendingException pending) {
        assertThat(pending.errorClass()).isEqualTo(ErrorClass.PROC_FAILED_PENDING);
        assertThat(pending.failures()).singleElement().satisfies(failure -> {
            assertThat(failure.rank()).isEqualTo(2);
            assertThat(failure.rankInCommunicator()).isEqualTo(2);
        });
    }

    @OnEveryChannel(
            ranks = 3,
            virtualTime = true,
            settings = {"reconnect-timeout=500ms", "stall-after=0s"})
    @DisplayName("LIF-4 once the failure is acknowledged, receives from any source wait for the others again")
    void acknowledged(Ranks ranks) {
        Communicator zero = ranks.world(0);
        meet(ranks);
        Request withdrawn = Request.start(zero.irecv(room(4), Mpi.ANY_SOURCE, TAG));
        ranks.abort(2, "killed by the test").block(TIMEOUT);
        Traffic.lossesAreNoticed(ranks);
        StepVerifier.create(withdrawn.completion())
                .expectError(ProcessFailedPendingException.class)
                .verify(TIMEOUT);
        StepVerifier.create(zero.receive(Mpi.ANY_SOURCE, TAG))
                .expectError(ProcessFailedPendingException.class)
                .verify(TIMEOUT);
        assertThatExceptionOfType(ProcessFailedPendingException.class)
                .isThrownBy(() -> zero.iprobe(Mpi.ANY_SOURCE, TAG).block());
        assertThatExceptionOfType(ProcessFailedException.class)
                .isThrownBy(() -> zero.improbe(2, TAG).block());
        Group dead = zero.group().incl(2);
        assertThat(zero.failures().failed().block(TIMEOUT)).isEqualTo(dead);
        assertThat(zero.failures().acknowledge().block(TIMEOUT)).isEqualTo(dead);

        Recorder<Object> again = started(zero.receive(Mpi.ANY_SOURCE, TAG));
        ranks.pending(0).block(TIMEOUT);
        assertThat(again.signals()).isEmpty();
        assertThat(zero.iprobe(Mpi.ANY_SOURCE, TAG).block(TIMEOUT)).isNull();
        ranks.world(1).isend(ints(7), 0, TAG).block(TIMEOUT);
        assertThat(awaited(again)).hasSize(2);
        assertThat(exchange(zero, ranks.world(1), 5)).isEqualTo(5);
    }

    @OnEveryChannel(
            ranks = 4,
            virtualTime = true,
            settings = {"reconnect-timeout=500ms", "stall-after=0s"})
    @DisplayName("LIF-4 a message that is here is received from any source, whichever rank has failed meanwhile")
    void arrivedBefore(Ranks ranks) {
        Communicator zero = ranks.world(0);
        ranks.world(3).isend(ints(3), 0, TAG).block(TIMEOUT);
        ranks.world(1).isend(ints(1), 0, TAG + 1).block(TIMEOUT);
        meet(ranks);
        Recorder<Object> probe = started(zero.receive(Mpi.ANY_SOURCE, TAG + 2));
        ranks.abort(3, "killed by the test").block(TIMEOUT);
        Traffic.lossesAreNoticed(ranks);
        assertThat(awaited(probe)).singleElement().isInstanceOf(ProcessFailedPendingException.class);

        assertThat(value(zero.receive(Mpi.ANY_SOURCE, TAG + 1).block(TIMEOUT))).isEqualTo(1);
        assertThat(value(zero.receive(Mpi.ANY_SOURCE, TAG).block(TIMEOUT))).isEqualTo(3);
    }

    @OnEveryChannel(
            ranks = 3,
            virtualTime = true,
            settings = {"reconnect-timeout=500ms", "stall-after=0s"})
    @DisplayName("LIF-4 a failure in one communicator is none in another, and ranks are those of the operation's own")
    void otherCommunicators(Ranks ranks) {
        List<Communicator> parts = Mono.zip(
                        List.of(
                                ranks.world(0).split(0, 1),
                                ranks.world(1).split(1, 0),
                                ranks.world(2).split(0, 0)),
                        all -> List.of((Communicator) all[0], (Communicator) all[1], (Communicator) all[2]))
                .block(TIMEOUT);
        Communicator pair = parts.get(0);
        meet(ranks);
        Recorder<Object> alone = started(parts.get(1).receive(Mpi.ANY_SOURCE, TAG));
        Recorder<Object> exact = started(pair.receive(0, TAG));
        Recorder<Object> any = started(pair.receive(Mpi.ANY_SOURCE, TAG + 1));
        ranks.pending(0).block(TIMEOUT);
        ranks.pending(1).block(TIMEOUT);
        ranks.abort(2, "killed by the test").block(TIMEOUT);
        Traffic.lossesAreNoticed(ranks);

        assertThat(awaited(exact)).singleElement().isInstanceOfSatisfying(ProcessFailedException.class, failure -> {
            assertThat(failure.rank()).isEqualTo(2);
            assertThat(failure.rankInCommunicator()).isZero();
        });
        assertThat(awaited(any)).singleElement().isInstanceOf(ProcessFailedPendingException.class);
        assertThat(exchange(ranks.world(0), ranks.world(1), 4)).isEqualTo(4);
        assertThat(alone.signals()).isEmpty();
        parts.get(1).isend(ints(5), 0, TAG).block(TIMEOUT);
        assertThat(awaited(alone)).hasSize(2);
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("LIF-4 a rank that has finalized has not failed: receives from any source wait for the others")
    void finalized(Ranks ranks) {
        Communicator zero = ranks.world(0);
        meet(ranks);
        Recorder<Object> waiting = started(zero.receive(Mpi.ANY_SOURCE, TAG));
        ranks.session(2).close().block(TIMEOUT);
        StepVerifier.create(zero.receive(2, TAG))
                .expectErrorSatisfies(error -> assertThat(error)
                        .isInstanceOf(ProcessFailedException.class)
                        .hasMessageContaining("has finalized"))
                .verify(TIMEOUT);

        assertThat(zero.failures().failed().block(TIMEOUT))
                .isEqualTo(zero.group().incl());
        assertThat(waiting.signals()).isEmpty();
        ranks.world(1).isend(ints(5), 0, TAG).block(TIMEOUT);
        assertThat(awaited(waiting)).hasSize(2);
    }

    static Recorder<Object> started(Mono<?> operation) {
        Recorder<Object> recorder = new Recorder<>();
        operation.cast(Object.class).subscribe(recorder);
        recorder.request(1);
        return recorder;
    }

    static List<Object> awaited(Recorder<Object> recorder) {
        try {
            return recorder.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
