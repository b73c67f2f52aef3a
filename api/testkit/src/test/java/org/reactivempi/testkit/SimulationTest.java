package org.reactivempi.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.Message;
import org.reactivempi.Mpi;
import org.reactivempi.Op;
import org.reactivempi.RevokedException;
import org.reactivempi.Status;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Jobs in one thread: the runs there are, and what is told of one that is wrong. */
class SimulationTest {

    /** Connections and greetings included. */
    private static final long LONGEST_IN_TIME = 60_000;

    private static final int MESSAGES = 20;

    private static int intIn(Message message) {
        return message.payload().getInt();
    }

    static Mono<Void> pingPong(Communicator world) {
        int peer = 1 - world.rank();
        return Flux.range(0, MESSAGES / 2)
                .concatMap(i -> world.rank() == 0
                        ? world.isend(Buffers.ints(i), peer, 0)
                                .then(world.receive(peer, 0))
                                .then()
                        : world.receive(peer, 0)
                                .then(world.isend(Buffers.ints(i), peer, 0))
                                .then())
                .then();
    }

    private static void blockingPingPong(Communicator world) {
        int peer = 1 - world.rank();
        for (int i = 0; i < MESSAGES / 2; i++) {
            if (world.rank() == 0) {
                world.isend(Buffers.ints(i), peer, 0).block();
                assertThat(world.receive(peer, 0).map(SimulationTest::intIn).block())
                        .isEqualTo(-i);
            } else {
                assertThat(world.receive(peer, 0).map(SimulationTest::intIn).block())
                        .isEqualTo(i);
                world.isend(Buffers.ints(-i), peer, 0).then().block();
            }
        }
    }

    // ---- Determinism

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @DisplayName("SIM-3, SIM-20 the same seed is the same run again, and each seed another one")
    void sameSeedSameRun(boolean blocking) {
        Set<Long> hashes = new HashSet<>();
        for (int seed = 0; seed < 30; seed++) {
            Simulation simulation = Simulation.of(2).seed(seed).faults("cut=0.05");
            SimulatedRun one = run(simulation, blocking);
            assertThat(run(simulation, blocking)).isEqualTo(one);
            hashes.add(one.hash());
        }
        assertThat(hashes).hasSize(30);
    }

    private static SimulatedRun run(Simulation simulation, boolean blocking) {
        return blocking
                ? simulation.runBlocking(SimulationTest::blockingPingPong)
                : simulation.run(SimulationTest::pingPong);
    }

    @Test
    @DisplayName("SIM-6 a run with a part of its choices has just these, and goes another way")
    void choicesAreIndependent() {
        SimulatedRun all = Simulation.of(2).seed(3).run(SimulationTest::pingPong);
        assertThat(all.choices()).hasSizeGreaterThan(10);
        List<String> late = all.choices().stream()
                .filter(choice -> choice.startsWith("late."))
                .toList();
        List<String> half = late.subList(0, late.size() / 2);
        SimulatedRun some =
                Simulation.of(2).seed(3).only(half.toArray(String[]::new)).run(SimulationTest::pingPong);
        assertThat(some.choices()).containsExactlyInAnyOrderElementsOf(half);
        assertThat(some.hash()).isNotEqualTo(all.hash());
    }

    @Test
    @DisplayName("SIM-3 all choices of a run by name are that run")
    void allChoicesAreTheRun() {
        for (int seed = 0; seed < 10; seed++) {
            SimulatedRun all = Simulation.of(2).seed(seed).run(SimulationTest::pingPong);
            SimulatedRun again = Simulation.of(2)
                    .seed(seed)
                    .only(all.choices().toArray(String[]::new))
                    .run(SimulationTest::pingPong);
            assertThat(again.hash()).isEqualTo(all.hash());
        }
    }

    @Test
    @DisplayName("SIM-18 a run that is not the same again is told as such, with the first difference")
    void notRepeatable() {
        AtomicInteger runs = new AtomicInteger();
        assertThatThrownBy(() -> Simulation.of(2).verify(world -> {
                    int bytes = world.rank() == 0 ? runs.incrementAndGet() : 0;
                    return world.rank() == 0
                            ? world.isend(Buffers.of(new byte[bytes]), 1, 0)
                            : world.receive(0, 0).then(Mono.error(new IllegalStateException("wrong")));
                }))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("run 1 is not repeatable")
                .hasMessageContaining("they differ from event")
                .hasMessageContaining("    the first time\n      ")
                .hasMessageContaining("    the second time\n      ")
                .hasMessageContaining("sent 0 -> 1")
                .hasRootCauseMessage("wrong");
    }

    // ---- Time

    @Test
    @DisplayName("SIM-5 timers of Reactor, of the session and of the program see the same time, which costs none")
    void virtualTime() {
        List<Long> millis = new ArrayList<>();
        SimulatedRun run = Simulation.of(2)
                .within(Duration.ofDays(3))
                .only()
                .run(world -> Mono.delay(Duration.ofDays(1))
                        .then(Mono.delay(Duration.ofHours(1), Schedulers.boundedElastic()))
                        .then(Mono.delay(Duration.ofHours(1), world.session().scheduler()))
                        .timed()
                        .doOnNext(timed ->
                                millis.add(timed.elapsedSinceSubscription().toHours()))
                        .then());
        assertThat(millis).containsExactly(26L, 26L);
        assertThat(run.time()).isBetween(Duration.ofHours(26), Duration.ofHours(27));
    }

    @Test
    @DisplayName("SIM-5 a timeout comes at its time, and a receive that waits longer fails by it")
    void timeout() {
        Simulation.of(2)
                .verify(world -> world.rank() == 0
                        ? world.receive(1, 0)
                                .timeout(Duration.ofSeconds(10))
                                .then(Mono.error(new AssertionError("nothing was sent")))
                                .onErrorResume(TimeoutException.class, late -> Mono.empty())
                        : Mono.empty());
        Simulation.of(2).schedules(20).verifyBlocking(world -> {
            if (world.rank() == 0) {
                assertThatThrownBy(() -> world.receive(1, 0).block(Duration.ofSeconds(10)))
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageContaining("no end within PT10S");
            }
        });
    }

    @Test
    @DisplayName("SIM-5 what repeats goes on until it is cancelled; work on other schedulers comes back to its rank")
    void schedulersOfReactor() {
        Simulation.of(3)
                .schedules(30)
                .verify(world -> Flux.interval(Duration.ofMillis(10))
                        .take(5)
                        .publishOn(Schedulers.parallel())
                        .concatMap(i -> world.allreduce(Buffers.longs(i), Buffers.of(new long[1]), Op.SUM))
                        .subscribeOn(Schedulers.boundedElastic())
                        .then());
    }

    // ---- What receives from any source get

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 5})
    @DisplayName(
            "SIM-14, SIM-16 one receive from any source for each of n senders has n! outcomes, and all are looked at")
    void allOrders(int senders) {
        Set<List<Integer>> seen = new HashSet<>();
        Coverage covered = Simulation.of(senders + 1)
                .schedules(170)
                .verify(world -> world.rank() == 0
                        ? receiveAll(world, senders).doOnNext(seen::add)
                        : world.isend(Buffers.ints(world.rank()), 0, 0));
        int factorial = IntStream.rangeClosed(1, senders).reduce(1, (one, other) -> one * other);
        assertThat(seen).hasSize(factorial);
        assertThat(covered.outcomes()).isEqualTo(factorial);
        assertThat(covered.isComplete()).isTrue();
        assertThat(covered.infeasible()).isZero();
        assertThat(covered.runs()).isEqualTo(170);
    }

    private static Mono<List<Integer>> receiveAll(Communicator world, int senders) {
        return Flux.range(0, senders)
                .concatMap(i -> world.receive(Mpi.ANY_SOURCE, Mpi.ANY_TAG))
                .map(message -> message.status().source())
                .collectList();
    }

    @Test
    @DisplayName("SIM-16 where there are more outcomes than runs, so many are said, and up to how many deviations")
    void notAllOutcomes() {
        Coverage covered = Simulation.of(7)
                .schedules(40)
                .verify(world ->
                        world.rank() == 0 ? receiveAll(world, 6) : world.isend(Buffers.ints(world.rank()), 0, 0));
        assertThat(covered.isComplete()).isFalse();
        assertThat(covered.outcomes()).isEqualTo(30);
        assertThat(covered.deviations()).isBetween(1, 2);
        assertThat(covered)
                .hasToString("the first 30 outcomes, up to " + covered.deviations() + " deviations, and "
                        + covered.seeds() + " seeds");
    }

    @Test
    @DisplayName("SIM-14 ranks with the same program have one outcome, and so have messages with the same values")
    void symmetryAndValues() {
        Coverage symmetric = Simulation.of(6)
                .symmetric(1, 2, 3, 4, 5)
                .verify(world ->
                        world.rank() == 0 ? receiveAll(world, 5) : world.isend(Buffers.ints(world.rank()), 0, 0));
        assertThat(symmetric.outcomes()).isEqualTo(1);
        assertThat(symmetric.isComplete()).isTrue();
        Coverage same = Simulation.of(6)
                .sameValues()
                .verify(world -> world.rank() == 0
                        ? receiveAll(world, 5)
                        : world.isend(Buffers.ints(world.rank() == 5 ? 2 : 1), 0, 0));
        assertThat(same.outcomes()).isEqualTo(5);
        assertThat(same.isComplete()).isTrue();
    }

    /** Rank 2 sends only after it has met rank 1, whose message another receive of rank 0 seems to be for. */
    private static Mono<Void> late(Communicator world) {
        return switch (world.rank()) {
            case 0 ->
                world.receive(Mpi.ANY_SOURCE, 0)
                        .map(first -> first.status().source())
                        .flatMap(source -> source == 2
                                ? Mono.error(new IllegalStateException("2 was first"))
                                : world.receive(Mpi.ANY_SOURCE, 0))
                        .then();
            case 1 -> world.isend(Buffers.ints(1), 0, 0).then();
            case 2 ->
                world.receive(Mpi.ANY_SOURCE, 0)
                        .then(world.receive(Mpi.ANY_SOURCE, 0))
                        .then(world.isend(Buffers.ints(2), 0, 0))
                        .then();
            default -> world.isend(Buffers.ints(3), 2, 0).then();
        };
    }

    @Test
    @DisplayName("SIM-14 a source that comes only when others have gone first is met all the same")
    void lateSource() {
        assertThatThrownBy(() -> Simulation.of(5).schedules(60).verify(SimulationTest::late))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("2 was first")
                .hasMessageContaining("match.2-0.0")
                .hasMessageContaining("a race: receive(source any, tag 0, context 0)");
    }

    @Test
    @DisplayName("SIM-15 messages of one source keep their order, and so do receives, in each outcome")
    void ordersAreKept() {
        Simulation.of(3)
                .schedules(200)
                .verify(world -> world.rank() == 0
                        ? Flux.range(0, 6)
                                .flatMapSequential(i -> world.receive(Mpi.ANY_SOURCE, 0))
                                .collectList()
                                .doOnNext(all -> {
                                    for (int source = 1; source <= 2; source++) {
                                        int wanted = source;
                                        assertThat(all.stream()
                                                        .filter(message ->
                                                                message.status().source() == wanted)
                                                        .map(SimulationTest::intIn))
                                                .containsExactly(0, 1, 2);
                                    }
                                })
                        : Flux.range(0, 3).concatMap(i -> world.isend(Buffers.ints(i), 0, 0)));
    }

    @Test
    @DisplayName("SIM-15 a receive from one source gets what an older one from any source has left")
    void robbed() {
        Set<List<Integer>> seen = new HashSet<>();
        Simulation.of(3)
                .schedules(60)
                .verify(world -> world.rank() == 0
                        ? Mono.zip(
                                        world.receive(Mpi.ANY_SOURCE, 0).map(SimulationTest::intIn),
                                        world.receive(1, 0).map(SimulationTest::intIn),
                                        world.receive(Mpi.ANY_SOURCE, 0).map(SimulationTest::intIn))
                                .map(got -> List.of(got.getT1(), got.getT2(), got.getT3()))
                                .doOnNext(seen::add)
                        : world.rank() == 1
                                ? world.isend(Buffers.ints(10), 0, 0).then(world.isend(Buffers.ints(11), 0, 0))
                                : world.isend(Buffers.ints(20), 0, 0));
        assertThat(seen).containsExactlyInAnyOrder(List.of(10, 11, 20), List.of(20, 10, 11));
    }

    @Test
    @DisplayName("SIM-14 probes from any source see each source, and take nothing away")
    void probes() {
        Set<Integer> seen = new HashSet<>();
        Coverage covered = Simulation.of(3)
                .schedules(40)
                .verify(world -> world.rank() == 0
                        ? world.probe(Mpi.ANY_SOURCE, 0)
                                .map(Status::source)
                                .doOnNext(seen::add)
                                .flatMap(source -> world.receive(source, 0).then(world.receive(3 - source, 0)))
                        : world.isend(Buffers.ints(world.rank()), 0, 0));
        assertThat(seen).containsExactlyInAnyOrder(1, 2);
        assertThat(covered.outcomes()).isEqualTo(2);
    }

    @Test
    @DisplayName(
            "SIM-15 receives that wait for a decision end once where their communicator is revoked, or with their message")
    void revokedWhileUndecided() {
        int tags = 8;
        Set<List<String>> seen = new HashSet<>();
        Simulation.of(2).schedules(100).verify(world -> {
            if (world.rank() == 1) {
                return Flux.range(0, tags)
                        .concatMap(tag -> world.isend(Buffers.ints(tag), 0, tag))
                        .then(world.failures().revoke());
            }
            List<String> ends = new ArrayList<>();
            return Flux.range(0, tags)
                    .flatMap(tag -> Flux.merge(ended(world.receive(Mpi.ANY_SOURCE, tag)), ended(world.receive(1, tag))))
                    .doOnNext(ends::add)
                    .doOnComplete(() -> seen.add(ends));
        });
        assertThat(seen).allMatch(ends -> ends.size() == 2 * tags);
    }

    private static Mono<String> ended(Mono<Message> receive) {
        return receive.map(message -> "got " + intIn(message)).onErrorReturn(RevokedException.class, "revoked");
    }

    @Test
    @DisplayName("SIM-14 a ready send finds a receive from any source that waits to be decided")
    void readySends() {
        Simulation.of(3).schedules(40).verify(world -> {
            Mono<Void> ready = world.barrier();
            return world.rank() == 0
                    ? Mono.when(world.receive(Mpi.ANY_SOURCE, 0), world.receive(Mpi.ANY_SOURCE, 0), ready.then())
                    : ready.then(world.irsend(Buffers.ints(1), 0, 0)).then();
        });
    }

    // ---- What is wrong

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @DisplayName("SIM-13 a deadlock is told with the operations that wait, and with the lines of programs that block")
    void deadlock(boolean blocking) {
        Simulation simulation = Simulation.of(2);
        assertThatThrownBy(() -> {
                    if (blocking) {
                        simulation.verifyBlocking(
                                world -> world.receive(1 - world.rank(), 7).block());
                    } else {
                        simulation.verify(world -> world.receive(1 - world.rank(), 7));
                    }
                })
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("run 1 of 100, a deadlock")
                .hasMessageContaining("rank 0 waits for receive(source 1, tag 7, world)")
                .hasMessageContaining("again with: .seed(0L).only()")
                .satisfies(
                        error -> assertThat(error.getMessage().contains("is at org.reactivempi.testkit.SimulationTest"))
                                .isEqualTo(blocking));
    }

    @Test
    @DisplayName("SIM-13 ranks that wait while a timer of Reactor's may still act are no deadlock")
    void timersAct() {
        Simulation.of(2)
                .schedules(20)
                .verify(world -> world.rank() == 0
                        ? world.receive(1, 0)
                        : Mono.delay(Duration.ofMinutes(5)).then(world.isend(Buffers.ints(1), 0, 0)));
    }

    @Test
    @DisplayName("SIM-12 a message that nobody has received, and an operation that does not end, are told")
    void leftOver() {
        assertThatThrownBy(() -> Simulation.of(2)
                        .verify(world -> world.rank() == 0 ? world.isend(Buffers.ints(1), 1, 5) : Mono.empty()))
                .hasMessageContaining("something is left: rank 1 has not received: message from 0 (tag 5");
        assertThatThrownBy(() -> Simulation.of(2).verify(world -> {
                    if (world.rank() == 0) {
                        world.receive(1, 5).subscribe();
                    }
                    return Mono.empty();
                }))
                .hasMessageContaining("receive(source 1, tag 5");
    }

    @Test
    @DisplayName(
            "SIM-17, SIM-19 a race is told with its receive, the sources, and the first difference, and nothing that is not needed")
    void race() {
        assertThatThrownBy(() -> Simulation.of(4)
                        .verify(world -> world.rank() == 0
                                ? receiveAll(world, 3)
                                        .doOnNext(order -> assertThat(order.get(1))
                                                .as("the second")
                                                .isNotEqualTo(3))
                                : world.isend(Buffers.ints(world.rank()), 0, 0)))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("[the second]")
                .hasMessageContaining(
                        "  each of these is needed for it:\n    match.3-0.1  receive 1 from any source of rank 0"
                                + " gets a message of rank 3\n  a race: receive(source any, tag any, context 0) at ")
                .hasMessageContaining("SimulationTest.java:")
                .hasMessageContaining("of rank 0 has got tag 0 of 3 here, and tag 0 of 2 in the plain run")
                .hasMessageMatching("(?s).*they differ from event \\d+ on:\n    here\n      [^\n]+ match 3 -> 0.*"
                        + "\n    in the plain run\n      [^\n]+ match 2 -> 0.*")
                .hasMessageContaining("again with: .seed(0L).only(\"match.3-0.1\")");
        assertThatThrownBy(() -> Simulation.of(4)
                        .only("match.3-0.1")
                        .verify(world -> world.rank() == 0
                                ? receiveAll(world, 3)
                                        .doOnNext(order -> assertThat(order.get(1))
                                                .as("the second")
                                                .isNotEqualTo(3))
                                : world.isend(Buffers.ints(world.rank()), 0, 0)))
                .hasMessageContaining("run 1 of 1, a rank fails");
    }

    @Test
    @DisplayName("SIM-19 a failure by many late batches is made as small as it can be")
    void shrinks() {
        Simulation.BlockingProgram overtaken = world -> {
            int peer = 1 - world.rank();
            world.barrier().block();
            for (int i = 0; i < 10; i++) {
                world.isend(Buffers.ints(i), peer, 0).block();
                long began = world.session().scheduler().now(java.util.concurrent.TimeUnit.NANOSECONDS);
                world.receive(peer, 0).block();
                long took = world.session().scheduler().now(java.util.concurrent.TimeUnit.NANOSECONDS) - began;
                if (took > 45_000) {
                    throw new IllegalStateException("late");
                }
            }
        };
        assertThatThrownBy(() -> Simulation.of(2).verifyBlocking(overtaken))
                .hasMessageContaining("late")
                .hasMessageContaining("each of these is needed for it:")
                .satisfies(error -> assertThat(
                                error.getMessage().lines().filter(line -> line.matches("    [a-z]+\\.[0-9].*")))
                        .hasSizeBetween(1, 2));
    }

    @Test
    @DisplayName("SIM-19 a failure is not made smaller until it is another one: what is thrown stays of its class")
    void shrinksToTheSame() {
        String[] late = IntStream.range(0, 20)
                .mapToObj(nth -> "late." + (1 + nth % 2) + "-0." + nth / 2)
                .toArray(String[]::new);
        assertThatThrownBy(() -> Simulation.of(3).only(late).run(world -> {
                    if (world.rank() > 0) {
                        return world.isend(Buffers.ints(1), 0, 0);
                    }
                    Mono<Long> first = arrival(world, 1);
                    return Mono.zip(first, arrival(world, 2))
                            .doOnNext(times -> failIfLate(times.getT1(), times.getT2()));
                }))
                .hasMessageContaining("IllegalStateException: both are late")
                .hasMessageContaining("late.1-0.")
                .hasMessageContaining("late.2-0.");
    }

    private static Mono<Long> arrival(Communicator world, int source) {
        return world.receive(source, 0).map(message -> world.scheduler().now(TimeUnit.NANOSECONDS));
    }

    /** Without anything that is late, both messages come at the same time, and then one after the other. */
    private static void failIfLate(long one, long other) {
        long begin =
                TimeUnit.SECONDS.toNanos(Instant.parse("2000-01-01T00:00:00Z").getEpochSecond());
        long both = Math.min(one, other) - begin;
        long either = Math.max(one, other) - begin;
        if (both > LONGEST_IN_TIME) {
            throw new IllegalStateException("both are late");
        }
        if (either > LONGEST_IN_TIME) {
            throw new IllegalArgumentException("one is late");
        }
    }

    @Test
    @DisplayName("SIM-21 a job that turns without time moving is told, with the rank")
    void livelock() {
        assertThatThrownBy(() -> Simulation.of(2).verify(world -> Mono.create(sink -> again(world))))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("no end: the job turns without time moving: 52000 turns at")
                .hasMessageContaining("the last one of rank");
    }

    private static void again(Communicator world) {
        world.session().scheduler().schedule(() -> again(world));
    }

    @Test
    @DisplayName(
            "SIM-21, SIM-11 a job that is not over after its limit of virtual time is told, with what its ranks wait for")
    void overLimit() {
        assertThatThrownBy(() -> Simulation.of(2)
                        .within(Duration.ofMinutes(1))
                        .verify(world -> world.rank() == 0
                                ? world.receive(1, 3)
                                : Mono.delay(Duration.ofMinutes(2)).then(world.isend(Buffers.ints(1), 0, 3))))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("hangs: not over after PT1M of virtual time")
                .hasMessageContaining("rank 0 waits for receive(source 1, tag 3");
    }

    // ---- Networks

    /** How long a message of the first rank to the second one takes, over a connection that is there. */
    private static long nanosOfMessage(Simulation simulation, int from, int to) {
        long[] nanos = {0};
        simulation.only().run(world -> {
            Mono<Long> now = Mono.fromSupplier(() -> world.scheduler().now(TimeUnit.NANOSECONDS));
            if (world.rank() == from) {
                return world.isend(Buffers.ints(1), to, 0)
                        .then(Mono.delay(Duration.ofMillis(10), world.scheduler()))
                        .then(now)
                        .doOnNext(begin -> nanos[0] -= begin)
                        .then(world.isend(Buffers.ints(1), to, 0))
                        .then();
            }
            return world.rank() == to
                    ? world.receive(from, 0)
                            .then(world.receive(from, 0))
                            .then(now)
                            .doOnNext(end -> nanos[0] += end)
                            .then()
                    : Mono.empty();
        });
        return nanos[0];
    }

    @Test
    @DisplayName("ranks that are near each other have a shorter way, the nearest the shortest")
    void near() {
        Simulation simulation = Simulation.of(9)
                .with("check-types", "off")
                .nanosPerByte(0)
                .latency(Duration.ofNanos(12_000), Duration.ofNanos(12_000))
                .near(4, Duration.ofNanos(5_000))
                .near(2, Duration.ofNanos(300));
        assertThat(nanosOfMessage(simulation, 0, 1)).isEqualTo(300);
        assertThat(nanosOfMessage(simulation, 1, 2)).isEqualTo(5_000);
        assertThat(nanosOfMessage(simulation, 3, 4)).isEqualTo(12_000);
        assertThat(nanosOfMessage(simulation, 7, 6)).isEqualTo(300);
        assertThat(nanosOfMessage(simulation.overhead(Duration.ofNanos(1_000)), 0, 1))
                .isEqualTo(2_300);
    }

    @Test
    @DisplayName("where a rank has an overhead it does one thing at a time, and its wire carries one batch at a time")
    void busy() {
        int size = 6;
        long second =
                TimeUnit.SECONDS.toNanos(Instant.parse("2000-01-01T00:00:01Z").getEpochSecond());
        long[] ended = {0};
        Simulation.of(size)
                .only()
                .with("check-types", "off")
                .latency(Duration.ofNanos(5_000), Duration.ofNanos(5_000))
                .nanosPerByte(0)
                .overhead(Duration.ofNanos(1_000))
                .run(world -> {
                    Mono<Void> all = world.rank() > 0
                            ? world.isend(Buffers.ints(1), 0, 0).then()
                            : Flux.range(1, size - 1)
                                    .flatMap(from -> world.receive(from, 0))
                                    .then();
                    return all.then(Mono.defer(() -> Mono.delay(
                                    Duration.ofNanos(second - world.scheduler().now(TimeUnit.NANOSECONDS)),
                                    world.scheduler())))
                            .then(all)
                            .doOnSuccess(end -> ended[0] =
                                    Math.max(ended[0], world.scheduler().now(TimeUnit.NANOSECONDS)));
                });
        // All leave after one overhead, and come at once; they are looked at one after the other.
        assertThat(ended[0] - second).isEqualTo(1_000 + 5_000 + 5 * 1_000);
    }

    @Test
    @DisplayName("a run says who has sent to whom")
    void traffic() {
        SimulatedRun run = Simulation.of(4)
                .run(world -> world.rank() == 1
                        ? world.isend(Buffers.ints(1), 3, 0).then()
                        : world.rank() == 3 ? world.receive(1, 0).then() : Mono.empty());
        assertThat(run.traffic()).extracting(SimulatedRun.Traffic::from).containsExactly(1, 3);
        assertThat(run.traffic()).extracting(SimulatedRun.Traffic::to).containsExactly(3, 1);
        assertThat(run.traffic()).allSatisfy(each -> assertThat(each.batches()).isPositive());
    }

    // ---- Wrong use

    @Test
    @DisplayName("SIM-22 simulations leave nothing behind: Reactor is as it was, and the next one is the same")
    void nothingStays() {
        var parallel = Schedulers.parallel();
        SimulatedRun one = Simulation.of(2).run(SimulationTest::pingPong);
        assertThatThrownBy(() -> Simulation.of(2).verify(world -> Mono.error(new IllegalStateException("wrong"))))
                .hasRootCauseMessage("wrong");
        assertThat(Schedulers.parallel()).isSameAs(parallel);
        assertThat(Mono.just(1).subscribeOn(Schedulers.boundedElastic()).block())
                .isEqualTo(1);
        assertThat(Simulation.of(2).run(SimulationTest::pingPong)).isEqualTo(one);
    }

    @Test
    @DisplayName("wrong arguments are named, with what is allowed")
    void wrongArguments() {
        assertThatThrownBy(() -> Simulation.of(0)).hasMessageContaining("0 is outside 1..10000");
        assertThatThrownBy(() -> Simulation.of(2).schedules(0)).hasMessageContaining("0 is below 1");
        assertThatThrownBy(() -> Simulation.of(2).only("late.0"))
                .hasMessage("choice \"late.0\": not one that a report of a run gives, such as late.0-1.4 or turn.2.17");
        assertThatThrownBy(() -> Simulation.of(2).faults("cut=2"))
                .hasMessageContaining("faults \"cut=2.0\": allowed are cut=");
        assertThatThrownBy(() -> Simulation.of(2).faults("slow=1"))
                .hasMessageContaining("faults \"slow=1\": allowed are");
        assertThatThrownBy(() -> Simulation.of(2).kill(2, Duration.ZERO))
                .hasMessageContaining("rank 2 of a simulation is outside 0..1");
        assertThatThrownBy(() -> Simulation.of(2).unbroken().cut(0, 1, 0, 5))
                .hasMessageContaining("connections that don't break");
        assertThatThrownBy(() -> Simulation.of(2).latency(Duration.ofMillis(2), Duration.ofMillis(1)))
                .hasMessageContaining("latency PT0.002S to PT0.001S");
        assertThatThrownBy(() -> Simulation.of(2).overhead(Duration.ofNanos(-1)))
                .hasMessageContaining("an overhead of PT-0.000000001S: none is below zero");
        assertThatThrownBy(() -> Simulation.of(2).near(0, Duration.ZERO))
                .hasMessageContaining("0 ranks that are near each other");
        assertThatThrownBy(() -> Simulation.of(2).near(2, Duration.ofNanos(-1)))
                .hasMessageContaining("1 or more, and zero or more");
        assertThatThrownBy(() -> Simulation.of(2).within(Duration.ZERO)).hasMessageContaining("is not above zero");
        assertThatThrownBy(() -> Simulation.of(2).with("no-such-setting", "1").run(SimulationTest::pingPong))
                .hasMessageContaining("no-such-setting");
        assertThatThrownBy(() -> Simulation.of(3)
                        .only("match.1-0.0")
                        .run(world -> world.rank() == 0
                                ? world.receive(Mpi.ANY_SOURCE, 0)
                                : world.rank() == 2 ? world.isend(Buffers.ints(1), 0, 0) : Mono.empty()))
                .hasMessageContaining("there is no such run");
    }
}
