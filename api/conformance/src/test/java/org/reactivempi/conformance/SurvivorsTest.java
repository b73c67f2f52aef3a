package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.FailedSourceTest.awaited;
import static org.reactivempi.conformance.FailedSourceTest.started;
import static org.reactivempi.conformance.Family.context;
import static org.reactivempi.conformance.Payloads.TAG;
import static org.reactivempi.conformance.Payloads.TIMEOUT;
import static org.reactivempi.conformance.Payloads.ints;
import static org.reactivempi.conformance.Traffic.exchange;
import static org.reactivempi.conformance.Traffic.meet;

import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.Communicator;
import org.reactivempi.ErrorClass;
import org.reactivempi.Group;
import org.reactivempi.Mpi;
import org.reactivempi.MpiException;
import org.reactivempi.ProcessFailedException;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

/** What the ranks that are left come to together. */
class SurvivorsTest {

    /** Has some ranks do the same, and returns what each gets. */
    private static <T> List<T> all(List<Communicator> ranks, Function<Communicator, Mono<T>> operation) {
        return Flux.mergeSequential(ranks.stream().map(operation).toList())
                .collectList()
                .block(TIMEOUT);
    }

    private static List<Integer> processes(Group group) {
        return IntStream.range(0, group.size()).mapToObj(group::worldRank).toList();
    }

    private static List<Communicator> worlds(Ranks ranks, int... of) {
        return IntStream.of(of).mapToObj(ranks::world).toList();
    }

    @OnEveryChannel(ranks = 4)
    @DisplayName("LIF-4 all ranks agree on the AND of their values")
    void agree(Ranks ranks) {
        assertThat(all(worlds(ranks, 3, 1, 0, 2), world -> world.failures().agree(~(1 << world.rank()))))
                .containsOnly(~0b1111);
        assertThat(all(worlds(ranks, 0, 1, 2, 3), world -> world.failures().agree(world.rank() | 4)))
                .containsOnly(4);
        meet(ranks);
    }

    @OnEveryChannel(
            ranks = 4,
            virtualTime = true,
            settings = {"reconnect-timeout=500ms", "stall-after=0s"})
    @DisplayName(
            "LIF-4 where a failure is not acknowledged by all, agreeing fails on all, with the value; then all know of it")
    void unacknowledged(Ranks ranks) {
        meet(ranks);
        ranks.abort(1, "killed by the test").block(TIMEOUT);
        Traffic.lossesAreNoticed(ranks);
        StepVerifier.create(ranks.world(0).receive(1, TAG))
                .expectError(ProcessFailedException.class)
                .verify(TIMEOUT);
        ranks.world(0).failures().acknowledge().block(TIMEOUT);
        List<Communicator> left = worlds(ranks, 0, 2, 3);
        List<Recorder<Object>> agreements = left.stream()
                .map(world -> started(world.failures().agree(world.rank() | 8)))
                .toList();

        agreements.forEach(agreement -> assertThat(awaited(agreement))
                .singleElement()
                .isInstanceOfSatisfying(ProcessFailedException.class, failure -> {
                    assertThat(failure.rank()).isEqualTo(1);
                    assertThat(failure.rankInCommunicator()).isEqualTo(1);
                    assertThat(failure.agreed()).hasValue(8);
                }));
        assertThat(all(left, world -> world.failures().acknowledge()))
                .extracting(SurvivorsTest::processes)
                .containsOnly(List.of(1));
        assertThat(all(left, world -> world.failures().agree(world.rank() | 8))).containsOnly(8);
    }

    @OnEveryChannel(
            ranks = 4,
            virtualTime = true,
            settings = {"reconnect-timeout=500ms", "stall-after=0s"})
    @DisplayName(
            "LIF-4 shrinking a revoked communicator gives one of the ranks that are left, in their order, which works")
    void shrink(Ranks ranks) {
        meet(ranks);
        Recorder<Object> waiting = started(ranks.world(3).receive(2, TAG));
        ranks.abort(1, "killed by the test").block(TIMEOUT);
        ranks.world(0).failures().revoke().block(TIMEOUT);
        assertThat(awaited(waiting)).hasSize(1);
        Traffic.lossesAreNoticed(ranks);
        List<Communicator> rest =
                all(worlds(ranks, 0, 2, 3), world -> world.failures().shrink());

        assertThat(rest).extracting(Communicator::rank).containsExactly(0, 1, 2);
        assertThat(rest).extracting(Communicator::size).containsOnly(3);
        assertThat(rest).extracting(each -> processes(each.group())).containsOnly(List.of(0, 2, 3));
        all(rest, Communicator::barrier);
        assertThat(exchange(rest.get(2), rest.get(1), 5)).isEqualTo(5);
        Recorder<Object> any = started(rest.get(0).receive(Mpi.ANY_SOURCE, TAG));
        rest.get(1).isend(ints(6), 0, TAG).block(TIMEOUT);
        assertThat(awaited(any)).hasSize(2);
    }

    @OnEveryChannel(
            ranks = 5,
            virtualTime = true,
            settings = {"reconnect-timeout=500ms", "stall-after=0s"})
    @DisplayName(
            "LIF-4 ranks that die while the others shrink and agree keep nobody waiting, also those never heard from")
    void dyingMeanwhile(Ranks ranks) {
        List<Communicator> left = worlds(ranks, 1, 2, 4);
        List<Recorder<Object>> shrinking =
                left.stream().map(world -> started(world.failures().shrink())).toList();
        ranks.abort(3, "killed by the test").block(TIMEOUT);
        started(ranks.world(0).failures().shrink());
        ranks.abort(0, "killed by the test").block(TIMEOUT);
        Traffic.lossesAreNoticed(ranks);

        List<Communicator> rest = shrinking.stream()
                .map(each -> (Communicator) awaited(each).get(0))
                .toList();
        assertThat(rest.stream().map(each -> processes(each.group())).distinct())
                .hasSize(1);
        assertThat(rest.stream().map(Communicator::size).distinct()).hasSize(1);
        List<Recorder<Object>> agreements =
                rest.stream().map(each -> started(each.failures().agree(6))).toList();
        assertThat(agreements.stream()
                        .map(each -> awaited(each).get(0))
                        .map(end -> end instanceof ProcessFailedException failed
                                ? failed.agreed().orElse(-1)
                                : (Integer) end)
                        .distinct())
                .containsExactly(6);
    }

    @OnEveryChannel(ranks = 2)
    @DisplayName("LIF-4 closing waits for an agreement that runs; a rank that has finalized takes part in none")
    void closing(Ranks ranks) {
        Recorder<Object> waiting = started(ranks.world(0).failures().agree(3));
        assertThat(ranks.pending(0).block(TIMEOUT)).containsExactly("agree(world)");
        Recorder<Object> closing = started(ranks.session(0).close());
        assertThat(waiting.signals()).isEmpty();
        assertThat(ranks.world(1).failures().agree(1).block(TIMEOUT)).isEqualTo(1);
        assertThat(awaited(waiting)).containsExactly(1, "complete");
        assertThat(awaited(closing)).containsExactly("complete");
        assertThat(ranks.world(1).failures().agree(2).block(TIMEOUT)).isEqualTo(2);
    }

    @OnEveryChannel(
            ranks = 2,
            virtualTime = true,
            settings = {"reconnect-timeout=500ms", "stall-after=0s"})
    @DisplayName("LIF-4 an agreement ends with its session, and goes on without a rank that doesn't want to hear of it")
    void given(Ranks ranks) {
        Disposable waiting = ranks.world(0).failures().agree(1).subscribe();
        assertThat(ranks.pending(0).block(TIMEOUT)).isNotEmpty();
        waiting.dispose();
        assertThat(ranks.pending(0).block(TIMEOUT)).isEmpty();
        assertThat(ranks.world(1).failures().agree(3).block(TIMEOUT)).isEqualTo(1);
        Recorder<Object> alone = started(ranks.world(1).failures().agree(2));
        ranks.abort(1, "killed by the test").block(TIMEOUT);
        Traffic.lossesAreNoticed(ranks);
        assertThat(awaited(alone))
                .singleElement()
                .isInstanceOfSatisfying(
                        MpiException.class,
                        error -> assertThat(error.errorClass()).isEqualTo(ErrorClass.SESSION));
    }

    @OnEveryChannel
    @DisplayName("RES-3 a number that a rank has offered to a shrink, and that was not taken, is used again")
    void offeredNumbers(Ranks ranks) {
        List<Communicator> worlds = worlds(ranks, 0, 1);
        int before = contextOfItsOwn(worlds);
        all(all(worlds, world -> world.failures().shrink()), Communicator::free);
        assertThat(contextOfItsOwn(worlds)).isEqualTo(before);
    }

    /** That of a communicator of rank 1 alone, which takes the number that rank 1 offers; freed again. */
    private static int contextOfItsOwn(List<Communicator> worlds) {
        List<Communicator> parts = all(worlds, world -> world.split(world.rank(), 0));
        all(parts, Communicator::free);
        return context(parts.get(1));
    }
}
