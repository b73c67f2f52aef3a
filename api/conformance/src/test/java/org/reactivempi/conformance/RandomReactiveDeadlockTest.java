package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.Buffers.ints;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.reactivempi.Buffers;
import org.reactivempi.Codecs;
import org.reactivempi.Communicator;
import org.reactivempi.Settings;
import org.reactivempi.Stall;
import org.reactivempi.testkit.Ranks;
import org.reactivempi.testkit.VirtualTime;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * PRG-4: random chains of operators that go through all ranks of a JVM: messages, pauses and work on all kinds of schedulers,
 * operations that are cancelled. Most of the time all ranks but one or two are quiet, for longer than it takes to look like a
 * stall, and one rank waits from the start for what the end of the chain sends; or does not. The ranks' time is virtual, that of Reactor's
 * own timers is not: however long they take, nothing may be proven meanwhile.
 */
@Tag("long")
class RandomReactiveDeadlockTest {

    private static final int RANKS = 4;
    private static final int STEPS = 10;
    private static final int LONGEST_MILLIS = 90;
    private static final int LAST = 99;
    private static final int NEVER = 98;
    private static final Settings SETTINGS =
            Settings.create().channel("local").with("stall-after", "30ms").with("eager-limit-bytes", "64");

    private final Scheduler parallel = Schedulers.newParallel("parallel", 1);
    private final Scheduler single = Schedulers.newSingle("single");

    @AfterEach
    void end() {
        parallel.dispose();
        single.dispose();
    }

    static IntStream seeds() {
        return IntStream.range(0, 6);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    @DisplayName("PRG-4 a chain that comes to its end is never taken for a deadlock")
    void completes(int seed) {
        Random random = new Random(seed);
        try (Ranks ranks = Ranks.start(RANKS, VirtualTime.create().in(SETTINGS))) {
            List<Stall> stalls = Collections.synchronizedList(new ArrayList<>());
            stalls(ranks).subscribe(stalls::add);
            List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());

            ranks.time()
                    .until(Mono.when(waits(ranks), chain(ranks, random).then(sends(ranks)))
                            .doOnError(failures::add)
                            .onErrorComplete());

            assertThat(failures).isEmpty();
            assertThat(stalls).isEmpty();
        }
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    @DisplayName("PRG-4 a chain that ends without what is waited for leaves a deadlock, which is found, and not before")
    void deadlocks(int seed) {
        Random random = new Random(seed);
        AtomicBoolean ended = new AtomicBoolean();
        try (Ranks ranks = Ranks.start(RANKS, VirtualTime.create().in(SETTINGS))) {
            Mono<Boolean> found = stalls(ranks).next().map(stall -> stall.proven() && ended.get());
            waits(ranks).subscribe();
            chain(ranks, random).doOnSuccess(end -> ended.set(true)).subscribe();

            assertThat(ranks.time().until(found).orElseThrow()).isTrue();

            sends(ranks).block();
        }
    }

    private static Mono<?> waits(Ranks ranks) {
        return ranks.world(0).irecv(Buffers.of(new int[1]), 1, LAST);
    }

    private static Mono<?> sends(Ranks ranks) {
        return ranks.world(1).isend(ints(1), 0, LAST);
    }

    private static Flux<Stall> stalls(Ranks ranks) {
        return Flux.range(0, RANKS).flatMap(rank -> ranks.session(rank).stalls());
    }

    private Mono<Void> chain(Ranks ranks, Random random) {
        List<Scheduler> schedulers = Stream.concat(
                        Stream.of(
                                Schedulers.parallel(),
                                Schedulers.single(),
                                Schedulers.boundedElastic(),
                                parallel,
                                single),
                        IntStream.range(0, RANKS)
                                .mapToObj(rank -> ranks.session(rank).scheduler()))
                .toList();
        List<Mono<?>> steps = new ArrayList<>();
        for (int i = 0; i < STEPS; i++) {
            Scheduler scheduler = schedulers.get(random.nextInt(schedulers.size()));
            steps.add(step(ranks, scheduler, random, i));
        }
        return Flux.concat(steps).then();
    }

    private static Mono<?> step(Ranks ranks, Scheduler scheduler, Random random, int tag) {
        int from = random.nextInt(RANKS);
        Communicator one = ranks.world(from);
        Communicator other = ranks.world((from + 1 + random.nextInt(RANKS - 1)) % RANKS);
        int length = random.nextBoolean() ? 1 : 100;
        Duration time = Duration.ofMillis(random.nextInt(LONGEST_MILLIS));
        return switch (random.nextInt(10)) {
            case 0 -> pass(one, other, tag, length);
            case 1 -> Mono.delay(time, scheduler);
            case 2 -> Mono.fromRunnable(() -> compute(ranks, time)).subscribeOn(scheduler);
            case 3 -> forSomeTime(ranks, pass(one, other, tag, length), time.dividedBy(5));
            case 4 -> other.irecv(Buffers.of(new int[100]), one.rank(), NEVER).timeout(time, Mono.empty(), scheduler);
            case 5 -> one.issend(ints(new int[length]), other.rank(), NEVER).timeout(time, Mono.empty(), scheduler);
            case 6 -> slowly(Flux.range(0, 5), time, scheduler).as(values -> stream(ranks, values, one, other, tag));
            case 7 -> late(ranks, from, Mono.delay(time, scheduler));
            case 8 ->
                Mono.when(
                        one.issend(ints(new int[length]), from, tag),
                        Mono.delay(time, scheduler).then(one.irecv(Buffers.of(new int[length]), from, tag)));
            case 9 ->
                pass(one, other, tag, length).publishOn(scheduler).then(Mono.fromRunnable(() -> compute(ranks, time)));
            default -> throw new IllegalStateException("there are ten kinds of steps");
        };
    }

    private static Flux<Integer> slowly(Flux<Integer> values, Duration time, Scheduler scheduler) {
        return values.concatMap(
                value -> Mono.delay(time.dividedBy(5), scheduler).thenReturn(value));
    }

    private static Mono<Void> stream(Ranks ranks, Flux<Integer> values, Communicator from, Communicator to, int tag) {
        return Mono.when(
                from.sendStream(values, Codecs.intValue(), to.rank(), tag),
                to.receiveStream(Codecs.intValue(), from.rank(), tag, 2)
                        .concatMap(value -> Mono.fromRunnable(() -> compute(ranks, Duration.ofMillis(value)))));
    }

    /** A barrier that one rank comes late to. */
    private static Mono<Void> late(Ranks ranks, int rank, Mono<?> before) {
        return Flux.range(0, RANKS)
                .flatMap(each -> (each == rank ? before : Mono.empty())
                        .then(ranks.world(each).barrier()))
                .then();
    }

    private static Mono<Void> pass(Communicator from, Communicator to, int tag, int length) {
        return Mono.when(
                from.issend(ints(new int[length]), to.rank(), tag),
                to.irecv(Buffers.of(new int[length]), from.rank(), tag));
    }

    private static Mono<Void> forSomeTime(Ranks ranks, Mono<Void> again, Duration time) {
        return Mono.defer(() -> {
            Duration end = ranks.time().now().plus(time);
            return again.repeat(() -> ranks.time().now().compareTo(end) < 0).then();
        });
    }

    /** Time waits for the ranks' own threads, but not for ever for others. */
    private static void compute(Ranks ranks, Duration time) {
        Duration end = ranks.time().now().plus(time);
        while (ranks.time().now().compareTo(end) < 0
                && !Thread.currentThread().getName().startsWith("reactive-mpi-")) {
            Thread.onSpinWait();
        }
    }
}
