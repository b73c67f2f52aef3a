package org.reactivempi.transport.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.FutureTask;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

class InJvmWorldTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final Duration QUIET = Duration.ofMillis(50);

    @Test
    @DisplayName("ranks of a world know its size, its job and its environment")
    void place() {
        InJvmWorld world = InJvmWorld.of(3, Map.of("REACTIVEMPI_CHANNEL", "local"));

        assertThat(IntStream.range(0, 3).map(rank -> world.bootstrap(rank).rank()))
                .containsExactly(0, 1, 2);
        assertThat(world.bootstrap(1).size()).isEqualTo(3);
        assertThat(world.bootstrap(1).ranksOnHost()).isEqualTo(3);
        assertThat(world.bootstrap(1).jobId()).isEqualTo(world.bootstrap(2).jobId());
        assertThat(world.bootstrap(1).environment()).containsEntry("REACTIVEMPI_CHANNEL", "local");
        assertThat(InJvmWorld.of(1, Map.of()).bootstrap(0).jobId())
                .isNotEqualTo(world.bootstrap(0).jobId());
    }

    @Test
    @DisplayName("what was put is there after the barrier")
    void exchange() {
        InJvmWorld world = InJvmWorld.of(4, Map.of());
        Flux<String> neighbours = Flux.range(0, 4).flatMap(rank -> {
            Bootstrap me = world.bootstrap(rank);
            return me.put("addr-" + rank, "at-" + rank).then(me.barrier()).then(me.get("addr-" + (rank + 1) % 4));
        });

        StepVerifier.create(neighbours.collectList())
                .assertNext(found -> assertThat(found).containsExactlyInAnyOrder("at-0", "at-1", "at-2", "at-3"))
                .expectComplete()
                .verify(TIMEOUT);
    }

    @Test
    @DisplayName("a barrier holds until the last rank comes, and later commands wait behind it")
    void barrierHolds() {
        InJvmWorld world = InJvmWorld.of(2, Map.of());
        Bootstrap zero = world.bootstrap(0);

        StepVerifier.create(Flux.mergeSequential(zero.barrier().then(Mono.just("released")), zero.get("late-1")))
                .expectSubscription()
                .expectNoEvent(QUIET)
                .then(() -> world.bootstrap(1)
                        .put("late-1", "value")
                        .then(world.bootstrap(1).barrier())
                        .subscribe())
                .expectNext("released", "value")
                .expectComplete()
                .verify(TIMEOUT);
    }

    @Test
    @DisplayName("a rank that leaves is at its barrier no more, and may come again")
    void leave() {
        InJvmWorld world = InJvmWorld.of(2, Map.of());
        Bootstrap zero = world.bootstrap(0);
        Bootstrap one = world.bootstrap(1);
        zero.barrier().subscribe().dispose();
        zero.leave();

        StepVerifier.create(zero.get("nothing"))
                .expectError(BootstrapException.class)
                .verify(TIMEOUT);
        StepVerifier.create(one.barrier())
                .expectSubscription()
                .expectNoEvent(QUIET)
                .then(() -> zero.barrier().subscribe())
                .expectComplete()
                .verify(TIMEOUT);
        zero.finish().block(TIMEOUT);
        zero.leave();
    }

    @Test
    @DisplayName("barriers follow each other without mixing")
    void repeatedBarriers() {
        InJvmWorld world = InJvmWorld.of(3, Map.of());

        StepVerifier.create(Flux.range(0, 3)
                        .flatMap(rank -> world.bootstrap(rank).barrier().repeat(100)))
                .expectComplete()
                .verify(TIMEOUT);
    }

    @Test
    @DisplayName("a barrier that waits for a rank which has ended fails, before and after")
    void hopelessBarrier() {
        InJvmWorld world = InJvmWorld.of(2, Map.of());

        StepVerifier.create(world.bootstrap(1).barrier())
                .expectSubscription()
                .expectNoEvent(QUIET)
                .then(() -> world.left(0))
                .expectErrorSatisfies(error -> assertThat(error).hasMessageContaining("[0]"))
                .verify(TIMEOUT);
        StepVerifier.create(world.bootstrap(1).barrier())
                .expectError(BootstrapException.class)
                .verify(TIMEOUT);
    }

    @Test
    @DisplayName("a rank is unfinished from its first entry to finish")
    void unfinished() {
        InJvmWorld world = InJvmWorld.of(1, Map.of());

        assertThat(world.unfinished(0)).isFalse();
        world.bootstrap(0).put("key-0", "value").block(TIMEOUT);
        assertThat(world.unfinished(0)).isTrue();
        world.bootstrap(0).finish().block(TIMEOUT);
        assertThat(world.unfinished(0)).isFalse();
    }

    @Test
    @DisplayName("a key that nobody has published is named")
    void missingKey() {
        StepVerifier.create(InJvmWorld.of(1, Map.of()).bootstrap(0).get("nosuch"))
                .expectErrorSatisfies(error ->
                        assertThat(error).isInstanceOf(BootstrapException.class).hasMessageContaining("nosuch"))
                .verify(TIMEOUT);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a b-0", "a\\b-0", "a\nb-0", "ä-0", "PMI_mine-0", "a=b-0"})
    @DisplayName("keys that PMI does not carry are refused")
    void badKeys(String key) {
        StepVerifier.create(InJvmWorld.of(1, Map.of()).bootstrap(0).put(key, "value"))
                .expectError(BootstrapException.class)
                .verify(TIMEOUT);
    }

    @ParameterizedTest
    @ValueSource(strings = {"key", "key-1", "key-10", "key0"})
    @DisplayName("a rank writes no key of another")
    void foreignKeys(String key) {
        StepVerifier.create(InJvmWorld.of(2, Map.of()).bootstrap(0).put(key, "value"))
                .expectErrorSatisfies(error ->
                        assertThat(error).hasMessage("key " + key + " is none of rank 0, whose keys end with -0"))
                .verify(TIMEOUT);
    }

    @Test
    @DisplayName("values that PMI does not carry are refused, naming length and limit")
    void badValue() {
        StepVerifier.create(InJvmWorld.of(1, Map.of()).bootstrap(0).put("key-0", "x".repeat(601)))
                .expectErrorSatisfies(
                        error -> assertThat(error).hasMessageContaining("601").hasMessageContaining("600"))
                .verify(TIMEOUT);
    }

    @Test
    @DisplayName("ranks share one object per type")
    void shared() {
        InJvmWorld world = InJvmWorld.of(2, Map.of());

        Object first = world.bootstrap(0).shared(StringBuilder.class, StringBuilder::new);

        assertThat(world.bootstrap(1).shared(StringBuilder.class, StringBuilder::new))
                .isSameAs(first);
    }

    @Test
    @DisplayName("exit unwinds the rank's thread")
    void exit() {
        assertThatThrownBy(() -> InJvmWorld.of(2, Map.of()).bootstrap(1).exit(3))
                .isInstanceOfSatisfying(
                        RankExit.class, exit -> assertThat(exit.code()).isEqualTo(3));
    }

    @Test
    @DisplayName("sizes and ranks outside their range are named")
    void ranges() {
        assertThatThrownBy(() -> InJvmWorld.of(0, Map.of()))
                .isInstanceOf(BootstrapException.class)
                .hasMessageContaining("0");
        assertThatThrownBy(() -> InJvmWorld.of(8, Map.of()).bootstrap(9)).hasMessage("rank 9 is outside 0..7");
    }

    @Test
    @DisplayName("LIF-5 threads know their rank, also through children of its group, also those of a released barrier")
    void threadsKnowTheirRank() throws Exception {
        InJvmWorld world = InJvmWorld.of(2, Map.of());
        RankThreadGroup zero = new RankThreadGroup(world.bootstrap(0));
        RankThreadGroup one = new RankThreadGroup(world.bootstrap(1));
        FutureTask<Optional<Integer>> seen = new FutureTask<>(() -> world.bootstrap(0)
                .barrier()
                .then(Mono.fromSupplier(InJvmWorldTest::myRank))
                .block(TIMEOUT));

        new Thread(new ThreadGroup(zero, "child"), seen).start();
        new Thread(one, () -> world.bootstrap(1).barrier().block(TIMEOUT)).start();

        assertThat(seen.get()).contains(0);
        assertThat(myRank()).isEmpty();
    }

    private static Optional<Integer> myRank() {
        return RankThreadGroup.of(Thread.currentThread())
                .map(group -> group.bootstrap().rank());
    }
}
