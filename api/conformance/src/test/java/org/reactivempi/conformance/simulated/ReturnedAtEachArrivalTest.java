package org.reactivempi.conformance.simulated;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivempi.testkit.SimulatedRun;
import org.reactivempi.testkit.Simulation;

/**
 * A rank is killed, or vanishes with its host, at each batch that comes to it, and returns soon, while its links break or nobody has missed it, or
 * late: all come together again.
 */
@Tag("long")
class ReturnedAtEachArrivalTest {

    private static final int SIZE = 3;
    private static final int SEEDS = Integer.getInteger("simulation.seeds", 1);

    /** Each arrival by the profile {@code simulation}: 1; else some of them, others for each time. */
    private static final int STEP = Integer.getInteger("simulation.step", 3);

    /** More batches than come to any rank here. */
    private static final int MOST_ARRIVALS = 2_000;

    private static final Duration RECONNECT = Duration.ofSeconds(2);

    /** A rank that is given up, four heartbeats, and three times the pause in which ranks look for others that are missing. */
    private static final Duration LONGEST = RECONNECT.multipliedBy(3).plusSeconds(1);

    /** As long again, for one that has vanished: that is missed after four heartbeats, or answers nobody who wants to connect. */
    private static final Duration LONGEST_WITHOUT_NEWS = LONGEST.multipliedBy(2);

    /** After so long, a process knows whether another one has its rank. */
    private static final Duration DOUBT = RECONNECT.plusSeconds(4);

    /** At once, before anybody has heard of the loss, while links break, before they are given up, and after that. */
    private static final List<Duration> AWAY = List.of(
            Duration.ZERO,
            Duration.ofNanos(20_000),
            Duration.ofMillis(20),
            Duration.ofMillis(200),
            Duration.ofMillis(1_500),
            Duration.ofMillis(4_500));

    private static final int RANK_TAKEN = 36;

    private static Simulation of(int seed) {
        return Simulation.of(SIZE).listed().seed(seed).with("reconnect-timeout", "2s");
    }

    /** A run in which nothing was wrong. */
    private record Seen(SimulatedRun run, Comeback comeback) {}

    private static Seen run(Simulation simulation, Duration longest, String what) {
        Comeback.First first = new Comeback.First(SIZE);
        try {
            SimulatedRun run = simulation.run(first::program);
            first.run().check();
            assertThat(run.time()).as("virtual time").isLessThan(longest);
            return new Seen(run, first.run());
        } catch (AssertionError failure) {
            throw new AssertionError(what + ": " + failure.getMessage() + "\n" + first.run(), failure);
        }
    }

    /** A run with something more at the {@code arrivals}-th batch of a rank. */
    private interface Faulty {

        Seen run(long arrivals);
    }

    /** Each of some arrivals, until nothing more comes than without that: how many runs there were. */
    private static int atEachArrival(Seen without, long first, Faulty faulty) {
        for (long arrivals = first; arrivals < MOST_ARRIVALS; arrivals += STEP) {
            if (faulty.run(arrivals).run.hash() == without.run.hash()) {
                return (int) ((arrivals - first) / STEP);
            }
        }
        throw new AssertionError("more than " + MOST_ARRIVALS + " arrivals");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    @DisplayName(
            "SIM-10, SIM-11, MBR-1, MBR-2, MBR-3, MBR-4, MBR-5 a rank that is killed at any moment, and returns at any time, is together with the others again")
    void returns(int rank) {
        returns(rank, "killed", LONGEST, Simulation::killAfter);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    @DisplayName(
            "SIM-9, SIM-10, SIM-11, MBR-1, MBR-2, MBR-3, MBR-4, MBR-5 a rank that vanishes with its host at any moment, and returns at any time, is together with the others again")
    void returnsAfterVanishing(int rank) {
        returns(rank, "vanished", LONGEST_WITHOUT_NEWS, Simulation::vanishAfter);
    }

    /** How a rank comes to its end, at an arrival. */
    private interface End {

        Simulation of(Simulation job, int rank, long arrivals);
    }

    private static void returns(int rank, String inWords, Duration longest, End end) {
        int[] returned = new int[1];
        for (int seed = 0; seed < SEEDS; seed++) {
            Simulation job = of(seed);
            Seen plain = run(job, LONGEST, "nobody is killed");
            for (int i = 0; i < AWAY.size(); i++) {
                Duration away = AWAY.get(i);
                String when = " arrivals, away for " + away + ", seed " + seed;
                int runs = atEachArrival(plain, i % STEP, arrivals -> {
                    Seen seen = run(
                            end.of(job, rank, arrivals).returnsAfterKill(rank, away),
                            longest.plus(away),
                            "rank " + rank + " " + inWords + " after " + arrivals + when);
                    assertThat(seen.run.exits()).as(arrivals + when).isEmpty();
                    seen.comeback.checkOrder();
                    returned[0] += seen.comeback.together().get(rank) == 2 ? 1 : 0;
                    return seen;
                });
                assertThat(runs).as("moments").isGreaterThan(15 / STEP);
            }
        }
        assertThat(returned[0])
                .as("runs in which the others have met the new process")
                .isGreaterThan(20);
    }

    @Test
    @DisplayName(
            "SIM-10, SIM-11, MBR-1, MBR-2, MBR-3, MBR-4, MBR-5 ranks that are killed by chance, and return, are together again though connections break")
    void withCuts() {
        int returned = 0;
        for (int seed = 0; seed < 60 * SEEDS; seed++) {
            Simulation job = of(seed).faults("kill=2,cut=0.02,refuse=0.05");
            for (int rank = 0; rank < SIZE; rank++) {
                job = job.returnsAfterKill(rank, AWAY.get((seed + rank) % AWAY.size()));
            }
            Seen seen = run(job, LONGEST.multipliedBy(2), "seed " + seed);
            assertThat(seen.run.exits()).as("seed %d", seed).isEmpty();
            returned += seen.comeback.together().equals(List.of(1, 1, 1)) ? 0 : 1;
        }
        assertThat(returned).as("runs in which somebody returned").isGreaterThan(10);
    }

    @Test
    @DisplayName(
            "SIM-10, SIM-11, MBR-1 a rank that vanishes when it has accepted a connection, and answers nothing, is met again when it returns, and not after the time for an answer")
    void greetingUnanswered() {
        Seen seen = run(
                of(0).only("lose.1-0.0").vanishAfter(1, 0).returnsAfterKill(1, Duration.ZERO),
                Duration.ofSeconds(5),
                "rank 1 vanishes with the greeting of rank 0");
        assertThat(seen.comeback.together()).containsExactly(1, 2, 1);
    }

    @Test
    @DisplayName(
            "MBR-2, MBR-4 a communicator of a process that was killed, and that one rank had not met yet, does not take the next one for it")
    void neverMet() {
        Seen seen = run(
                of(5).killAfter(2, 15).returnsAfterKill(2, Duration.ZERO).only("late.2-1.1", "late.2-1.3"),
                LONGEST,
                "rank 1 meets the second process of rank 2 first");
        assertThat(seen.comeback.together()).containsExactly(1, 1, 2);
    }

    @Test
    @DisplayName(
            "MBR-4 a process that is met after the proposal of a communicator with it, and before the decision, is a member for all")
    void metInTime() {
        Simulation job = of(602).faults("kill=2,cut=0.02");
        for (int rank = 0; rank < SIZE; rank++) {
            job = job.returnsAfterKill(rank, AWAY.get((602 + rank) % AWAY.size()));
        }
        Seen seen = run(
                job.only("kill.0.28", "kill.1.13", "cut.1-0.9", "late.0-1.0", "late.0-1.1", "late.2-1.2"),
                LONGEST,
                "rank 2 meets the second process of rank 1 in time");
        assertThat(seen.comeback.together()).containsExactly(2, 2, 1);
    }

    /** Where two start at once, both may end; a third comes much later, and finds one, or none. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    @DisplayName(
            "SIM-10, MBR-6 of processes that claim a rank, the second of which starts at any moment, one is left, which is together with all others")
    void claims(int rank) {
        Duration third = Duration.ofSeconds(10);
        for (int seed = 0; seed < SEEDS; seed++) {
            String ofSeed = " arrivals, seed " + seed;
            Simulation job = of(seed).returns(rank, third);
            Duration longest = third.plus(DOUBT).plus(LONGEST);
            Seen one = run(job, longest, "one late claim");
            assertThat(one.run.exits()).containsExactly(new SimulatedRun.Exit(rank, 2, RANK_TAKEN));
            int runs = atEachArrival(one, seed % STEP, arrivals -> {
                String what = "rank " + rank + " claimed after " + arrivals + ofSeed;
                Seen seen = run(job.returnsAfter(rank, arrivals), longest, what);
                List<Integer> left = new ArrayList<>(List.of(1, 2, 3));
                seen.run.exits().forEach(exit -> {
                    assertThat(exit.rank()).as(what).isEqualTo(rank);
                    assertThat(exit.code()).as(what).isEqualTo(RANK_TAKEN);
                    left.remove((Integer) exit.process());
                });
                boolean isClaimed = seen.comeback.starts(rank) == 3;
                assertThat(left)
                        .as(what)
                        .hasSize(isClaimed ? 1 : 2)
                        .contains(seen.comeback.together().get(rank));
                return seen;
            });
            assertThat(runs).as("moments").isGreaterThan(15 / STEP);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 6, 12})
    @DisplayName(
            "SIM-10, MBR-6 of two processes that claim a rank one is killed, at any moment: the other one has it, and does not end")
    void killedWhileTwoClaim(int between) {
        int second = 0;
        for (int seed = 0; seed < SEEDS; seed++) {
            for (long arrivals = 0; arrivals < 20; arrivals++) {
                String what =
                        "rank 1 claimed after " + arrivals + " arrivals, killed " + between + " later, seed " + seed;
                Seen seen = run(of(seed).returnsAfter(1, arrivals).killAfter(1, arrivals + between), LONGEST, what);
                assertThat(seen.run.exits()).as(what).isEmpty();
                second += seen.comeback.together().get(1) == 2 ? 1 : 0;
            }
        }
        assertThat(second)
                .as("runs in which the others have met the second one")
                .isGreaterThan(0);
    }
}
