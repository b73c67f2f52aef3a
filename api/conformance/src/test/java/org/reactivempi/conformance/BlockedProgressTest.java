package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.Payloads.TAG;
import static org.reactivempi.conformance.Payloads.TIMEOUT;
import static org.reactivempi.conformance.Payloads.ints;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.Communicator;
import org.reactivempi.core.session.CoreSession;
import org.reactivempi.testkit.Check;
import org.reactivempi.testkit.MpiTest;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;

/** A thread that moves a rank's messages, and is busy in one signal, is named with its stack. */
class BlockedProgressTest {

    private static final String SOON = "blocked-after=100ms";

    private final CountDownLatch end = new CountDownLatch(1);

    private void waitForTheEnd() {
        try {
            assertThat(end.await(TIMEOUT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static CompletableFuture<String> blocked(Ranks ranks, int rank) {
        return ((CoreSession) ranks.session(rank)).blocked().next().toFuture();
    }

    @OnEveryChannel(ranks = 2, settings = SOON, without = Check.BLOCKED_PROGRESS)
    @DisplayName(
            "the progress thread that is busy in one signal is named with its stack, on its own rank, and on no other")
    void progressThread(Ranks ranks) {
        CompletableFuture<String> ofZero = blocked(ranks, 0);
        CompletableFuture<String> ofOne = blocked(ranks, 1);
        CompletableFuture<?> received = ranks.world(1)
                .receive(0, TAG)
                .doOnNext(message -> waitForTheEnd())
                .toFuture();
        ranks.world(0).isend(ints(1), 1, TAG).block(TIMEOUT);

        assertThat(ofOne.join())
                .startsWith("rank 1 moves no message: thread reactive-mpi-1 has been busy in one signal for ")
                .contains(BlockedProgressTest.class.getName() + ".waitForTheEnd(BlockedProgressTest.java:");
        assertThat(ofZero).isNotDone();
        end.countDown();
        received.join();
    }

    @MpiTest(ranks = 2, settings = SOON, without = Check.BLOCKED_PROGRESS)
    @DisplayName("so is a thread of the program that drives the loop while it waits")
    void drivingThread(Ranks ranks) {
        CompletableFuture<String> ofOne = blocked(ranks, 1);
        Communicator one = ranks.world(1);
        ofOne.thenRun(end::countDown);
        one.isend(ints(1), 1, TAG).block(TIMEOUT);
        AtomicReference<Thread> busy = new AtomicReference<>();
        one.receive(1, TAG)
                .doOnNext(message -> {
                    busy.set(Thread.currentThread());
                    waitForTheEnd();
                })
                .block(TIMEOUT);

        // The progress thread may have begun the receive before this thread has got the loop.
        assertThat(ofOne.join())
                .startsWith("rank 1 moves no message: thread " + busy.get().getName() + " has been busy")
                .contains("BlockedProgressTest.waitForTheEnd");
    }

    @MpiTest(ranks = 1, settings = "blocked-after=0s")
    @DisplayName("blocked-after=0s looks after nothing, and starts no thread for it")
    void off(Ranks ranks) {
        assertThat(Thread.getAllStackTraces().keySet())
                .filteredOn(thread ->
                        thread.getThreadGroup() == Thread.currentThread().getThreadGroup())
                .extracting(Thread::getName)
                .doesNotContain("reactive-mpi-0-watchdog");
        assertThat(ranks.size()).isEqualTo(1);
    }
}
