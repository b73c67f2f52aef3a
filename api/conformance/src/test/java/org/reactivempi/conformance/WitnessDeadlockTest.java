package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.Buffers.ints;
import static org.reactivempi.conformance.Payloads.TAG;
import static org.reactivempi.conformance.Payloads.room;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
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
 * PRG-4: rank 0 waits for rank 1, which waits for nothing, but will send because of something else in this JVM. The ranks' time is
 * virtual; the test's own threads wait without a time limit.
 */
@Tag("once")
class WitnessDeadlockTest {

    private static final String SOON = "stall-after=60ms";
    private static final String BY_ITSELF = "deadlock=report";
    /** Several times as long as a rank has to be quiet. */
    private static final Duration LONGER = Duration.ofMillis(200);
    /** For Reactor's own timers, which live in real time. */
    private static final Duration NOT_HERE = Duration.ofHours(1);

    private final Disposable.Composite running = Disposables.composite();

    @AfterEach
    void giveUp() {
        running.dispose();
    }

    @MpiTest(
            virtualTime = true,
            ranks = 3,
            settings = {SOON, BY_ITSELF})
    @DisplayName("PRG-4 a timer of a rank that nobody waits for may wake one of the same JVM")
    void timerOfAnotherRank(Ranks ranks) {
        assertNoStall(ranks, Mono.delay(LONGER, ranks.session(2).scheduler()));
    }

    @MpiTest(
            timeoutSeconds = 180,
            virtualTime = true,
            ranks = 4,
            settings = {SOON, BY_ITSELF})
    @DisplayName("PRG-4 so may messages of ranks that nobody waits for")
    void trafficOfOthers(Ranks ranks) {
        Mono<?> pass = pass(ranks.world(2), ranks.world(3)).then(pass(ranks.world(3), ranks.world(2)));

        assertNoStall(ranks, forSomeTime(ranks, pass));
    }

    @MpiTest(
            timeoutSeconds = 180,
            virtualTime = true,
            settings = {SOON, BY_ITSELF})
    @DisplayName("PRG-4 so may messages of another job")
    void trafficOfAnotherJob(Ranks ranks) {
        try (Ranks other = Ranks.start(2, ranks.settings())) {
            Mono<?> pass = pass(other.world(0), other.world(1)).then(pass(other.world(1), other.world(0)));

            assertNoStall(ranks, forSomeTime(ranks, pass));
        }
    }

    private static Mono<Void> forSomeTime(Ranks ranks, Mono<?> again) {
        Duration end = ranks.time().now().plus(LONGER);
        return again.repeat(() -> ranks.time().now().compareTo(end) < 0).then();
    }

    @MpiTest(
            timeoutSeconds = 180,
            virtualTime = true,
            ranks = 4,
            settings = {SOON, BY_ITSELF})
    @DisplayName(
            "PRG-4 so may code that goes from one rank's progress thread to another one's, which has answered before")
    void relay(Ranks ranks) {
        Mono<?> runs = Mono.fromRunnable(() -> {});

        assertNoStall(
                ranks,
                forSomeTime(
                        ranks,
                        runs.subscribeOn(ranks.session(3).scheduler())
                                .then(runs.subscribeOn(ranks.session(2).scheduler()))));
    }

    private static Mono<?> pass(Communicator from, Communicator to) {
        return Mono.when(from.isend(ints(1), to.rank(), TAG), to.irecv(room(4), from.rank(), TAG));
    }

    @MpiTest(
            virtualTime = true,
            settings = {SOON, BY_ITSELF})
    @DisplayName("PRG-4 so may a timer whose thread has the name of one of Reactor's, or one of those that computes")
    void namesakes(Ranks ranks) {
        Scheduler parallel = Schedulers.newParallel("parallel", 1);
        Scheduler single = Schedulers.newSingle("single");
        running.add(parallel);
        running.add(single);
        // Leaves the shared ones waiting for a limit that has been cancelled.
        Mono.never().timeout(Duration.ofMinutes(1)).subscribe().dispose();

        assertNoStallUntilGivenUp(ranks, Mono.delay(NOT_HERE, parallel));
        assertNoStallUntilGivenUp(ranks, Mono.delay(NOT_HERE, single));
        AtomicBoolean computes = new AtomicBoolean(true);
        running.add(() -> computes.set(false));
        assertNoStallUntilGivenUp(
                ranks,
                Mono.fromRunnable(() -> {
                            while (computes.get()) {
                                Thread.onSpinWait();
                            }
                        })
                        .subscribeOn(Schedulers.parallel()));
    }

    private void assertNoStallUntilGivenUp(Ranks ranks, Mono<?> before) {
        Disposable exchange = exchange(ranks, before).subscribe();
        running.add(exchange);
        List<Stall> told = Collections.synchronizedList(new ArrayList<>());
        Disposable listener = allStalls(ranks).subscribe(told::add);
        ranks.time().advance(LONGER);
        assertThat(told).isEmpty();
        exchange.dispose();
        listener.dispose();
    }

    private static Mono<Void> exchange(Ranks ranks, Mono<?> before) {
        return Mono.when(
                ranks.world(0).irecv(room(4), 1, TAG),
                before.then(ranks.world(1).isend(ints(1), 0, TAG)));
    }

    private static void assertNoStall(Ranks ranks, Mono<?> before) {
        assertThat(ranks.time()
                        .until(allStalls(ranks)
                                .takeUntilOther(exchange(ranks, before))
                                .collectList())
                        .orElseThrow())
                .isEmpty();
    }

    private static Flux<Stall> allStalls(Ranks ranks) {
        return Flux.range(0, ranks.size()).flatMap(rank -> ranks.session(rank).stalls());
    }

    @MpiTest(
            virtualTime = true,
            settings = {SOON, BY_ITSELF})
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

    @MpiTest(
            virtualTime = true,
            settings = {SOON, BY_ITSELF, "suspect-after=200ms"})
    @DisplayName("a thread that listens stands against a proof, and is named")
    void listener(Ranks ranks) throws IOException {
        listen();
        running.add(ranks.world(0).irecv(room(4), 1, TAG).subscribe());

        Stall stall = firstOf(ranks);

        assertThat(stall.proven()).isFalse();
        assertThat(stall.report())
                .contains("no deadlock is proven, since rank 0: thread listens-1 may act: it is runnable");
    }

    @MpiTest(
            virtualTime = true,
            settings = {SOON, BY_ITSELF, "stall-ignore-threads=some-, listens-"})
    @DisplayName("unless the user says that it doesn't count")
    void ignoredListener(Ranks ranks) throws IOException {
        listen();
        running.add(ranks.world(0).irecv(room(4), 1, TAG).subscribe());

        assertThat(firstOf(ranks).proven()).isTrue();
    }

    private static Stall firstOf(Ranks ranks) {
        return ranks.time().until(allStalls(ranks).next()).orElseThrow();
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
