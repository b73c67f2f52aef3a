package org.reactivempi.conformance.pages;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.reactivempi.Communicator;
import org.reactivempi.Settings;
import org.reactivempi.testkit.Ranks;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Hooks;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * Statements of a page, run by each of three ranks, on a thread that may block; the publishers that they have in variables are
 * subscribed to. What fails is remembered, also what nobody listens to. The ranks are gone afterwards, whatever they wait for.
 *
 * <p>One thread calls it; errors come from any.
 */
final class StatementsOnRanks implements AutoCloseable {

    private static final int RANKS = 3;
    private static final int TAG = 7;
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private final Method statements;
    private final Ranks ranks = Ranks.start(RANKS, Settings.create().channel("local"));
    /** None of those that all of a JVM share: they may belong to the rank of a job that has ended, which one of the statements would join. */
    private final Scheduler threads = Schedulers.newBoundedElastic(RANKS, RANKS, "statements");

    private final Queue<Throwable> errors = new ConcurrentLinkedQueue<>();
    private Mono<Void> ends = Mono.empty();

    StatementsOnRanks(Class<?> holder) throws NoSuchMethodException {
        statements = holder.getMethod("run", Communicator.class, int[].class, int.class);
        Hooks.onErrorDropped(errors::add);
    }

    /** Returns when all ranks have run them, and have subscribed to what they have made. */
    void run() {
        List<Mono<Void>> ends = Flux.range(0, RANKS)
                .flatMap(rank ->
                        Mono.fromCallable(() -> runOn(ranks.world(rank))).subscribeOn(threads))
                .onErrorContinue((error, rank) -> errors.add(error))
                .collectList()
                .blockOptional(TIMEOUT)
                .orElseThrow();
        this.ends = Mono.when(ends);
    }

    private Mono<Void> runOn(Communicator world) throws Exception {
        int[] room = new int[3];
        List<?> made = (List<?>) call(world, room);
        Mono<Void> end = Flux.fromIterable(made)
                .flatMap(publisher -> Flux.from((Publisher<?>) publisher).then(), Integer.MAX_VALUE)
                .then()
                .doOnError(errors::add)
                .onErrorComplete()
                .cache();
        end.subscribe();
        return end;
    }

    private Object call(Communicator world, int[] room) throws Exception {
        try {
            return statements.invoke(null, world, room, TAG);
        } catch (InvocationTargetException e) {
            throw new IllegalStateException("rank " + world.rank(), e.getCause());
        }
    }

    /** Returns when all publishers have ended, or when they have had their time, which is an error. */
    void awaitEnds() {
        ends.timeout(TIMEOUT, Mono.fromRunnable(() -> errors.add(new TimeoutException("waits for " + pending()))))
                .block();
    }

    private List<List<String>> pending() {
        return IntStream.range(0, RANKS)
                .mapToObj(rank -> ranks.pending(rank).blockOptional(TIMEOUT).orElseThrow())
                .toList();
    }

    /** What has failed until now. */
    List<Throwable> errors() {
        return List.copyOf(errors);
    }

    @Override
    public void close() {
        Mono.when(IntStream.range(0, RANKS)
                        .mapToObj(rank -> ranks.abort(rank, "the page's statements have run")
                                .onErrorComplete())
                        .toList())
                .block(TIMEOUT);
        threads.dispose();
        Hooks.resetOnErrorDropped();
    }
}
