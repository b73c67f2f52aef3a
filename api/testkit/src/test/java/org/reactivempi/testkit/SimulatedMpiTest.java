package org.reactivempi.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Event;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.Member;
import org.reactivempi.Mpi;
import reactor.core.publisher.Mono;

/** Simulated jobs of {@link MpiTest}. */
class SimulatedMpiTest {

    private static final AtomicInteger RUNS = new AtomicInteger();

    static class Good {

        @MpiTest(ranks = 3, schedules = 30)
        void eachRankRunsIt(Communicator world) {
            RUNS.incrementAndGet();
            world.barrier().block();
        }

        @MpiTest(
                ranks = {2, 4},
                schedules = 20,
                seed = 5,
                faults = "cut=0.05",
                symmetric = 1,
                settings = "eager-limit-bytes=64")
        void itAsksForTheRuns(Simulation simulation) {
            assertThat(simulation.verify(world -> world.barrier()).runs()).isEqualTo(20);
        }

        @MpiTest(ranks = 3, schedules = 30, only = "match.2-0.0")
        void oneRun(Communicator world) {
            if (world.rank() == 0) {
                assertThat(world.receive(Mpi.ANY_SOURCE, 0).block().status().source())
                        .isEqualTo(2);
                world.receive(1, 0).block();
            } else {
                world.isend(Buffers.ints(1), 0, 0).block();
            }
        }
    }

    static class Returning {

        @MpiTest(ranks = 2, schedules = 40, seed = 3, faults = "kill=1,return=1")
        void looksForOthers(Simulation simulation) {
            simulation.verify(world -> world.session()
                    .members()
                    .takeUntilOther(Mono.delay(Duration.ofSeconds(50)))
                    .doOnNext(member -> RUNS.addAndGet(member.state() == Member.State.RETURNED ? 1 : 0)));
        }

        @MpiTest(schedules = 10, faults = "kill=1,return=-1")
        void wrong(Communicator world) {}
    }

    static class Bad {

        @MpiTest(ranks = 3, schedules = 30)
        void race(Communicator world) {
            if (world.rank() == 0) {
                assertThat(world.receive(Mpi.ANY_SOURCE, 0).block().status().source())
                        .isEqualTo(1);
                world.receive(2, 0).block();
            } else {
                world.isend(Buffers.ints(1), 0, 0).block();
            }
        }

        @MpiTest
        void notSimulated(Simulation simulation) {}

        @MpiTest(schedules = 10)
        void noRanks(Ranks ranks) {}

        @MpiTest(faults = "cut=0.1")
        void faultsAlone(Communicator world) {}

        @MpiTest(schedules = 10, channel = "tcp")
        void channel(Communicator world) {}

        @MpiTest(schedules = 10, faults = "slow=1")
        void wrongFaults(Communicator world) {}

        @MpiTest(schedules = -1)
        void negative(Simulation simulation) {}

        @MpiTest(schedules = 10, symmetric = 2)
        void noSuchRank(Simulation simulation) {}
    }

    static class BadBefore {

        @BeforeEach
        void before(Communicator world) {}

        @MpiTest(schedules = 10)
        void any(Communicator world) {}
    }

    private static EngineExecutionResults run(Class<?> type) {
        return EngineTestKit.engine("junit-jupiter")
                .selectors(selectClass(type))
                .configurationParameter("junit.jupiter.conditions.deactivate", "*")
                .execute();
    }

    @Test
    @DisplayName(
            "SIM-16, SIM-20 a test method is a rank's program, or asks for its runs, with all that the annotation says")
    void good() {
        RUNS.set(0);
        assertThat(run(Good.class).testEvents().failed().list()).isEmpty();
        assertThat(RUNS).hasValue(90);
    }

    @Test
    @DisplayName("SIM-10 faults of the annotation bring ranks back; what is none is told")
    void returning() {
        RUNS.set(0);
        assertThat(messages(Returning.class))
                .hasSize(1)
                .first()
                .asString()
                .contains("faults \"return=-1\": allowed are cut=");
        assertThat(RUNS).hasValueGreaterThan(3);
    }

    @Test
    @DisplayName("a wrong test, or a wrong annotation, fails with what is wrong")
    void bad() {
        List<String> messages = messages(Bad.class);
        assertThat(messages).hasSize(8);
        assertThat(String.join("\n", messages))
                .contains("match.2-0.0")
                .contains("a Simulation is for @MpiTest(schedules = ...)")
                .contains("a simulated job gives its ranks to the test method alone")
                .contains("seed, faults, symmetric and only are for simulated jobs")
                .contains("channel and virtualTime are for ranks with threads")
                .contains("faults \"slow=1\": allowed are")
                .contains("schedules of a simulation: -1 is below 1")
                .contains("rank 2 of a simulation is outside 0..1");
        assertThat(messages(BadBefore.class))
                .hasSize(1)
                .first()
                .asString()
                .contains("a simulated job gives its ranks to the test method alone");
    }

    private static List<String> messages(Class<?> type) {
        return run(type)
                .testEvents()
                .failed()
                .map(Event::getPayload)
                .map(payload -> String.valueOf(payload.orElseThrow()))
                .toList();
    }
}
