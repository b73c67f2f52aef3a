package org.reactivempi.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.Mpi;
import org.reactivempi.MpiException;
import org.reactivempi.ProcessFailedException;
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
