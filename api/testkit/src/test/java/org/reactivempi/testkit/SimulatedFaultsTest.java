package org.reactivempi.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.Mpi;
import org.reactivempi.MpiException;
import org.reactivempi.ProcessFailedException;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** What breaks in simulated jobs, as it was asked for and by chance. */
class SimulatedFaultsTest {

    private static final int MESSAGES = 15;

    /** Numbers from 0 to 1, which come in order and once. */
    private static Mono<Void> numbers(Communicator world) {
        return world.rank() == 0
                ? Flux.range(0, MESSAGES)
                        .concatMap(i -> world.isend(Buffers.ints(i), 1, 0).delayElement(Duration.ofNanos(20_000)))
                        .then()
                : Flux.range(0, MESSAGES)
                        .concatMap(i -> world.receive(0, 0)
                                .doOnNext(message ->
                                        assertThat(message.payload().getInt()).isEqualTo(i)))
                        .then();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 30, 51, 52, 60})
    @DisplayName(
            "SIM-7, SIM-8 a connection that is cut at a byte loses nothing of what is sent, and the run is another one")
    void cut(long at) {
        SimulatedRun plain = Simulation.of(2).only().run(SimulatedFaultsTest::numbers);
        for (int from = 0; from < 2; from++) {
            SimulatedRun cut =
                    Simulation.of(2).only().cut(from, 1 - from, 0, at).run(SimulatedFaultsTest::numbers);
            assertThat(cut.hash()).isNotEqualTo(plain.hash());
            assertThat(cut.time()).as("they connect again").isGreaterThan(plain.time());
        }
    }

    @Test
    @DisplayName(
            "SIM-8 cuts and refused connections are drawn by the seed, each at its place, and can be asked for by name")
    void cutsBySeed() {
        Set<String> cuts = new HashSet<>();
        for (int seed = 0; seed < 40; seed++) {
            Simulation faulty = Simulation.of(2).seed(seed).faults("cut=0.1, refuse=0.3");
            SimulatedRun run = faulty.run(SimulatedFaultsTest::numbers);
            run.choices().stream()
                    .filter(choice -> choice.matches("(cut|refuse)\\..*"))
                    .forEach(cuts::add);
            assertThat(faulty.only(run.choices().toArray(String[]::new))
                            .run(SimulatedFaultsTest::numbers)
                            .hash())
                    .isEqualTo(run.hash());
        }
        assertThat(cuts).hasSizeGreaterThan(20).anyMatch(choice -> choice.startsWith("refuse."));
    }

    @Test
    @DisplayName(
            "SIM-9 a rank that is killed acts no more; others hear of it, and what it had sent may still have come")
    void killed() {
        List<Integer> got = new ArrayList<>();
        Set<Integer> counts = new HashSet<>();
        for (int micros = 0; micros < 600; micros += 40) {
            got.clear();
            Simulation.of(2)
                    .only()
                    .kill(0, Duration.ofNanos(1_000L * micros))
                    .run(world -> world.rank() == 0
                            ? numbers(world)
                            : Flux.range(0, MESSAGES)
                                    .concatMap(i -> world.receive(0, 0))
                                    .doOnNext(
                                            message -> got.add(message.payload().getInt()))
                                    .onErrorResume(ProcessFailedException.class, lost -> Flux.empty()));
            assertThat(got).isEqualTo(Flux.range(0, got.size()).collectList().block());
            counts.add(got.size());
        }
        assertThat(counts).hasSizeGreaterThan(2);
    }

    @Test
    @DisplayName("SIM-9 ranks that are killed by chance die at different moments, one at most where that was said")
    void killedByChance() {
        Set<String> kills = new HashSet<>();
        for (int seed = 0; seed < 60; seed++) {
            SimulatedRun run = Simulation.of(3)
                    .seed(seed)
                    .faults("kill=1")
                    .run(world -> Flux.range(0, 10)
                            .concatMap(i -> world.barrier())
                            .onErrorResume(
                                    MpiException.class, lost -> world.failures().revoke()));
            List<String> ofRun = run.choices().stream()
                    .filter(choice -> choice.startsWith("kill."))
                    .toList();
            assertThat(ofRun).hasSizeLessThanOrEqualTo(1);
            kills.addAll(ofRun);
        }
        assertThat(kills).hasSizeGreaterThan(10);
    }

    private static final Duration HEARTBEAT = Duration.ofMillis(500);
    private static final Duration RECONNECT = Duration.ofSeconds(2);
    private static final Duration CONNECT = Duration.ofSeconds(7);

    private static Simulation withHeartbeats(int size) {
        return Simulation.of(size)
                .with("heartbeat-interval", "500ms")
                .with("reconnect-timeout", "2s")
                .with("connect-timeout", "7s");
    }

    /** What a rank gets of {@link #numbers}, until it has lost their sender; and how it was lost. */
    private static Mono<Void> untilLost(Communicator world, List<Integer> got, List<ProcessFailedException> losses) {
        return Flux.range(0, MESSAGES)
                .concatMap(i -> world.receive(0, 0))
                .doOnNext(message -> got.add(message.payload().getInt()))
                .onErrorResume(ProcessFailedException.class, lost -> {
                    losses.add(lost);
                    return Flux.empty();
                })
                .then();
    }

    @Test
    @DisplayName(
            "SIM-8, SIM-9, SIM-11 a rank that vanishes is found by missing heartbeats alone, within the time that settings say")
    void vanished() {
        Set<Integer> counts = new HashSet<>();
        for (int micros = 0; micros < 600; micros += 40) {
            List<Integer> got = new ArrayList<>();
            List<ProcessFailedException> losses = new ArrayList<>();
            SimulatedRun run = withHeartbeats(2)
                    .only()
                    .vanish(0, Duration.ofNanos(1_000L * micros))
                    .run(world -> world.rank() == 0 ? numbers(world) : untilLost(world, got, losses));
            assertThat(got).isEqualTo(Flux.range(0, got.size()).collectList().block());
            counts.add(got.size());
            if (got.size() < MESSAGES) {
                assertThat(losses).hasSize(1);
                assertThat(losses.get(0).rank()).isZero();
            }
            if (!got.isEmpty() && got.size() < MESSAGES) {
                assertThat(run.time())
                        .isBetween(
                                HEARTBEAT.multipliedBy(2).plus(RECONNECT),
                                HEARTBEAT.multipliedBy(4).plus(RECONNECT).plusMillis(1));
            }
        }
        assertThat(counts).hasSizeGreaterThan(2);
    }

    @Test
    @DisplayName(
            "SIM-9 nothing answers those who want to connect to a rank that has vanished: they give up after their own time")
    void connectsToVanished() {
        List<ProcessFailedException> losses = new ArrayList<>();
        Simulation job = withHeartbeats(2).only();
        SimulatedRun vanished = job.vanish(0, Duration.ZERO)
                .run(world -> world.rank() == 0
                        ? Mono.never()
                        : Mono.delay(Duration.ofSeconds(1)).then(untilLost(world, new ArrayList<>(), losses)));
        assertThat(losses).hasSize(1);
        assertThat(vanished.time()).isBetween(CONNECT.plusSeconds(1), CONNECT.plusSeconds(2));
        SimulatedRun killed = job.kill(0, Duration.ZERO)
                .run(world -> world.rank() == 0
                        ? Mono.never()
                        : Mono.delay(Duration.ofSeconds(1)).then(untilLost(world, new ArrayList<>(), losses)));
        assertThat(losses).hasSize(2);
        assertThat(killed.time()).as("a connection that is refused").isLessThan(Duration.ofSeconds(2));
    }

    @Test
    @DisplayName(
            "SIM-9, SIM-11 what is sent to a rank that has vanished is lost, and so is what it had under way, or not")
    void sendsToVanished() {
        Set<Boolean> hasCome = new HashSet<>();
        for (int seed = 0; seed < 40; seed++) {
            List<Integer> got = new ArrayList<>();
            List<ProcessFailedException> losses = new ArrayList<>();
            SimulatedRun run = withHeartbeats(2)
                    .seed(seed)
                    .vanishAfter(0, seed % 8)
                    .run(world -> world.rank() == 0
                            ? world.receive(1, 1)
                                    .then(world.isend(Buffers.ints(0), 1, 0))
                                    .then(world.receive(1, 2))
                            : world.isend(Buffers.ints(1), 0, 1)
                                    .then(untilLost(world, got, losses))
                                    .then(world.issend(Buffers.ints(2), 0, 2))
                                    .onErrorResume(ProcessFailedException.class, lost -> Mono.empty()));
            hasCome.add(got.isEmpty());
            assertThat(run.time()).isLessThan(CONNECT.plus(RECONNECT).plus(HEARTBEAT.multipliedBy(4)));
        }
        assertThat(hasCome).containsExactlyInAnyOrder(true, false);
    }

    @Test
    @DisplayName(
            "SIM-6, SIM-8, SIM-9 ranks vanish by chance, at different moments, as many at most as was said, and by name")
    void vanishedByChance() {
        Set<String> all = new HashSet<>();
        for (int seed = 0; seed < 60; seed++) {
            Simulation job = withHeartbeats(3).seed(seed).faults("vanish=1");
            Function<Communicator, Publisher<?>> program = world -> Flux.range(0, 10)
                    .concatMap(i -> world.barrier())
                    .onErrorResume(MpiException.class, lost -> world.failures().revoke());
            SimulatedRun run = job.run(program);
            List<String> ofRun = run.choices().stream()
                    .filter(choice -> choice.startsWith("vanish."))
                    .toList();
            assertThat(ofRun).hasSizeLessThanOrEqualTo(1);
            all.addAll(ofRun);
            assertThat(job.only(run.choices().toArray(String[]::new))
                            .run(program)
                            .hash())
                    .isEqualTo(run.hash());
        }
        assertThat(all).hasSizeGreaterThan(10);
    }

    @Test
    @DisplayName("a rank that can't vanish is named, with what is allowed")
    void wrongVanishing() {
        Simulation job = Simulation.of(3);
        for (int rank : new int[] {-1, 3}) {
            String what = "rank " + rank + " of a simulation is outside 0..2";
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> job.vanish(rank, Duration.ZERO))
                    .withMessage(what);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> job.vanishAfter(rank, 0))
                    .withMessage(what);
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> job.vanish(1, Duration.ofNanos(-5)))
                .withMessageContaining("vanishing of rank 1 at -5");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> job.vanishAfter(1, -1))
                .withMessageContaining("vanishing of rank 1 at -1");
        for (String wrong : List.of("vanish=-1", "vanish=some", "vanish=1001", "vanish", "vanishes=1")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> job.faults("kill=1," + wrong))
                    .withMessageContaining("faults \"" + wrong + "\": allowed are cut=")
                    .withMessageContaining("vanish=<how many ranks at most, 0 to 1000>");
        }
        String unbroken = "a rank vanishes whose connections don't break";
        Simulation alone = job.unbroken();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> alone.vanish(1, Duration.ZERO))
                .withMessageContaining(unbroken);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> alone.vanishAfter(1, 1))
                .withMessageContaining(unbroken);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> alone.faults("vanish=1"))
                .withMessageContaining(unbroken);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> job.faults("vanish=1").unbroken())
                .withMessageContaining(unbroken);
    }

    @Test
    @DisplayName("SIM-9 a rank that is stopped for minutes goes on where it was, and blames nobody")
    void stopped() {
        SimulatedRun run = Simulation.of(2)
                .only()
                .with("reconnect-timeout", "20m")
                .stop(1, Duration.ofNanos(100_000), Duration.ofMinutes(2))
                .run(SimulatedFaultsTest::numbers);
        assertThat(run.time()).isGreaterThan(Duration.ofMinutes(2));
        Simulation.of(2)
                .schedules(30)
                .stop(1, Duration.ofNanos(100_000), Duration.ofMillis(500))
                .verify(SimulatedFaultsTest::numbers);
    }

    @Test
    @DisplayName(
            "SIM-8, SIM-11 ranks that are split for a time lose nothing; for longer than a link waits, they lose each other")
    void split() {
        SimulatedRun healed = Simulation.of(3)
                .only()
                .split(Duration.ofNanos(60_000), Duration.ofSeconds(3), 2)
                .run(world -> Flux.range(0, 20).concatMap(i -> world.barrier()));
        assertThat(healed.time()).isGreaterThan(Duration.ofSeconds(3));
        List<Integer> lost = new ArrayList<>();
        Simulation.of(2)
                .only()
                .with("reconnect-timeout", "5s")
                .split(Duration.ofNanos(60_000), Duration.ofHours(9), 0)
                .run(world -> Flux.range(0, 20)
                        .concatMap(i -> world.barrier())
                        .onErrorResume(ProcessFailedException.class, failure -> {
                            lost.add(failure.rank());
                            return Flux.empty();
                        }));
        assertThat(lost).containsExactlyInAnyOrder(0, 1);
    }

    @Test
    @DisplayName(
            "SIM-7 connections overtake each other: a message of one rank comes before that of another which left earlier")
    void overtaking() {
        Set<Integer> first = new HashSet<>();
        for (int seed = 0; seed < 20; seed++) {
            Simulation.of(3)
                    .seed(seed)
                    .run(world -> world.rank() == 0
                            ? world.receive(Mpi.ANY_SOURCE, 0)
                                    .doOnNext(message ->
                                            first.add(message.status().source()))
                                    .then(world.receive(Mpi.ANY_SOURCE, 0))
                            : world.isend(Buffers.ints(1), 0, 0));
        }
        assertThat(first).containsExactlyInAnyOrder(1, 2);
    }

    @Test
    @DisplayName("SIM-12 connections that never break keep nothing, and lose nothing")
    void unbroken() {
        assertThat(Simulation.of(2)
                        .unbroken()
                        .schedules(60)
                        .verify(SimulatedFaultsTest::numbers)
                        .runs())
                .isEqualTo(60);
    }

    @Test
    @DisplayName("SIM-19 of faults and times that were drawn, only those are told that a failure needs")
    void shrinks() {
        assertThatThrownBy(() -> Simulation.of(3)
                        .schedules(300)
                        .faults("kill=1,cut=0.02")
                        .verify(world -> Flux.range(0, 5).concatMap(i -> world.barrier())))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("a rank fails")
                .hasMessageContaining("[PROC_FAILED]")
                .satisfies(error -> assertThat(
                                error.getMessage().lines().filter(line -> line.matches("    [a-z]+\\.[0-9].*")))
                        .hasSize(1)
                        .first()
                        .asString()
                        .contains("kill."));
    }
}
