package org.reactivempi.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.Settings;
import org.reactivempi.Stall;
import org.reactivempi.transport.bootstrap.BootstrapException;
import org.reactivempi.transport.bootstrap.Exchange;
import org.reactivempi.transport.bootstrap.InJvmWorld;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

class VirtualTimeTest {

    private static final Duration HOUR = Duration.ofHours(1);

    @MpiTest(virtualTime = true)
    @DisplayName("time stands until it is moved, and then timers of the ranks are due in order")
    void stands(Ranks ranks) {
        List<Integer> due = Collections.synchronizedList(new ArrayList<>());
        for (int millis : new int[] {30, 10, 20}) {
            Mono.delay(Duration.ofMillis(millis), ranks.session(0).scheduler()).subscribe(tick -> due.add(millis));
        }
        assertThat(due).isEmpty();
        ranks.time().advance(Duration.ofMillis(20));
        assertThat(due).containsExactly(10, 20);
        ranks.time().advance(Duration.ofMillis(10));
        assertThat(due).containsExactly(10, 20, 30);
    }

    @OnEveryChannel(virtualTime = true)
    @DisplayName("minutes pass in moments, with heartbeats, and no rank takes another one for dead")
    void minutes(Ranks ranks) {
        Mono<Void> exchange =
                ranks.world(0).isend(Buffers.ints(1), 1, 0).and(ranks.world(1).irecv(Buffers.of(new int[1]), 0, 0));
        ranks.time().until(exchange);
        ranks.time().advance(Duration.ofMinutes(2), Duration.ofMillis(500));
        ranks.time().until(exchange);
        assertThat(ranks.time().now()).isGreaterThanOrEqualTo(Duration.ofMinutes(2));
    }

    @OnEveryChannel(virtualTime = true, settings = "deadlock=report")
    @DisplayName("a deadlock is proven, and what only takes long is not")
    void deadlock(Ranks ranks) {
        Mono<Void> late = ranks.world(0)
                .irecv(Buffers.of(new int[1]), 1, 0)
                .and(Mono.delay(HOUR, ranks.session(1).scheduler())
                        .then(ranks.world(1).isend(Buffers.ints(1), 0, 0)));
        late.subscribe();
        Flux<Stall> stalls =
                Flux.merge(ranks.session(0).stalls(), ranks.session(1).stalls());
        List<Stall> told = Collections.synchronizedList(new ArrayList<>());
        stalls.filter(Stall::proven).subscribe(told::add);
        ranks.time().advance(Duration.ofSeconds(5), Duration.ofMillis(20));
        assertThat(told).isEmpty();
        ranks.time().advance(HOUR, Duration.ofSeconds(10));
        assertThat(told).isEmpty();

        Disposable stuck = ranks.world(0)
                .irecv(Buffers.of(new int[1]), 1, 1)
                .and(ranks.world(1).irecv(Buffers.of(new int[1]), 0, 1))
                .subscribe();
        assertThat(ranks.time()
                        .until(stalls.filter(Stall::proven).next())
                        .orElseThrow()
                        .ranks())
                .containsExactly(0, 1);
        stuck.dispose();
    }

    @MpiTest(virtualTime = true)
    @DisplayName("a time limit on the session's scheduler is over when its time has passed, not before")
    void limit(Ranks ranks) {
        Mono<Void> limited = ranks.world(0)
                .irecv(Buffers.of(new int[1]), 1, 0)
                .timeout(HOUR, ranks.session(0).scheduler())
                .then();
        StepVerifier.create(limited)
                .then(() -> ranks.time().advance(HOUR.minusSeconds(1), Duration.ofSeconds(10)))
                .then(() -> assertThat(ranks.pending(0).block()).hasSize(1))
                .then(() -> ranks.time().advance(Duration.ofSeconds(1), Duration.ofMillis(500)))
                .expectError(TimeoutException.class)
                .verify();
    }

    @MpiTest(virtualTime = true)
    @DisplayName("what does not end in time is an error that says how much time has passed")
    void tooLong(Ranks ranks) {
        assertThatThrownBy(() -> ranks.time().until(Mono.never(), Duration.ofMillis(5)))
                .isInstanceOf(AssertionError.class)
                .hasMessage("it has not ended within PT0.005S of virtual time");
        assertThatThrownBy(() -> ranks.time().advance(Duration.ofMillis(-1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("PT-0.001S");
    }

    @MpiTest(virtualTime = true)
    @DisplayName("threads that a rank has woken run before more time passes")
    void wokenThreads(Ranks ranks) throws InterruptedException {
        AtomicReference<Duration> woken = new AtomicReference<>();
        Duration begin = ranks.time().now();
        Thread sleeper = new Thread(() -> {
            Mono.delay(Duration.ofMillis(10), ranks.session(0).scheduler()).block();
            woken.set(ranks.time().now());
        });
        sleeper.start();
        while (sleeper.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        ranks.time().advance(Duration.ofMillis(50));
        assertThat(woken.get()).isEqualTo(begin.plusMillis(10));
        sleeper.join();
    }

    @OnEveryChannel(virtualTime = true, settings = "stall-after=0s")
    @DisplayName("what can happen without time has happened when all has settled, and no time has passed")
    void settles(Ranks ranks) {
        List<Integer> ended = Collections.synchronizedList(new ArrayList<>());
        ranks.world(0).issend(Buffers.ints(1), 1, 0).subscribe(status -> ended.add(0));
        Duration begin = ranks.time().now();
        ranks.time().settle();
        assertThat(ended).isEmpty();
        ranks.world(1).irecv(Buffers.of(new int[1]), 0, 0).subscribe(status -> ended.add(1));
        ranks.time().settle();
        assertThat(ended).containsExactlyInAnyOrder(0, 1);
        assertThat(ranks.time().now()).isEqualTo(begin);
    }

    @OnEveryChannel(virtualTime = true, settings = "stall-after=0s")
    @DisplayName("all has settled when the last of many steps is done, each of which waits for another rank")
    void settlesInManySteps(Ranks ranks) {
        AtomicInteger steps = new AtomicInteger();
        for (int rank = 0; rank < 2; rank++) {
            Communicator world = ranks.world(rank);
            int other = 1 - rank;
            Mono<?> receive = Mono.defer(() -> world.receive(other, 0)).doOnNext(message -> steps.incrementAndGet());
            Mono<?> send = Mono.defer(() -> world.isend(Buffers.ints(1), other, 0));
            (rank == 0 ? send.then(receive) : receive.then(send)).repeat(99).subscribe();
        }
        ranks.time().settle();
        assertThat(steps).hasValue(200);
    }

    @MpiTest(virtualTime = true, settings = "stall-after=0s")
    @DisplayName(
            "what a rank has given to another thread of the library, such as a handshake of TLS, has happened when all has settled")
    void settlesAfterHelpers(Ranks ranks) {
        int work = 3_000_000;
        AtomicInteger told = new AtomicInteger();
        ExecutorService helper =
                Executors.newSingleThreadExecutor(task -> new Thread(task, "reactive-mpi-tls-of-test"));
        try {
            for (int tasks = 1; tasks <= 2; tasks++) {
                ranks.session(0)
                        .scheduler()
                        .schedule(() -> helper.execute(() -> {
                            SplittableRandom random = new SplittableRandom(work);
                            int sum = IntStream.range(0, work)
                                    .map(number -> random.nextInt(2))
                                    .sum();
                            ranks.session(0).scheduler().schedule(() -> told.addAndGet(sum > 0 ? 1 : 0));
                        }));
                ranks.time().settle();
                assertThat(told).hasValue(tasks);
            }
        } finally {
            helper.shutdown();
        }
    }

    @Test
    @DisplayName("the thread on which a rank looks up the addresses of its peers is one that virtual time waits for")
    void lookups() {
        Exchange exchange = InJvmWorld.of(1, Map.of()).bootstrap(0).exchange().orElseThrow();
        Mono<Boolean> isKnown = exchange.get("absent")
                .map(found -> false)
                .onErrorResume(
                        BootstrapException.class,
                        absent -> Mono.fromSupplier(() -> RankThreads.isHelper(Thread.currentThread())));
        assertThat(isKnown.block()).isTrue();
    }

    @MpiTest(virtualTime = true, settings = "stall-after=0s")
    @DisplayName("what has ended needs no time, and no rest of the ranks")
    void untilWithoutTime(Ranks ranks) {
        Disposable endless = endless(ranks);
        assertThat(ranks.time().until(Mono.just(1), Duration.ZERO)).contains(1);
        endless.dispose();
    }

    @MpiTest(virtualTime = true, settings = "stall-after=0s")
    @DisplayName("ranks that never come to rest do not settle, and the test hears of it")
    void neverSettles(Ranks ranks) {
        Disposable endless = endless(ranks);
        assertThatThrownBy(() -> ranks.time().settle())
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("do not come to rest");
        endless.dispose();
    }

    /** A rank that does something again and again. */
    private static Disposable endless(Ranks ranks) {
        return Mono.fromRunnable(() -> {})
                .subscribeOn(ranks.session(0).scheduler())
                .repeat()
                .subscribe();
    }

    @MpiTest(virtualTime = true)
    @DisplayName("time passes while something waits by itself, and stands again after that")
    void during(Ranks ranks) {
        Mono<Long> timer = Mono.delay(HOUR, ranks.session(0).scheduler());
        Duration begin = ranks.time().now();
        ranks.time()
                .during(() -> Mono.delay(Duration.ofSeconds(1), ranks.session(0).scheduler())
                        .block());
        Duration end = ranks.time().now();
        assertThat(end).isGreaterThanOrEqualTo(begin.plusSeconds(1));
        List<Long> due = Collections.synchronizedList(new ArrayList<>());
        Disposable waiting = timer.subscribe(due::add);
        ranks.time().settle();
        assertThat(ranks.time().now()).isEqualTo(end);
        assertThat(due).isEmpty();
        waiting.dispose();
    }

    @MpiTest(virtualTime = true)
    @DisplayName("where time comes to a stand while it should pass, that is said, also where the test fails by it")
    void comesToAStand(Ranks ranks) {
        String standing = "virtual time does not pass: java.lang.InterruptedException";
        assertThatThrownBy(() -> ranks.time().during(VirtualTimeTest::stopTime))
                .isInstanceOf(AssertionError.class)
                .hasMessageStartingWith(standing);
        IllegalStateException failure = new IllegalStateException("waits in vain");
        assertThatThrownBy(() -> ranks.time().during(() -> {
                    stopTime();
                    throw failure;
                }))
                .isSameAs(failure);
        assertThat(failure.getSuppressed()).singleElement().asString().contains(standing);
    }

    private static void stopTime() {
        Thread time = Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("virtual-time"))
                .findFirst()
                .orElseThrow();
        time.interrupt();
        while (time.isAlive()) {
            Thread.onSpinWait();
        }
    }

    @MpiTest(virtualTime = true)
    @DisplayName("the ranks' threads are begun by the ranks, not by what moves the time")
    void ownThreads(Ranks ranks) {
        for (int rank = 0; rank < ranks.size(); rank++) {
            assertThat(Mono.fromSupplier(() -> Thread.currentThread().getThreadGroup())
                            .subscribeOn(ranks.session(rank).scheduler())
                            .block())
                    .isInstanceOf(RankThreads.class);
        }
    }

    @Test
    @DisplayName("ranks in real time have none to move")
    void realTime() {
        try (Ranks ranks = Ranks.start(1, Settings.create().channel("local"))) {
            assertThatThrownBy(ranks::time)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("these ranks live in real time: say virtualTime = true");
        }
    }
}
