package org.reactivempi.conformance.simulated;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
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

/**
 * A rank is killed, or vanishes with its host, at each batch that comes to it, and then two of them: those that live agree on who does, and go
 * on.
 */
@Tag("long")
class KilledAtEachArrivalTest {

    static final int SIZE = 4;

    /** Of the arrivals at which ranks vanish, each by the profile {@code simulation}: 1; else some of them. */
    private static final int STEP = Integer.getInteger("simulation.step", 2);

    private static final int SEEDS = Integer.getInteger("simulation.seeds", 2);

    /** More batches than come to any rank here. */
    private static final int MOST_ARRIVALS = 2_000;

    /** Two ranks that are given up, one after the other, and four heartbeats, which are a second each. */
    private static final Duration LONGEST = Duration.ofSeconds(2 * 2 + 4);

    private static final Duration CONNECT = Duration.ofSeconds(5);

    /**
     * One that has vanished is found after four heartbeats and the time in which a connection is looked for, or where there was none when one
     * could not be made; and another one that had not been needed until then, after as long again.
     */
    private static final Duration LONGEST_WITHOUT_NEWS =
            Duration.ofSeconds(4 + 2).plus(CONNECT).multipliedBy(2);

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
        return Simulation.of(SIZE).seed(seed).with("reconnect-timeout", "2s").with("connect-timeout", "5s");
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

    /** How a rank comes to its end. */
    private enum End {
        KILLED(LONGEST),
        VANISHED(LONGEST_WITHOUT_NEWS);

        /** After so long all is over. */
        private final Duration longest;

        End(Duration longest) {
            this.longest = longest;
        }

        Simulation of(Simulation job, int rank, long arrivals) {
            return this == KILLED ? job.killAfter(rank, arrivals) : job.vanishAfter(rank, arrivals);
        }

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private SimulatedRun run(Simulation simulation, End end, String what) {
        return run(simulation, this::survive, end, what);
    }

    private SimulatedRun run(
            Simulation simulation, Function<Communicator, Publisher<?>> program, End end, String what) {
        groups.clear();
        answers.clear();
        try {
            SimulatedRun run = simulation.run(program);
            assertThat(run.time()).as(what + ": virtual time").isLessThan(end.longest);
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
        atEachArrival(End.KILLED, rank, 1);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    @DisplayName(
            "SIM-8, SIM-9, SIM-11 a rank that vanishes with its host at any moment: the others miss its heartbeats, agree who is left, and nobody hangs")
    void vanished(int rank) {
        atEachArrival(End.VANISHED, rank, STEP);
    }

    /** Until nothing more comes than without that. */
    private void atEachArrival(End end, int rank, int step) {
        for (int seed = 0; seed < SEEDS; seed++) {
            SimulatedRun all = run(of(seed), End.KILLED, "nobody is killed");
            assertThat(groups).hasSize(SIZE).containsOnly(Set.of(0, 1, 2, 3));
            long arrivals = seed % step;
            while (true) {
                String what = "rank " + rank + " " + end + " after " + arrivals + " arrivals, seed " + seed;
                if (run(end.of(of(seed), rank, arrivals), end, what).hash() == all.hash()) {
                    break;
                }
                checkGroups(what, Set.of(rank), arrivals < FEW_ARRIVALS);
                arrivals += step;
                assertThat(arrivals).isLessThan(MOST_ARRIVALS);
            }
            assertThat(arrivals).as("moments").isGreaterThan(10);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    @DisplayName("SIM-8, SIM-9, SIM-11 two ranks that are killed, at any two moments, are missed by the others")
    void two(int first) {
        atTwoArrivals(End.KILLED, End.KILLED, first, 1);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName(
            "SIM-8, SIM-9, SIM-11 of two ranks one vanishes with its host and the other one is killed, or vanishes as well: the others miss both")
    void twoVanished(End other) {
        atTwoArrivals(End.VANISHED, other, 1, STEP);
    }

    private void atTwoArrivals(End endOfFirst, End endOfSecond, int first, int step) {
        int second = 3;
        int seed = 0;
        for (long one = 0; one < 60; one += 2L * step) {
            for (long other = one % 3; other < 60; other += 3L * step) {
                String what = "rank " + first + " " + endOfFirst + " after " + one + " arrivals, rank 3 " + endOfSecond
                        + " after " + other + ", seed " + ++seed;
                run(endOfSecond.of(endOfFirst.of(of(seed), first, one), second, other), endOfFirst, what);
                checkGroups(what, Set.of(first, second), Math.max(one, other) < FEW_ARRIVALS);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    @DisplayName(
            "SIM-9, SIM-11 receives from any source don't wait for ever where one of the sources is killed, or vanishes, at any moment")
    void anySource(int rank) {
        for (End end : End.values()) {
            SimulatedRun all = run(of(1), this::receiveFromAny, end, "nobody is killed");
            for (long arrivals = 0; ; arrivals++) {
                String what = "rank " + rank + " " + end + " after " + arrivals + " arrivals";
                if (run(end.of(of(1), rank, arrivals), this::receiveFromAny, end, what)
                                .hash()
                        == all.hash()) {
                    break;
                }
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
