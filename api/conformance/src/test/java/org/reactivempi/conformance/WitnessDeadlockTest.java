package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.Buffer.ints;
import static org.reactivempi.conformance.Payloads.TAG;
import static org.reactivempi.conformance.Payloads.room;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.Communicator;
import org.reactivempi.Stall;
import org.reactivempi.testkit.MpiTest;
import org.reactivempi.testkit.Ranks;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * PRG-4: rank 0 waits for rank 1, which waits for nothing, but will send because of something else in this JVM. The test's own
 * threads wait without a time limit.
 */
class WitnessDeadlockTest {

    private static final String SOON = "stall-after=60ms";
    private static final String BY_ITSELF = "deadlock=report";
    /** Several times as long as a rank has to be quiet. */
    private static final Duration LONGER = Duration.ofMillis(300);

    private final Disposable.Composite running = Disposables.composite();

    @AfterEach
    void giveUp() {
        running.dispose();
    }

    @MpiTest(
            ranks = 3,
            settings = {SOON, BY_ITSELF})
    @DisplayName("PRG-4 a timer of a rank that nobody waits for may wake one of the same JVM")
    void timerOfAnotherRank(Ranks ranks) {
        assertNoStall(ranks, Mono.delay(LONGER, ranks.session(2).scheduler()));
    }

    @MpiTest(
            ranks = 4,
            settings = {SOON, BY_ITSELF})
    @DisplayName("PRG-4 so may messages of ranks that nobody waits for")
    void trafficOfOthers(Ranks ranks) {
        long end = System.nanoTime() + LONGER.toNanos();
        Mono<?> pass = pass(ranks.world(2), ranks.world(3)).then(pass(ranks.world(3), ranks.world(2)));

        assertNoStall(ranks, pass.repeat(() -> System.nanoTime() < end).then());
    }

    @MpiTest(settings = {SOON, BY_ITSELF})
    @DisplayName("PRG-4 so may messages of another job")
    void trafficOfAnotherJob(Ranks ranks) {
        try (Ranks other = Ranks.start(2, ranks.settings())) {
            long end = System.nanoTime() + LONGER.toNanos();
            Mono<?> pass = pass(other.world(0), other.world(1)).then(pass(other.world(1), other.world(0)));

            assertNoStall(ranks, pass.repeat(() -> System.nanoTime() < end).then());
        }
    }

    @MpiTest(
            ranks = 4,
            settings = {SOON, BY_ITSELF})
    @DisplayName(
            "PRG-4 so may code that goes from one rank's progress thread to another one's, which has answered before")
    void relay(Ranks ranks) {
        Mono<?> computes = Mono.fromRunnable(WitnessDeadlockTest::compute);

        assertNoStall(
                ranks,
                computes.subscribeOn(ranks.session(3).scheduler())
                        .then(computes.subscribeOn(ranks.session(2).scheduler())));
    }

    private static Mono<?> pass(Communicator from, Communicator to) {
        return Mono.when(from.isend(ints(1), to.rank(), TAG), to.irecv(room(4), from.rank(), TAG));
    }

    @MpiTest(settings = {SOON, BY_ITSELF})
    @DisplayName("PRG-4 so may a timer whose thread has the name of one of Reactor's, or one of those that computes")
    void namesakes(Ranks ranks) {
        Scheduler parallel = Schedulers.newParallel("parallel", 1);
        Scheduler single = Schedulers.newSingle("single");
        running.add(parallel);
        running.add(single);
        // Leaves the shared ones waiting for a limit that has been cancelled.
        Mono.never().timeout(Duration.ofMinutes(1)).subscribe().dispose();

        assertNoStall(ranks, Mono.delay(LONGER, parallel));
        assertNoStall(ranks, Mono.delay(LONGER, single));
        assertNoStall(ranks, Mono.fromRunnable(WitnessDeadlockTest::compute).subscribeOn(Schedulers.parallel()));
    }

    private static void compute() {
        long end = System.nanoTime() + LONGER.toNanos();
        while (System.nanoTime() < end) {
            Thread.onSpinWait();
        }
    }

    private static void assertNoStall(Ranks ranks, Mono<?> before) {
        Mono<Void> exchange = Mono.when(
                ranks.world(0).irecv(room(4), 1, TAG),
                before.then(ranks.world(1).isend(ints(1), 0, TAG)));

        assertThat(allStalls(ranks).takeUntilOther(exchange).collectList().block())
                .isEmpty();
    }

    private static Flux<Stall> allStalls(Ranks ranks) {
        return Flux.range(0, ranks.size()).flatMap(rank -> ranks.session(rank).stalls());
    }

    @MpiTest(settings = {SOON, BY_ITSELF})
    @DisplayName("PRG-4 a time limit that has been cancelled is none")
    void cancelledLimit(Ranks ranks) {
        Mono.never().timeout(Duration.ofMinutes(1)).subscribe().dispose();
        Mono.never()
                .timeout(Duration.ofMinutes(1), Schedulers.single())
                .subscribe()
                .dispose();
        running.add(ranks.world(0).irecv(room(4), 1, TAG).subscribe());

        assertThat(firstOf(ranks).proven()).isTrue();
    }

    @MpiTest(settings = {SOON, BY_ITSELF, "suspect-after=200ms"})
    @DisplayName("a thread that listens stands against a proof, and is named")
    void listener(Ranks ranks) throws IOException {
        listen();
        running.add(ranks.world(0).irecv(room(4), 1, TAG).subscribe());

        Stall stall = firstOf(ranks);

        assertThat(stall.proven()).isFalse();
        assertThat(stall.report())
                .contains("no deadlock is proven, since rank 0: thread listens-1 may act: it is runnable");
    }

    @MpiTest(settings = {SOON, BY_ITSELF, "stall-ignore-threads=some-, listens-"})
    @DisplayName("unless the user says that it doesn't count")
    void ignoredListener(Ranks ranks) throws IOException {
        listen();
        running.add(ranks.world(0).irecv(room(4), 1, TAG).subscribe());

        assertThat(firstOf(ranks).proven()).isTrue();
    }

    private static Stall firstOf(Ranks ranks) {
        return Objects.requireNonNull(allStalls(ranks).blockFirst());
    }

    private void listen() throws IOException {
        ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Thread thread = new Thread(
                () -> {
                    try {
                        socket.accept().close();
                    } catch (IOException closed) {
                        // The test is over.
                    }
                },
                "listens-1");
        thread.setDaemon(true);
        thread.start();
        running.add(() -> close(socket));
    }

    private static void close(ServerSocket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
