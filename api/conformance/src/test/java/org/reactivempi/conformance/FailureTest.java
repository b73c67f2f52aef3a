package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.Payloads.TAG;
import static org.reactivempi.conformance.Payloads.TIMEOUT;
import static org.reactivempi.conformance.Payloads.bytes;
import static org.reactivempi.conformance.Payloads.ints;
import static org.reactivempi.conformance.Payloads.room;
import static org.reactivempi.conformance.Traffic.exchange;
import static org.reactivempi.conformance.Traffic.meet;
import static org.reactivempi.conformance.Traffic.value;

import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.Communicator;
import org.reactivempi.ErrorClass;
import org.reactivempi.Mpi;
import org.reactivempi.MpiException;
import org.reactivempi.ProcessFailedException;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

/** A rank that dies: what waits for it fails, and the others work on. */
class FailureTest {

    // A check would wait for rank 1 as well, which comes last.
    @OnEveryChannel(
            ranks = 3,
            virtualTime = true,
            settings = {"reconnect-timeout=500ms", "stall-after=0s", "check-collectives=off"})
    @DisplayName("LIF-4 what waits for a rank that dies fails with the process-failed error class; the others work on")
    void pendingOperations(Ranks ranks) {
        Communicator zero = ranks.world(0);
        int large = ranks.eagerLimitBytes() + 1;
        meet(ranks);
        List<Supplier<Mono<?>>> operations = List.of(
                () -> zero.issend(ints(1), 2, TAG),
                () -> zero.isend(bytes(large), 2, TAG),
                () -> zero.irecv(room(4), 2, TAG),
                () -> zero.receive(2, Mpi.ANY_TAG),
                zero::barrier);
        List<Recorder<Object>> recorders = operations.stream()
                .map(operation -> {
                    Recorder<Object> recorder = new Recorder<>();
                    operation.get().cast(Object.class).subscribe(recorder);
                    recorder.request(1);
                    return recorder;
                })
                .toList();
        ranks.pending(0).block(TIMEOUT);
        ranks.abort(2, "killed by the test").block(TIMEOUT);
        Traffic.lossesAreNoticed(ranks);

        recorders.forEach(FailureTest::assertProcessFailed);
        assertThat(exchange(zero, ranks.world(1), 5)).isEqualTo(5);
        assertThat(exchange(ranks.world(1), zero, 6)).isEqualTo(6);
        // What rank 0's barrier still does for the ranks that live ends with theirs.
        StepVerifier.create(ranks.world(1).barrier())
                .expectError(ProcessFailedException.class)
                .verify(TIMEOUT);
    }

    @OnEveryChannel(
            ranks = 3,
            virtualTime = true,
            settings = {"reconnect-timeout=500ms", "stall-after=0s"})
    @DisplayName("LIF-4 what is started with a rank that has died fails; what it sent before can still be received")
    void laterOperations(Ranks ranks) {
        Communicator zero = ranks.world(0);
        ranks.world(2).isend(ints(7), 0, TAG).block(TIMEOUT);
        meet(ranks);
        ranks.abort(2, "killed by the test").block(TIMEOUT);
        Traffic.lossesAreNoticed(ranks);

        for (Mono<?> operation : List.of(zero.issend(ints(1), 2, TAG), zero.irecv(room(4), 2, TAG + 1))) {
            StepVerifier.create(operation)
                    .expectError(ProcessFailedException.class)
                    .verify(TIMEOUT);
        }
        assertThat(value(zero.receive(2, TAG).block(TIMEOUT))).isEqualTo(7);
        assertThat(exchange(zero, ranks.world(1), 5)).isEqualTo(5);
    }

    @OnEveryChannel(
            virtualTime = true,
            settings = {"reconnect-timeout=500ms", "stall-after=0s"})
    @DisplayName("LIF-4 the operations of the rank that is aborted fail with the session error class")
    void ownOperations(Ranks ranks) throws Exception {
        Communicator one = ranks.world(1);
        List<Recorder<Object>> recorders = Stream.<Mono<?>>of(
                        one.receive(0, TAG),
                        one.irecv(room(4), 1, TAG),
                        one.issend(ints(1), 1, TAG + 1),
                        one.issend(ints(1), 0, TAG + 1),
                        one.isend(bytes(ranks.eagerLimitBytes() + 1), 0, TAG + 1),
                        one.barrier())
                .map(operation -> {
                    Recorder<Object> recorder = new Recorder<>();
                    operation.cast(Object.class).subscribe(recorder);
                    recorder.request(1);
                    return recorder;
                })
                .toList();
        ranks.pending(1).block(TIMEOUT);
        ranks.abort(1, "killed by the test").block(TIMEOUT);
        Traffic.lossesAreNoticed(ranks);

        for (Recorder<Object> recorder : recorders) {
            assertThat(recorder.await()).singleElement().isInstanceOfSatisfying(MpiException.class, error -> {
                assertThat(error.errorClass()).isEqualTo(ErrorClass.SESSION);
                assertThat(error).hasMessageContaining("killed by the test");
            });
        }
    }

    @OnEveryChannel(
            virtualTime = true,
            settings = {"reconnect-timeout=500ms", "stall-after=0s"})
    @DisplayName("LIF-4 a long message whose sender dies in the middle fails its receive")
    void inTheMiddleOfAMessage(Ranks ranks) throws Exception {
        Recorder<Object> receive = new Recorder<>();
        Mono<?> operation = ranks.world(1).irecv(room(64 * 1024 * 1024), 0, TAG);
        operation.cast(Object.class).subscribe(receive);
        receive.request(1);
        ranks.world(0).isend(bytes(64 * 1024 * 1024), 1, TAG).onErrorComplete().subscribe();
        meet(ranks);
        ranks.abort(0, "killed by the test").block(TIMEOUT);
        Traffic.lossesAreNoticed(ranks);

        // It may have arrived before, on a fast machine.
        assertThat(receive.await().get(0))
                .satisfiesAnyOf(
                        signal -> assertThat(signal).isInstanceOf(ProcessFailedException.class),
                        signal -> assertThat(receive.signals()).hasSize(2));
    }

    private static void assertProcessFailed(Recorder<Object> recorder) {
        try {
            assertThat(recorder.await())
                    .singleElement()
                    .isInstanceOfSatisfying(ProcessFailedException.class, failure -> {
                        assertThat(failure.errorClass()).isEqualTo(ErrorClass.PROC_FAILED);
                        assertThat(failure.rank()).isEqualTo(2);
                    });
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
