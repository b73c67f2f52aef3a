package org.reactivempi.benchmarks.races;

import java.util.Locale;
import java.util.function.Function;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.Message;
import org.reactivempi.Mpi;
import org.reactivempi.testkit.Simulation;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * A master, which is rank 0, and workers, each of which gets a task and answers with its square. All that differs is what the master does
 * with the answers; but for the last one, that is wrong where a certain worker answers first.
 */
enum Farm {
    /** Takes the i-th answer for that of worker i. */
    RACE("the i-th answer that comes is taken for that of worker i", Farm::race),
    /** Waits for an answer of any worker, and then for that of the last one, which may have been the first. */
    DEADLOCK("the first answer, then that of the last worker, then all others", Farm::deadlock),
    /** Has heard enough once the last worker has answered. */
    LOST("answers until that of the last worker has come", Farm::lost),
    /** Waits for all workers at the same time, and takes what ends i-th for the answer of worker i. */
    ORDER("of receives from all workers the i-th that ends is taken for that of worker i", Farm::order),
    /** Looks who has answered. */
    RIGHT("each answer is taken for that of its sender", Farm::right);

    private static final int TASK = 1;
    private static final int ANSWER = 2;

    private final String what;
    private final Function<Communicator, Mono<Void>> master;

    Farm(String what, Function<Communicator, Mono<Void>> master) {
        this.what = what;
        this.master = master;
    }

    /** A name of the command line. */
    String lowerCaseName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** What the master does. */
    String what() {
        return what;
    }

    /** What a simulation says of it. */
    String verdict(int ranks, int schedules) {
        try {
            return "nothing is wrong: "
                    + Simulation.of(ranks).schedules(schedules).verify(this::program);
        } catch (AssertionError wrong) {
            return String.valueOf(wrong.getMessage());
        }
    }

    private Mono<Void> program(Communicator world) {
        if (world.rank() > 0) {
            return worker(world);
        }
        return Flux.range(1, world.size() - 1)
                .concatMap(worker -> world.isend(Buffers.ints(10 * worker), worker, TASK))
                .then(master.apply(world));
    }

    private static Mono<Void> worker(Communicator world) {
        return world.receive(0, TASK)
                .map(Farm::number)
                .flatMap(task -> world.isend(Buffers.ints(task * task), 0, ANSWER))
                .then();
    }

    private static int number(Message message) {
        return message.payload().getInt();
    }

    private static int last(Communicator world) {
        return world.size() - 1;
    }

    private static Mono<Message> anyAnswer(Communicator world) {
        return world.receive(Mpi.ANY_SOURCE, ANSWER);
    }

    private static void check(int worker, int answer) {
        if (answer != 100 * worker * worker) {
            throw new IllegalStateException("worker " + worker + " is said to have answered " + answer);
        }
    }

    private static Mono<Void> race(Communicator world) {
        return Flux.range(1, world.size() - 1)
                .concatMap(i -> anyAnswer(world).doOnNext(answer -> check(i, number(answer))))
                .then();
    }

    private static Mono<Void> deadlock(Communicator world) {
        return anyAnswer(world)
                .then(world.receive(last(world), ANSWER))
                .thenMany(Flux.range(0, world.size() - 3).concatMap(i -> anyAnswer(world)))
                .then();
    }

    private static Mono<Void> lost(Communicator world) {
        return anyAnswer(world)
                .repeat()
                .takeUntil(answer -> answer.status().source() == last(world))
                .then();
    }

    private static Mono<Void> order(Communicator world) {
        return Flux.range(1, world.size() - 1)
                .flatMap(worker -> world.receive(worker, ANSWER))
                .index()
                .doOnNext(next -> check((int) (next.getT1() + 1), number(next.getT2())))
                .then();
    }

    private static Mono<Void> right(Communicator world) {
        return Flux.range(1, world.size() - 1)
                .concatMap(i -> anyAnswer(world))
                .doOnNext(answer -> check(answer.status().source(), number(answer)))
                .then();
    }
}
