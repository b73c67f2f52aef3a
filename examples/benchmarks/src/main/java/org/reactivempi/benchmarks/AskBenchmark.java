package org.reactivempi.benchmarks;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;
import org.reactivempi.Codec;
import org.reactivempi.Codecs;
import org.reactivempi.Communicator;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * What a question of 8 bytes and its answer cost between two ranks of this JVM, compared with the same by hand: {@code isend} and {@code
 * receive} on both sides, with one tag and one caller, which by hand must never give up.
 */
public class AskBenchmark extends Nanoseconds {

    private static final int ROUNDS = 1000;
    private static final int WINDOW = 64;
    private static final int ASKED = 0;
    private static final int BY_HAND = 1;
    private static final Codec<Long> LONG = Codecs.longValue();

    private World world;
    private Communicator zero;
    private Disposable handler;
    private Disposable loop;

    /** Starts two ranks; the second one answers. */
    @Setup(Level.Trial)
    public void start() {
        world = World.start(2);
        zero = world.rank(0);
        Communicator one = world.rank(1);
        handler = one.answer(LONG, LONG, ASKED, Mono::just).subscribe();
        loop = one.receive(0, BY_HAND)
                .flatMap(question -> one.isend(LONG.encode(question.as(LONG)), 0, BY_HAND))
                .repeat()
                .subscribe();
    }

    /** Ends the ranks. */
    @TearDown(Level.Trial)
    public void end() {
        handler.dispose();
        loop.dispose();
        world.close();
    }

    /** {@code ask}, and a handler. */
    @Benchmark
    @OperationsPerInvocation(ROUNDS)
    public void ask() {
        repeat(asked());
    }

    /** {@code isend} and {@code receive}, and a loop that does the same. */
    @Benchmark
    @OperationsPerInvocation(ROUNDS)
    public void byHand() {
        repeat(exchanged());
    }

    /** Questions, 64 of which are under way at a time: what both sides do for each, without the way of a lone message. */
    @Benchmark
    @OperationsPerInvocation(ROUNDS)
    public void askWindow() {
        window(asked());
    }

    /** The same by hand. */
    @Benchmark
    @OperationsPerInvocation(ROUNDS)
    public void byHandWindow() {
        window(exchanged());
    }

    private Mono<Long> asked() {
        return zero.ask(1L, LONG, LONG, 1, ASKED);
    }

    private Mono<Long> exchanged() {
        return Mono.defer(() -> zero.isend(LONG.encode(1L), 1, BY_HAND))
                .then(zero.receive(1, BY_HAND))
                .map(answer -> answer.as(LONG));
    }

    private void repeat(Mono<Long> question) {
        question.repeat(ROUNDS - 1).then().subscribeOn(zero.scheduler()).block();
    }

    private void window(Mono<Long> question) {
        Flux.range(0, ROUNDS)
                .flatMap(round -> question, WINDOW)
                .then()
                .subscribeOn(zero.scheduler())
                .block();
    }
}
