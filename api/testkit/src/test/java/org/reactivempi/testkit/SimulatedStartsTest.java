package org.reactivempi.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.Member;
import org.reactivempi.Mpi;
import org.reactivempi.ProcessFailedException;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Ranks of a simulated job that start late: the others wait for them, and meet them. */
class SimulatedStartsTest {

    private static final Duration LATE = Duration.ofSeconds(100);

    /** Longer than ranks pause before they try again to connect. */
    private static final Duration LONGEST_MEETING = Duration.ofSeconds(3);

    private static Mono<Void> numbers(Communicator world, List<Integer> got) {
        return world.rank() == 0
                ? Flux.range(0, 5)
                        .concatMap(i -> world.issend(Buffers.ints(i), 1, 0))
                        .then()
                : Flux.range(0, 5)
                        .concatMap(i -> world.receive(0, 0))
                        .doOnNext(message -> got.add(message.payload().getInt()))
                        .then();
    }

    @Test
    @DisplayName("MBR-7, MBR-1, SIM-8 a rank that starts late, within wait-for-peers, joins as if it had been there")
    void late() {
        for (int late = 0; late < 2; late++) {
            List<Integer> got = new ArrayList<>();
            List<Member> seen = new ArrayList<>();
            int first = 1 - late;
            SimulatedRun run = Simulation.of(2).only().startsAt(late, LATE).run(world -> {
                if (world.rank() == first) {
                    world.session()
                            .members()
                            .filter(member -> member.rank() != first && member.state() != Member.State.LEFT)
                            .subscribe(seen::add);
                }
                return numbers(world, got);
            });
            assertThat(got).containsExactly(0, 1, 2, 3, 4);
            assertThat(seen)
                    .containsExactly(
                            new Member(late, Member.State.AWAITED, 0), new Member(late, Member.State.JOINED, 1));
            assertThat(run.time()).isBetween(LATE, LATE.plus(LONGEST_MEETING));
            assertThat(run.exits()).isEmpty();
        }
    }

    @Test
    @DisplayName(
            "MBR-7 a rank that starts later than wait-for-peers has failed for what waited, and is reached after that")
    void tooLate() {
        List<Duration> failures = new ArrayList<>();
        List<Integer> got = new ArrayList<>();
        Simulation.of(2)
                .only()
                .with("wait-for-peers", "30s")
                .startsAt(1, LATE)
                .run(world -> world.rank() == 1
                        ? numbers(world, got)
                        : numbers(world, got).onErrorResume(ProcessFailedException.class, lost -> {
                            failures.add(
                                    Duration.ofNanos((long) (world.session().wtime() * 1e9)));
                            return Mono.delay(LATE).then(numbers(world, got));
                        }));
        assertThat(failures).hasSize(1);
        assertThat(failures.get(0)).isBetween(Duration.ofSeconds(29), Duration.ofSeconds(33));
        assertThat(got).containsExactly(0, 1, 2, 3, 4);
    }

    @Test
    @DisplayName(
            "MBR-7, SIM-14 outcomes, held batches, seeds and cuts are looked at of jobs whose ranks start at any time")
    void verified() {
        Set<List<Integer>> orders = new HashSet<>();
        Simulation job = Simulation.of(3)
                .schedules(60)
                .startsAt(0, Duration.ofMillis(7))
                .startsAt(1, Duration.ofNanos(40_000))
                .startsAt(2, Duration.ZERO);
        Coverage covered = job.verify(world -> {
            if (world.rank() > 0) {
                return world.isend(Buffers.ints(1), 0, 0);
            }
            List<Integer> order = new ArrayList<>();
            return Flux.range(0, 2)
                    .concatMap(i -> world.receive(Mpi.ANY_SOURCE, 0))
                    .doOnNext(message -> order.add(message.status().source()))
                    .doOnComplete(() -> orders.add(order));
        });
        assertThat(covered.isComplete()).isTrue();
        assertThat(orders).containsExactlyInAnyOrder(List.of(1, 2), List.of(2, 1));
        assertThat(job.faults("cut=0.03").verify(Communicator::barrier).runs()).isEqualTo(60);
    }

    @Test
    @DisplayName(
            "SIM-8, SIM-10 a rank that starts late is killed, and returns; a fault of one that has not started does nothing")
    void withFaults() {
        int[] starts = new int[1];
        SimulatedRun run = Simulation.of(2)
                .only()
                .kill(1, Duration.ofMillis(1))
                .vanish(1, Duration.ofMillis(2))
                .stop(1, Duration.ofMillis(3), Duration.ofSeconds(1))
                .startsAt(1, Duration.ofSeconds(1))
                .kill(1, Duration.ofSeconds(5))
                .returnsAfterKill(1, Duration.ofSeconds(2))
                .run(world -> {
                    starts[0] += world.rank();
                    return Mono.delay(Duration.ofSeconds(20));
                });
        assertThat(starts[0]).isEqualTo(2);
        assertThat(run.time()).isGreaterThan(Duration.ofSeconds(27));
    }

    @Test
    @DisplayName("what is no start is named, with what is allowed")
    void wrong() {
        Simulation job = Simulation.of(3);
        for (int rank : new int[] {-1, 3}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> job.startsAt(rank, LATE))
                    .withMessage("rank " + rank + " of a simulation is outside 0..2");
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> job.startsAt(1, Duration.ofNanos(-5)))
                .withMessageContaining("start of rank 1 at -5");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> job.startsAt(1, LATE).startsAt(1, Duration.ZERO))
                .withMessage("rank 1 starts once, and has a time for that");
    }
}
