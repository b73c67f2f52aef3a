package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.reactivempi.conformance.Payloads.TAG;
import static org.reactivempi.conformance.Payloads.ints;
import static org.reactivempi.conformance.Payloads.room;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.Codecs;
import org.reactivempi.Communicator;
import org.reactivempi.Message;
import org.reactivempi.Request;
import org.reactivempi.Snapshot;
import org.reactivempi.Status;
import org.reactivempi.testkit.MpiTest;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;

/** Threads that wait with a limit, on a time that the test turns. */
class BlockLimitTest {

    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration SECOND = Duration.ofSeconds(1);

    /** Runs it on a thread of the test's own. */
    private static <T> CompletableFuture<@Nullable T> blocked(Supplier<@Nullable T> call) {
        CompletableFuture<@Nullable T> end = new CompletableFuture<>();
        Thread thread = new Thread(
                () -> {
                    try {
                        end.complete(call.get());
                    } catch (Throwable thrown) {
                        end.completeExceptionally(thrown);
                    }
                },
                "blocked");
        thread.setDaemon(true);
        thread.start();
        return end;
    }

    /** Until so many operations of rank 1 are under way. */
    private static void awaitPending(Ranks ranks, int count) {
        while (ranks.pending(1).blockOptional().orElseThrow().size() < count) {
            Thread.onSpinWait();
        }
    }

    @OnEveryChannel(virtualTime = true)
    @DisplayName("RX-6 SIM-1 block(timeout) gives up when its rank's time is over, not before, and loses no message")
    void operation(Ranks ranks) {
        // Long steps are longer than a connection may take to be made.
        Traffic.meet(ranks);
        Communicator one = ranks.world(1);
        CompletableFuture<@Nullable Message> end =
                blocked(() -> one.receive(0, TAG).block(HOUR));
        awaitPending(ranks, 1);
        ranks.time().advance(HOUR.minus(SECOND), Duration.ofSeconds(10));
        assertThat(end).isNotDone();
        ranks.time().advance(SECOND, Duration.ofMillis(100));

        assertThatThrownBy(end::join)
                .hasRootCauseInstanceOf(IllegalStateException.class)
                .hasRootCauseMessage("no end within PT1H; the operation is cancelled");
        ranks.world(0).isend(ints(5), 1, TAG).block();
        assertThat(one.receive(0, TAG).blockOptional().orElseThrow().as(Codecs.ints()))
                .containsExactly(5);
    }

    @MpiTest(virtualTime = true)
    @DisplayName(
            "RX-6 SIM-1 so does one that waits while another thread moves the rank's messages, and both get what comes in time")
    void asideOfAnother(Ranks ranks) {
        Communicator one = ranks.world(1);
        CompletableFuture<@Nullable Status> unlimited =
                blocked(() -> one.irecv(room(4), 0, 1).block());
        awaitPending(ranks, 1);
        CompletableFuture<@Nullable Status> inTime =
                blocked(() -> one.irecv(room(4), 0, 2).block(HOUR));
        CompletableFuture<@Nullable Status> late =
                blocked(() -> one.irecv(room(4), 0, 3).block(HOUR));
        awaitPending(ranks, 3);
        ranks.time().advance(HOUR.dividedBy(2), Duration.ofSeconds(10));
        ranks.world(0).isend(ints(2), 1, 2).block();
        assertThat(inTime.join()).isEqualTo(Status.of(0, 2, 4));
        ranks.time().advance(HOUR.dividedBy(2), Duration.ofSeconds(10));

        assertThatThrownBy(late::join).hasRootCauseMessage("no end within PT1H; the operation is cancelled");
        assertThat(unlimited).isNotDone();
        ranks.world(0).isend(ints(1), 1, 1).block();
        assertThat(unlimited.join()).isEqualTo(Status.of(0, 1, 4));
    }

    // Before the thread has begun to wait, its rank waits in vain.
    @MpiTest(virtualTime = true, settings = "deadlock=report")
    @DisplayName("RX-6 SIM-1 a wait for a request gives up in its rank's time, and the request goes on")
    void request(Ranks ranks) {
        Request request = Request.start(ranks.world(1).irecv(room(4), 0, TAG));
        CompletableFuture<@Nullable Status> late =
                blocked(() -> request.completion().block(HOUR));
        // When the thread begins, nobody sees: it waits for an hour from then on.
        while (!late.isDone()) {
            ranks.time().advance(HOUR, Duration.ofMinutes(1));
        }
        assertThatThrownBy(late::join).hasRootCauseMessage("no end within PT1H; the requests go on");
        ranks.world(0).isend(ints(1), 1, TAG).block();
        assertThat(request.completion().block()).isEqualTo(Status.of(0, TAG, 4));
    }

    @MpiTest(virtualTime = true)
    @DisplayName("SIM-1 a snapshot has the date of its rank")
    void date(Ranks ranks) {
        Instant before = taken(ranks);
        ranks.time().advance(HOUR, Duration.ofMinutes(1));

        assertThat(taken(ranks)).isEqualTo(before.plus(HOUR));
    }

    private static Instant taken(Ranks ranks) {
        return ranks.session(0)
                .snapshot()
                .map(Snapshot::takenAt)
                .blockOptional()
                .orElseThrow();
    }
}
