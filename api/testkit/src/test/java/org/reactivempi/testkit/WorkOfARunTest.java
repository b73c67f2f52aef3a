package org.reactivempi.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivempi.Settings;
import org.reactivempi.transport.sim.Batches;
import org.reactivempi.transport.sim.Faults;
import org.reactivempi.transport.sim.Network;
import org.reactivempi.transport.sim.RunPlan;

/**
 * What a short run costs, in numbers that are the same on each machine: the program of {@code SimulationBenchmark}, which measures the speed itself,
 * in runs for each second. A bound is a quarter more than what a run takes now, so that one which has become dearer is noticed.
 */
class WorkOfARunTest {

    private static final int SEEDS = 20;

    /** What a run takes now: 213 steps, 101 events, 49 batches. */
    private static final Work MOST = new Work(266, 126, 61);

    /** What a run costs. */
    private record Work(long steps, long events, long batches) {

        static Work of(RunResult run) {
            return new Work(
                    run.trace().steps(),
                    run.trace().events(),
                    run.batches().stream().mapToLong(Batches::count).sum());
        }

        /** A half is what no run can do without: so much is counted at least. */
        void check(String run) {
            assertThat(steps).as("steps, " + run).isBetween(MOST.steps / 2, MOST.steps);
            assertThat(events).as("events, " + run).isBetween(MOST.events / 2, MOST.events);
            assertThat(batches).as("batches, " + run).isBetween(MOST.batches / 2, MOST.batches);
        }
    }

    /** One that goes the plain way, with connections that may break, or may not. */
    private static RunPlan plain(boolean mayBreak) {
        return new RunPlan(
                0,
                Set.of(),
                RunPlan.Decided.MATCHES,
                Network.ETHERNET,
                false,
                mayBreak,
                Faults.NONE,
                Duration.ofMinutes(1),
                false);
    }

    private static RunResult run(RunPlan plan) throws Throwable {
        Settings settings = Settings.create()
                .stallAfter(Duration.ofMillis(250))
                .suspectAfter(Duration.ZERO)
                .with("check-types", "on")
                .with("check-collectives", "on");
        try (SimulatedSchedulers schedulers = SimulatedSchedulers.begin()) {
            RunResult result = new SimulationThread<>(() -> SimulatedJob.run(
                            2, settings, new SimulatedProgram.Reactive(SimulationTest::pingPong), plan, schedulers))
                    .await();
            assertThat(Objects.requireNonNull(result).isFailure()).isFalse();
            return result;
        }
    }

    @Test
    @DisplayName(
            "SIM-25 a run of two ranks and 20 messages takes so many steps, events and batches at most, start and finalize included")
    void pingPongs() throws Throwable {
        for (boolean mayBreak : new boolean[] {true, false}) {
            RunPlan plain = plain(mayBreak);
            Work.of(run(plain)).check("the plain run, breaks " + mayBreak);
            for (int seed = 0; seed < SEEDS; seed++) {
                Work.of(run(plain.with(seed, null, RunPlan.Decided.NOTHING)))
                        .check("seed " + seed + ", breaks " + mayBreak);
            }
        }
    }
}
