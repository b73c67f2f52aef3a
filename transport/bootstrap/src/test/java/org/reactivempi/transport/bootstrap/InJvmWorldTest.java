package org.reactivempi.transport.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.FutureTask;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

class InJvmWorldTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final Duration QUIET = Duration.ofMillis(50);

    @Test
    @DisplayName("ranks of a world know its size, its job and its environment")
    void place() {
        InJvmWorld world = InJvmWorld.of(3, Map.of("REACTIVEMPI_CHANNEL", "local"));

        assertThat(IntStream.range(0, 3).mapToObj(rank -> place(world, rank)))
                .extracting(JobPlace::rank, JobPlace::size, JobPlace::ranksOnHost, JobPlace::jobId)
                .isEqualTo(IntStream.range(0, 3)
                        .mapToObj(rank -> tuple(rank, 3, 3, place(world, 0).jobId()))
                        .toList());
        assertThat(place(world, 1).jvm().ranks()).isEqualTo(3);
        assertThat(place(world, 1).jvm().environment()).containsEntry("REACTIVEMPI_CHANNEL", "local");
        assertThat(place(InJvmWorld.of(1, Map.of()), 0).jobId())
                .isNotEqualTo(place(world, 0).jobId());
    }

    @Test
    @DisplayName("what was put is there after the barrier")
    void exchange() {
        InJvmWorld world = InJvmWorld.of(4, Map.of());
        Flux<String> neighbours = Flux.range(0, 4).flatMap(rank -> {
            Exchange me = exchange(world, rank);
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
        Exchange zero = exchange(world, 0);

        StepVerifier.create(Flux.mergeSequential(zero.barrier().then(Mono.just("released")), zero.get("late-1")))
                .expectSubscription()
                .expectNoEvent(QUIET)
                .then(() -> exchange(world, 1)
                        .put("late-1", "value")
                        .then(exchange(world, 1).barrier())
                        .subscribe())
                .expectNext("released", "value")
                .expectComplete()
                .verify(TIMEOUT);
    }

    @Test
    @DisplayName("LIF-3 a rank that aborts the job has told every rank before the first of them may close its links")
    void abort() {
        InJvmWorld world = InJvmWorld.of(3, Map.of());
        List<String> heard = new ArrayList<>();
        for (int rank = 0; rank < world.size(); rank++) {
            exchange(world, rank).listen(new Aborted(rank, heard));
        }

        world.bootstrap(1).life().abort(7).block(TIMEOUT);

        String why = "rank 1 has aborted the job with code 7";
        assertThat(heard)
                .containsExactly("0: " + why, "1: " + why, "2: " + why, "0: all told", "1: all told", "2: all told");
    }

    private record Aborted(int rank, List<String> heard) implements JobListener {

        @Override
        public void onAsked() {
            heard.add(rank + ": asked");
        }

        @Override
        public void onFailed(int failed) {
            heard.add(rank + ": " + failed + " failed");
        }

        @Override
        public void onAborted(String why, Mono<Void> allTold) {
            heard.add(rank + ": " + why);
            allTold.subscribe(none -> {}, failed -> heard.add(failed.toString()), () -> heard.add(rank + ": all told"));
        }
    }

    @Test
    @DisplayName("a rank that leaves is at its barrier no more, and may come again")
    void leave() {
        InJvmWorld world = InJvmWorld.of(2, Map.of());
        Exchange zero = exchange(world, 0);
        Exchange one = exchange(world, 1);
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
        world.bootstrap(0).life().finish(Mono.empty()).block(TIMEOUT);
        zero.leave();
    }

    @Test
    @DisplayName("barriers follow each other without mixing")
    void repeatedBarriers() {
        InJvmWorld world = InJvmWorld.of(3, Map.of());

        StepVerifier.create(Flux.range(0, 3)
                        .flatMap(rank -> exchange(world, rank).barrier().repeat(100)))
                .expectComplete()
                .verify(TIMEOUT);
    }

    @Test
    @DisplayName("a barrier that waits for a rank which has ended fails, before and after")
    void hopelessBarrier() {
        InJvmWorld world = InJvmWorld.of(2, Map.of());

        StepVerifier.create(exchange(world, 1).barrier())
                .expectSubscription()
                .expectNoEvent(QUIET)
                .then(() -> world.left(0))
                .expectErrorSatisfies(error -> assertThat(error).hasMessageContaining("[0]"))
                .verify(TIMEOUT);
        StepVerifier.create(exchange(world, 1).barrier())
                .expectError(BootstrapException.class)
                .verify(TIMEOUT);
    }

    @Test
    @DisplayName("a rank is unfinished from its first entry to finish")
    void unfinished() {
        InJvmWorld world = InJvmWorld.of(1, Map.of());

        assertThat(world.unfinished(0)).isFalse();
        exchange(world, 0).put("key-0", "value").block(TIMEOUT);
        assertThat(world.unfinished(0)).isTrue();
        world.bootstrap(0).life().finish(Mono.empty()).block(TIMEOUT);
        assertThat(world.unfinished(0)).isFalse();
    }

    @Test
    @DisplayName("a key that nobody has published is named")
    void missingKey() {
        StepVerifier.create(exchange(InJvmWorld.of(1, Map.of()), 0).get("nosuch"))
                .expectErrorSatisfies(error ->
                        assertThat(error).isInstanceOf(BootstrapException.class).hasMessageContaining("nosuch"))
                .verify(TIMEOUT);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a b-0", "a\\b-0", "a\nb-0", "ä-0", "PMI_mine-0", "a=b-0"})
    @DisplayName("keys that PMI does not carry are refused")
    void badKeys(String key) {
        StepVerifier.create(exchange(InJvmWorld.of(1, Map.of()), 0).put(key, "value"))
                .expectError(BootstrapException.class)
                .verify(TIMEOUT);
    }

    @ParameterizedTest
    @ValueSource(strings = {"key", "key-1", "key-10", "key0"})
    @DisplayName("a rank writes no key of another")
    void foreignKeys(String key) {
        StepVerifier.create(exchange(InJvmWorld.of(2, Map.of()), 0).put(key, "value"))
                .expectErrorSatisfies(error ->
                        assertThat(error).hasMessage("key " + key + " is none of rank 0, whose keys end with -0"))
                .verify(TIMEOUT);
    }

    @Test
    @DisplayName("values that PMI does not carry are refused, naming length and limit")
    void badValue() {
        StepVerifier.create(exchange(InJvmWorld.of(1, Map.of()), 0).put("key-0", "x".repeat(601)))
                .expectErrorSatisfies(
                        error -> assertThat(error).hasMessageContaining("601").hasMessageContaining("600"))
                .verify(TIMEOUT);
    }

    @Test
    @DisplayName("ranks share one object per type")
    void shared() {
        InJvmWorld world = InJvmWorld.of(2, Map.of());

        Object first = place(world, 0).jvm().shared(StringBuilder.class, StringBuilder::new);

        assertThat(place(world, 1).jvm().shared(StringBuilder.class, StringBuilder::new))
                .isSameAs(first);
    }

    @Test
    @DisplayName("exit unwinds the rank's thread")
    void exit() {
        assertThatThrownBy(() -> InJvmWorld.of(2, Map.of()).bootstrap(1).life().exit(3))
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
        FutureTask<Optional<Integer>> seen = new FutureTask<>(() -> exchange(world, 0)
                .barrier()
                .then(Mono.fromSupplier(InJvmWorldTest::myRank))
                .block(TIMEOUT));

        new Thread(new ThreadGroup(zero, "child"), seen).start();
        new Thread(one, () -> exchange(world, 1).barrier().block(TIMEOUT)).start();

        assertThat(seen.get()).contains(0);
        assertThat(myRank()).isEmpty();
    }

    @Test
    @DisplayName("a rank's end is known when its closing begins, is told also where that fails, and fails as it did")
    void finish() {
        InJvmWorld world = InJvmWorld.of(1, Map.of());
        Life life = world.bootstrap(0).life();
        exchange(world, 0).put("key-0", "value").block(TIMEOUT);
        Mono<Void> failing = life.hasLeft(0).flatMap(left -> Mono.error(new IllegalStateException("left " + left)));

        StepVerifier.create(life.hasLeft(0)).expectNext(false).expectComplete().verify(TIMEOUT);
        StepVerifier.create(life.finish(failing))
                .expectErrorMessage("left true")
                .verify(TIMEOUT);
        assertThat(world.unfinished(0)).isFalse();
    }

    private static JobPlace place(InJvmWorld world, int rank) {
        return world.bootstrap(rank).place();
    }

    private static Exchange exchange(InJvmWorld world, int rank) {
        return world.bootstrap(rank).exchange().orElseThrow();
    }

    private static Optional<Integer> myRank() {
        return RankThreadGroup.of(Thread.currentThread())
                .map(group -> group.bootstrap().place().rank());
    }

    @Test
    @DisplayName(
            "SIM-1 ranks of a world with one place for commands have no threads, and the order of their signals is that of commands")
    void withoutThreads() {
        Queue<Runnable> commands = new ArrayDeque<>();
        InJvmWorld world = InJvmWorld.of(3, Map.of(), commands::add, new Random(1));
        List<String> signals = new ArrayList<>();
        for (int rank = 0; rank < 3; rank++) {
            Exchange me = exchange(world, rank);
            int number = rank;
            me.put("addr-" + rank, "at-" + rank)
                    .then(me.barrier())
                    .then(me.get("addr-" + (rank + 1) % 3))
                    .subscribe(found -> signals.add(number + " has " + found + " on "
                            + Thread.currentThread().getName()));
        }
        assertThat(signals).isEmpty();
        while (!commands.isEmpty()) {
            commands.remove().run();
        }

        String here = Thread.currentThread().getName();
        assertThat(signals).containsExactly("0 has at-1 on " + here, "1 has at-2 on " + here, "2 has at-0 on " + here);
    }

    @Test
    @DisplayName("SIM-1 commands may also run at once, inside of each other, up to the end of the ranks' lives")
    void commandsAtOnce() {
        InJvmWorld world = InJvmWorld.of(2, Map.of(), Runnable::run, new Random(1));
        List<Integer> finished = new ArrayList<>();
        for (int rank = 0; rank < 2; rank++) {
            Exchange me = exchange(world, rank);
            int number = rank;
            me.put("addr-" + rank, "here")
                    .then(me.barrier())
                    .then(me.get("addr-" + (1 - rank)))
                    .then(me.barrier())
                    .then(world.bootstrap(rank).life().finish(Mono.empty()))
                    .subscribe(nothing -> {}, error -> {}, () -> finished.add(number));
        }

        assertThat(finished).containsExactlyInAnyOrder(0, 1);
        assertThat(world.unfinished(0)).isFalse();
        assertThat(world.unfinished(1)).isFalse();
    }

    @Test
    @DisplayName("SIM-1 a job's name and its secret come from the chance that the world was given")
    void chance() {
        List<String> made = Stream.of(1, 1, 2)
                .map(seed -> InJvmWorld.of(2, Map.of(), Runnable::run, new Random(seed)))
                .map(world -> place(world, 1).jobId() + " "
                        + exchange(world, 1).secret(null).block())
                .toList();

        assertThat(made.get(0)).isEqualTo(made.get(1)).isNotEqualTo(made.get(2));
    }
}
