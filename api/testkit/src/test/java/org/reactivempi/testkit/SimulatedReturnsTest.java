package org.reactivempi.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.Member;
import org.reactivempi.Mpi;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Ranks of simulated jobs that come again, as they were asked to and by chance. */
class SimulatedReturnsTest {

    private static final Duration EARLY = Duration.ofNanos(20_000);
    private static final int RANK_TAKEN = 36;

    /** Waits until all are there, and meets them. */
    private static Mono<Void> together(Communicator world) {
        return world.failures()
                .shrink()
                .filter(all -> all.size() == world.size())
                .repeatWhenEmpty(again -> again.delayElements(Duration.ofMillis(50)))
                .flatMap(Communicator::barrier);
    }

    /** The same on a thread of its own. */
    private static void togetherBlocking(Communicator world) {
        Communicator all = world;
        do {
            all = world.failures().shrink().block();
        } while (all.size() < world.size());
        all.barrier().block();
    }

    /** Looks who is there for longer than any rank is away. */
    private static Flux<Member> members(Communicator world) {
        return world.session().members().takeUntilOther(Mono.delay(Duration.ofSeconds(50)));
    }

    @Test
    @DisplayName("MBR-1, SIM-10 ranks of a list start without each other, and meet")
    void listed() {
        List<Member> seen = new ArrayList<>();
        Simulation.of(3)
                .listed()
                .only()
                .run(world -> together(world)
                        .and(world.session().members().take(4).doOnNext(member -> {
                            if (world.rank() == 0) {
                                seen.add(member);
                            }
                        })));
        assertThat(seen)
                .startsWith(
                        new Member(0, Member.State.JOINED, 1),
                        new Member(1, Member.State.AWAITED, 0),
                        new Member(2, Member.State.AWAITED, 0))
                .last()
                .extracting(Member::state)
                .isEqualTo(Member.State.JOINED);
        assertThat(Simulation.of(3)
                        .listed()
                        .schedules(60)
                        .faults("cut=0.02")
                        .verify(SimulatedReturnsTest::together)
                        .runs())
                .isEqualTo(60);
    }

    @Test
    @DisplayName("SIM-10 a rank that was killed runs its program again when it returns, at a time or so long after")
    void returns() {
        AtomicInteger starts = new AtomicInteger();
        Simulation killed = Simulation.of(3).only().kill(1, EARLY);
        SimulatedRun after = killed.returnsAfterKill(1, Duration.ofSeconds(1)).run(world -> {
            starts.addAndGet(world.rank() == 1 ? 1 : 0);
            return together(world);
        });
        assertThat(starts).hasValue(2);
        assertThat(after.time()).isBetween(Duration.ofSeconds(1), Duration.ofSeconds(12));
        assertThat(after.exits()).isEmpty();

        SimulatedRun at = killed.returns(1, Duration.ofSeconds(30)).run(SimulatedReturnsTest::together);
        assertThat(at.time()).isBetween(Duration.ofSeconds(30), Duration.ofSeconds(42));
    }

    /** What rank 0 sees of rank 1, which vanishes after two seconds, and returns. */
    private static List<Member> vanishedAndBack(Duration away) {
        List<Member> seen = new ArrayList<>();
        SimulatedRun run = Simulation.of(2)
                .only()
                .with("reconnect-timeout", "3s")
                .vanish(1, Duration.ofSeconds(2))
                .returnsAfterKill(1, away)
                .run(world -> members(world).doOnNext(member -> {
                    if (world.rank() == 0 && member.rank() == 1) {
                        seen.add(member);
                    }
                }));
        assertThat(run.exits()).isEmpty();
        return seen;
    }

    @Test
    @DisplayName(
            "MBR-1, SIM-10 a rank that has vanished returns before its loss is known, while it is looked for, and after it was given up")
    void vanishedReturns() {
        Member first = new Member(1, Member.State.JOINED, 1);
        Member suspect = new Member(1, Member.State.SUSPECT, 1);
        Member failed = new Member(1, Member.State.FAILED, 1);
        Member second = new Member(1, Member.State.RETURNED, 2);
        for (Duration away : List.of(Duration.ZERO, Duration.ofSeconds(5), Duration.ofSeconds(20))) {
            assertThat(vanishedAndBack(away)).as("away for %s", away).endsWith(first, suspect, failed, second);
        }
    }

    @Test
    @DisplayName(
            "MBR-7, SIM-10 a rank whose host answers nobody, and comes within wait-for-peers, joins as if it had been there")
    void noAnswerBeforeItComes() {
        Duration late = Duration.ofSeconds(100);
        List<Integer> got = new ArrayList<>();
        SimulatedRun run = Simulation.of(2)
                .only()
                .vanish(1, Duration.ZERO)
                .returns(1, late)
                .run(world -> world.rank() == 0
                        ? world.issend(Buffers.ints(7), 1, 0)
                        : world.receive(0, 0)
                                .doOnNext(message -> got.add(message.payload().getInt())));
        assertThat(got).containsExactly(7);
        assertThat(run.time()).isBetween(late, late.plusSeconds(32));
    }

    @Test
    @DisplayName("SIM-10 a rank is killed and returns more than once, and each time is another process")
    void again() {
        List<Member> seen = new ArrayList<>();
        Simulation.of(2)
                .only()
                .kill(1, Duration.ofSeconds(2))
                .kill(1, Duration.ofSeconds(8))
                .returnsAfterKill(1, Duration.ofSeconds(1))
                .run(world -> members(world).doOnNext(member -> {
                    if (world.rank() == 0 && member.rank() == 1 && member.isPresent()) {
                        seen.add(member);
                    }
                }));
        assertThat(seen)
                .containsExactly(
                        new Member(1, Member.State.JOINED, 1),
                        new Member(1, Member.State.RETURNED, 2),
                        new Member(1, Member.State.RETURNED, 3));
    }

    @Test
    @DisplayName("SIM-10, SIM-20 a program that blocks ends with its process, and is run again by the next one")
    void blocking() {
        AtomicInteger starts = new AtomicInteger();
        AtomicInteger ends = new AtomicInteger();
        Coverage covered = Simulation.of(3)
                .schedules(30)
                .kill(1, EARLY)
                .returnsAfterKill(1, Duration.ofMillis(30))
                .verifyBlocking(world -> {
                    starts.incrementAndGet();
                    togetherBlocking(world);
                    ends.incrementAndGet();
                });
        assertThat(covered.runs()).isEqualTo(30);
        assertThat(ends).hasValue(30 * 3);
        assertThat(starts).hasValue(30 * 4);
    }

    @Test
    @DisplayName("SIM-10, MBR-6 of two processes that claim a rank one ends itself, which is told, and is no failure")
    void claims() {
        SimulatedRun run = Simulation.of(3)
                .only()
                .returns(1, Duration.ofSeconds(3))
                .run(world -> together(world).then(members(world).then()));
        assertThat(run.exits()).containsExactly(new SimulatedRun.Exit(1, 2, RANK_TAKEN));

        SimulatedRun atArrival = Simulation.of(3)
                .only()
                .returnsAfter(1, 12)
                .run(world -> members(world).then());
        assertThat(atArrival.exits()).containsExactly(new SimulatedRun.Exit(1, 2, RANK_TAKEN));
    }

    @Test
    @DisplayName("SIM-10 a process of a list that ends itself for another reason is a failure, and named with its code")
    void exits() {
        assertThatThrownBy(() -> Simulation.of(2)
                        .listed()
                        .verify(world -> world.rank() == 1 ? world.session().abort(5) : members(world)))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("rank 1 fails: java.lang.IllegalStateException: it has ended itself with code 5");
    }

    private static Mono<Void> sources(Communicator world, Set<List<Integer>> orders) {
        return Flux.range(0, 2)
                .concatMap(i -> world.receive(Mpi.ANY_SOURCE, 1))
                .map(message -> message.status().source())
                .collectList()
                .doOnNext(orders::add)
                .then();
    }

    private static Mono<Void> send(Communicator world) {
        return world.isend(Buffers.ints(world.rank()), 0, 1).then();
    }

    @Test
    @DisplayName("SIM-10, SIM-14 receives of each process of a rank from any source are met, in all their orders")
    void wildcards() {
        Set<List<Integer>> orders = new HashSet<>();
        Coverage covered = Simulation.of(3)
                .schedules(60)
                .kill(0, EARLY)
                .returnsAfterKill(0, Duration.ofMillis(1))
                .verify(world -> together(world).then(world.rank() == 0 ? sources(world, orders) : send(world)));
        assertThat(orders).containsExactlyInAnyOrder(List.of(1, 2), List.of(2, 1));
        assertThat(covered.isComplete()).isTrue();
        assertThat(covered.outcomes()).isEqualTo(2);
    }

    @Test
    @DisplayName(
            "SIM-6, SIM-8, SIM-10 kills and returns are drawn by the seed, at different times, and can be asked for by name")
    void byChance() {
        Set<String> returns = new HashSet<>();
        Set<Duration> times = new HashSet<>();
        int seenReturns = 0;
        for (int seed = 0; seed < 30; seed++) {
            Simulation job = Simulation.of(3).seed(seed).faults("kill=2,return=1");
            List<Member> seen = new ArrayList<>();
            SimulatedRun run = job.run(world -> members(world).doOnNext(seen::add));
            List<String> ofRun = run.choices().stream()
                    .filter(choice -> choice.startsWith("return."))
                    .toList();
            assertThat(ofRun).hasSizeLessThanOrEqualTo(1);
            returns.addAll(ofRun);
            times.add(run.time());
            // Nobody may have met the one before.
            boolean isSeen = seen.stream().anyMatch(member -> member.state() == Member.State.RETURNED);
            assertThat(isSeen && ofRun.isEmpty()).isFalse();
            seenReturns += isSeen ? 1 : 0;
            assertThat(job.only(run.choices().toArray(String[]::new))
                            .run(SimulatedReturnsTest::members)
                            .hash())
                    .isEqualTo(run.hash());
        }
        assertThat(returns).containsExactlyInAnyOrder("return.0.0", "return.1.0", "return.2.0");
        assertThat(times).hasSizeGreaterThan(10);
        assertThat(seenReturns).isGreaterThan(15);
    }

    @Test
    @DisplayName(
            "SIM-19 of a failure that needs a rank which returns, its kill and its return are told, and nothing else")
    void shrinks() {
        assertThatThrownBy(() -> Simulation.of(3)
                        .schedules(200)
                        .faults("kill=2,return=2,cut=0.01")
                        .verify(world -> members(world).doOnNext(member -> {
                            if (member.state() == Member.State.RETURNED && member.incarnation() > 1) {
                                throw new IllegalStateException("somebody has returned");
                            }
                        })))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("somebody has returned")
                .satisfies(error -> assertThat(
                                error.getMessage().lines().filter(line -> line.matches("    [a-z]+\\.[0-9].*")))
                        .hasSize(2)
                        .anyMatch(line -> line.matches("    kill\\.\\d\\.\\d+  rank \\d is killed at arrival \\d+"))
                        .anyMatch(line ->
                                line.matches("    return\\.\\d\\.0  rank \\d returns after it was killed, time 0")));
    }

    @Test
    @DisplayName("what is no return is named, with what is allowed")
    void wrong() {
        Simulation job = Simulation.of(3);
        for (int rank : new int[] {-1, 3}) {
            String what = "rank " + rank + " of a simulation is outside 0..2";
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> job.returns(rank, Duration.ZERO))
                    .withMessage(what);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> job.returnsAfter(rank, 0))
                    .withMessage(what);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> job.returnsAfterKill(rank, Duration.ZERO))
                    .withMessage(what);
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> job.returns(1, Duration.ofNanos(-5)))
                .withMessageContaining("return of rank 1 at -5");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> job.returnsAfter(1, -1))
                .withMessageContaining("return of rank 1 at -1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> job.returnsAfterKill(1, Duration.ofSeconds(-1)))
                .withMessageContaining("return of rank 1 at -1000000000");
        for (String wrong : List.of("return=-1", "return=many", "return=1001", "return")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> job.faults("kill=1," + wrong))
                    .withMessageContaining("faults \"" + wrong + "\": allowed are cut=")
                    .withMessageContaining("return=<how many of those come again at most, 0 to 1000>");
        }
    }
}
