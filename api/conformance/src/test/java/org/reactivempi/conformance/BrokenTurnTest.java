package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.reactivempi.conformance.Payloads.TAG;
import static org.reactivempi.conformance.Payloads.TIMEOUT;
import static org.reactivempi.conformance.Payloads.ints;
import static org.reactivempi.conformance.Traffic.exchange;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.reactivempi.Communicator;
import org.reactivempi.ErrorClass;
import org.reactivempi.Message;
import org.reactivempi.Mpi;
import org.reactivempi.MpiException;
import org.reactivempi.ProcessFailedException;
import org.reactivempi.Settings;
import org.reactivempi.testkit.Ranks;
import reactor.core.publisher.Mono;

/** An error of the engine's own inside a turn: the rank fails and says so, whichever thread was inside. */
class BrokenTurnTest {

    private static final Error DEFECT = new AssertionError("a defect of the engine");

    private final BrokenTurn turn = new BrokenTurn();

    private Ranks start(String channel) {
        return Ranks.start(2, Settings.create().channel(channel).attach(turn));
    }

    @ParameterizedTest(name = "[{0}]")
    @MethodSource("org.reactivempi.conformance.Channels#all")
    @DisplayName(
            "LIF-4 a turn that throws on the progress thread fails the rank: its operations end, and its peers hear of it")
    void onTheProgressThread(String channel) throws Exception {
        try (Ranks ranks = start(channel)) {
            exchange(ranks.world(0), ranks.world(1), 1);
            Mono<Message> waiting = ranks.world(0).receive(1, TAG).cache();
            waiting.subscribe(message -> {}, error -> {});
            Mono<Message> peer = ranks.world(1).receive(0, TAG).cache();
            peer.subscribe(message -> {}, error -> {});
            turn.throwNext(DEFECT);
            ranks.world(0).isend(ints(1), 1, TAG + 1).subscribe(status -> {}, error -> {});
            assertFailed(ranks, waiting, peer);
        }
    }

    @ParameterizedTest(name = "[{0}]")
    @MethodSource("org.reactivempi.conformance.Channels#all")
    @DisplayName(
            "LIF-4 a turn that throws on a thread that blocks fails the rank, and the call, which waited for it, ends as all others do")
    void onAThreadThatBlocks(String channel) throws Exception {
        boolean driven = false;
        for (int round = 0; round < 100 && !driven; round++) {
            try (Ranks ranks = start(channel)) {
                Communicator zero = ranks.world(0);
                exchange(zero, ranks.world(1), 1);
                Mono<Message> peer = ranks.world(1).receive(0, TAG).cache();
                peer.subscribe(message -> {}, error -> {});
                Mono<Message> waiting = Mono.fromCallable(
                                () -> zero.receive(1, TAG).block(TIMEOUT))
                        .cache();
                // Drives the loop just before, so that it is free for the call that follows.
                zero.isend(ints(1), Mpi.PROC_NULL, TAG).block(TIMEOUT);
                turn.throwNext(DEFECT);
                assertThatExceptionOfType(MpiException.class).isThrownBy(waiting::block);
                driven = turn.thread() == Thread.currentThread();
                if (driven) {
                    assertFailed(ranks, waiting, peer);
                } else {
                    ranks.abort(0, "failed before").block(TIMEOUT);
                }
            }
        }
        assertThat(driven).isTrue();
    }

    private static void assertFailed(Ranks ranks, Mono<Message> ofRank, Mono<Message> ofPeer) throws Exception {
        assertThat(ranks.session(0).failure().materialize().toFuture().get(TIMEOUT.toSeconds(), TimeUnit.SECONDS))
                .satisfies(signal -> assertThat(signal.getThrowable()).isSameAs(DEFECT));
        assertThatExceptionOfType(MpiException.class)
                .isThrownBy(() -> ofRank.block(TIMEOUT))
                .satisfies(error -> assertThat(error.errorClass()).isEqualTo(ErrorClass.SESSION))
                .withMessageContaining("a defect of the engine");
        assertThatExceptionOfType(ProcessFailedException.class).isThrownBy(() -> ofPeer.block(TIMEOUT));
        // The rank is gone, as the test kit has to know.
        ranks.abort(0, "failed before").block(TIMEOUT);
    }
}
