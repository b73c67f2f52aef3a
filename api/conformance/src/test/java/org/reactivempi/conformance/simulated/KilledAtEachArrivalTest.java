package org.reactivempi.conformance.simulated;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.Mpi;
import org.reactivempi.MpiException;
import org.reactivempi.Op;
import org.reactivempi.ProcessFailedException;
import org.reactivempi.ProcessFailedPendingException;
import org.reactivempi.RevokedException;
import org.reactivempi.testkit.SimulatedRun;
import org.reactivempi.testkit.Simulation;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** A rank is killed at each batch that comes to it, and then two of them: those that live agree on who does, and go on. */
@Tag("long")
class KilledAtEachArrivalTest {

    static final int SIZE = 4;
    private static final int SEEDS = Integer.getInteger("simulation.seeds", 2);

    /** More batches than come to any rank here. */
    private static final int MOST_ARRIVALS = 2_000;

    /** Two ranks that are given up, one after the other, and four heartbeats, which are a second each. */
    private static final Duration LONGEST = Duration.ofSeconds(2 * 2 + 4);

    /** So early nobody has come to the end of the first operation. */
    private static final int FEW_ARRIVALS = 4;

    /** Who has gone on with whom, in this run. */
    private final List<Set<Integer>> groups = new ArrayList<>();

    private final List<Integer> answers = new ArrayList<>();

    private static Mono<Void> orFailure(Mono<Void> operation) {
        return operation.onErrorResume(
                MpiException.class,
                failure -> failure instanceof ProcessFailedException
                                || failure instanceof ProcessFailedPendingException
                                || failure instanceof RevokedException
                        ? Mono.empty()
                        : Mono.error(failure));
    }

    /** A collective operation that may fail; then all that live go on without the others, and do what has to work. */
    private Publisher<?> survive(Communicator world) {
        int[] sum = new int[1];
        return orFailure(world.allreduce(Buffers.of(new int[] {1}), Buffers.of(sum), Op.SUM))
                .then(orFailure(world.barrier()))
                .then(world.failures().revoke())
                .then(world.failures().shrink())
                .flatMap(rest -> {
                    int[] ranks = new int[rest.size()];
                    boolean[] isWhole = {false};
                    return orFailure(rest.allgather(Buffers.of(new int[] {world.rank()}), Buffers.of(ranks))
                                    .then(Mono.fromRunnable(() -> isWhole[0] = true)))
                            .then(Mono.defer(() -> orFailure(rest.failures()
                                    .agree(isWhole[0] ? 1 : 0)
                                    .doOnNext(flag -> agreed(flag, ranks))
                                    .then())));
                });
    }

    /** All have the same answer, and 1 only where all had all the others' numbers. */
    private void agreed(int flag, int[] ranks) {
        answers.add(flag);
        if (flag == 1) {
            groups.add(new TreeSet<>(IntStream.of(ranks).boxed().toList()));
        }
    }

    private Simulation of(int seed) {
        return Simulation.of(SIZE).seed(seed).with("reconnect-timeout", "2s");
    }

    /** Rank 0 receives from any source, until one has failed. */
    private Publisher<?> receiveFromAny(Communicator world) {
        Mono<Void> messages = world.rank() == 0
                ? Flux.range(0, 2 * (SIZE - 1))
                        .concatMap(i -> world.receive(Mpi.ANY_SOURCE, 0))
                        .then()
                : Flux.range(0, 2)
                        .concatMap(i ->
                                world.isend(Buffers.of(new int[] {i}), 0, 0).delayElement(Duration.ofNanos(50_000)))
                        .then();
        return orFailure(messages).then(world.failures().shrink()).then();
    }

    private SimulatedRun run(Simulation simulation, String what) {
        return run(simulation, this::survive, what);
    }

    private SimulatedRun run(Simulation simulation, Function<Communicator, Publisher<?>> program, String what) {
        groups.clear();
        answers.clear();
        try {
            SimulatedRun run = simulation.run(program);
            assertThat(run.time()).as(what + ": virtual time").isLessThan(LONGEST);
            return run;
        } catch (AssertionError failure) {
            throw new AssertionError(what + ": " + failure.getMessage(), failure);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    @DisplayName(
            "SIM-8, SIM-9, SIM-11 a rank that is killed at any moment: the others agree who is left, and nobody hangs")
    void one(int rank) {
        for (int seed = 0; seed < SEEDS; seed++) {
            SimulatedRun all = run(of(seed), "nobody is killed");
            assertThat(groups).hasSize(SIZE).containsOnly(Set.of(0, 1, 2, 3));
            long arrivals = 0;
            while (true) {
                String what = "rank " + rank + " killed after " + arrivals + " arrivals, seed " + seed;
                if (run(of(seed).killAfter(rank, arrivals), what).hash() == all.hash()) {
                    break;
                }
                checkGroups(what, Set.of(rank), arrivals < FEW_ARRIVALS);
                assertThat(++arrivals).isLessThan(MOST_ARRIVALS);
            }
            assertThat(arrivals).as("moments").isGreaterThan(10);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    @DisplayName("SIM-8, SIM-9, SIM-11 two ranks that are killed, at any two moments, are missed by the others")
    void two(int first) {
        int second = 3;
        int seed = 0;
        for (long one = 0; one < 60; one += 2) {
            for (long other = one % 3; other < 60; other += 3) {
                String what = "rank " + first + " killed after " + one + " arrivals, rank 3 after " + other + ", seed "
                        + ++seed;
                run(of(seed).killAfter(first, one).killAfter(second, other), what);
                checkGroups(what, Set.of(first, second), Math.max(one, other) < FEW_ARRIVALS);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    @DisplayName(
            "SIM-9, SIM-11 receives from any source don't wait for ever where one of the sources is killed, at any moment")
    void anySource(int rank) {
        SimulatedRun all = run(of(1), this::receiveFromAny, "nobody is killed");
        for (long arrivals = 0; ; arrivals++) {
            String what = "rank " + rank + " killed after " + arrivals + " arrivals";
            if (run(of(1).killAfter(rank, arrivals), this::receiveFromAny, what).hash() == all.hash()) {
                break;
            }
        }
    }

    /**
     * Those that have gone on have done so with the same ranks, and none of those that were never killed is missing; where ranks were killed
     * before there was any answer, all others have.
     */
    private void checkGroups(String what, Set<Integer> mayBeKilled, boolean isEarly) {
        Set<Integer> live = new TreeSet<>(Set.of(0, 1, 2, 3));
        live.removeAll(mayBeKilled);
        assertThat(new TreeSet<>(answers)).as(what + ": answers").hasSizeLessThanOrEqualTo(1);
        assertThat(new HashSet<>(groups)).as(what + ": groups").hasSizeLessThanOrEqualTo(1);
        groups.forEach(group -> assertThat(group).as(what).containsAll(live));
        if (isEarly) {
            assertThat(groups)
                    .as(what + ": all that live go on")
                    .hasSize(live.size())
                    .containsOnly(live);
        }
    }
}
