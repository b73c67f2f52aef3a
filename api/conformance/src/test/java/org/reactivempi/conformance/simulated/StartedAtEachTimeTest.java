package org.reactivempi.conformance.simulated;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivempi.testkit.SimulatedRun;
import org.reactivempi.testkit.Simulation;

/** A rank starts late, at any time of what the others do without it, and with one of them killed meanwhile: all come together. */
@Tag("long")
class StartedAtEachTimeTest {

    private static final int SIZE = 3;
    private static final int SEEDS = Integer.getInteger("simulation.seeds", 1);

    /** Of the times at which another rank ends as well, each by the profile {@code simulation}: 1; else some of them. */
    private static final int STEP = Integer.getInteger("simulation.step", 3);

    /** While the others connect and greet each other, and look for the one that is missing. */
    private static final Duration BEGIN = Duration.ofNanos(150_000);

    private static final Duration BETWEEN = Duration.ofNanos(5_000);
    private static final Duration RECONNECT = Duration.ofSeconds(2);
    /** The pause in which ranks look for others that are missing, and some turns. */
    private static final Duration LONGEST_MEETING = Duration.ofSeconds(3);

    private static List<Duration> times() {
        List<Duration> times = new ArrayList<>();
        for (Duration time = Duration.ZERO; time.compareTo(BEGIN) < 0; time = time.plus(BETWEEN)) {
            times.add(time);
        }
        for (long millis : new long[] {1, 15, 40, 90, 200, 700, 1_500, 2_100, 4_500, 20_000, 200_000}) {
            times.add(Duration.ofMillis(millis));
        }
        return times;
    }

    private static Comeback run(Simulation simulation, Duration longest, String what) {
        Comeback.First first = new Comeback.First(SIZE);
        try {
            SimulatedRun run = simulation.run(first::program);
            first.run().check();
            assertThat(run.time()).as("virtual time").isLessThan(longest);
            assertThat(run.exits()).isEmpty();
            return first.run();
        } catch (AssertionError failure) {
            throw new AssertionError(what + ": " + failure.getMessage() + "\n" + first.run(), failure);
        }
    }

    private static Simulation of(int seed) {
        return Simulation.of(SIZE).seed(seed).with("reconnect-timeout", "2s").with("connect-timeout", "2s");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    @DisplayName("MBR-7, MBR-1, MBR-4, SIM-11 a rank that starts at any time joins as if it had been there")
    void late(int rank) {
        for (int seed = 0; seed < SEEDS; seed++) {
            for (Duration at : times()) {
                String what = "rank " + rank + " starts after " + at + ", seed " + seed;
                Comeback all = run(of(seed).faults("cut=0.01").startsAt(rank, at), at.plus(LONGEST_MEETING), what);
                assertThat(all.together()).as(what).containsExactly(1, 1, 1);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    @DisplayName(
            "MBR-7, MBR-2, SIM-10, SIM-11 a rank that starts at any time meets others of which one was killed, or has vanished, and returned")
    void lateWithReturns(int rank) {
        int other = (rank + 1) % SIZE;
        int seed = 0;
        List<Duration> times = times();
        for (int i = rank % STEP; i < times.size(); i += STEP) {
            Duration at = times.get(i);
            for (long arrivals = seed % 3; arrivals < 12; arrivals += 3) {
                Simulation job = of(seed).startsAt(rank, at).returnsAfterKill(other, Duration.ofMillis(3));
                run(
                        seed++ % 2 == 0 ? job.killAfter(other, arrivals) : job.vanishAfter(other, arrivals),
                        at.plus(RECONNECT.multipliedBy(6)),
                        "rank " + rank + " starts after " + at + ", rank " + other + " ends after " + arrivals
                                + " arrivals, seed " + (seed - 1));
            }
        }
    }
}
