package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import org.reactivempi.testkit.Ranks;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * When a test ends something early: after so many passes of a ball between the progress threads of ranks 0 and 1, both of which come to input
 * and output between two of them. So it is counted by what the ranks do, and not by a clock.
 *
 * <pre>
 *  the first:  act, begin
 *              begin, pass, act
 *              begin, pass, pass, act
 *              ...
 *  the last:   begin, pass, pass, pass, what has begun ends by itself, and nobody acts
 * </pre>
 * The first moment and the last one are certain. Which side wins in between does not matter to what a test asserts.
 */
final class Moment {

    private static final int SWEEPS = 3;

    /** What a test does at one moment. */
    interface Attempt {

        void at(Moment moment) throws Exception;
    }

    /** What the other side does. */
    interface Begin {

        void run() throws InterruptedException;
    }

    private final Ranks ranks;
    private final int passes;
    private final Scheduler actor;
    private final CompletableFuture<Boolean> hasActed = new CompletableFuture<>();
    private volatile boolean isOver;

    private Moment(Ranks ranks, int passes, Scheduler actor) {
        this.ranks = ranks;
        this.passes = passes;
        this.actor = actor;
    }

    /** One moment after the other until one is too late, some times: a rank's progress thread acts, and then another thread does. */
    static void each(Ranks ranks, int rank, Attempt attempt) throws Exception {
        for (int sweep = 0; sweep < SWEEPS; sweep++) {
            each(ranks, ranks.world(rank).scheduler(), attempt);
            each(ranks, Schedulers.boundedElastic(), attempt);
        }
    }

    private static void each(Ranks ranks, Scheduler actor, Attempt attempt) throws Exception {
        boolean goesOn = true;
        for (int passes = 0; goesOn; passes = later(passes)) {
            Moment moment = new Moment(ranks, passes, actor);
            try {
                attempt.at(moment);
            } catch (AssertionError | RuntimeException failure) {
                throw new AssertionError("after " + passes + " passes", failure);
            }
            goesOn = moment.hasCome();
        }
    }

    /** Later than after so many passes; by few at first, by more where somebody is slow. */
    static int later(int passes) {
        return passes + 1 + passes / 4;
    }

    /** Completes after so many passes, by rank 1's progress thread if there are any. */
    static Mono<Void> after(Ranks ranks, int passes) {
        return Flux.range(1, passes)
                .concatMap(pass -> Mono.empty()
                        .subscribeOn(ranks.world(1 - (passes - pass) % 2).scheduler()))
                .then();
    }

    /** Whether it acts before the other side begins. */
    boolean isFirst() {
        return passes == 0;
    }

    /** Begins what may end by itself, and acts at this moment if it has not. */
    void run(Begin begin, Runnable act) throws InterruptedException {
        if (!isFirst()) {
            begin.run();
        }
        Mono<Boolean> acts = Mono.fromCallable(() -> act(act)).subscribeOn(actor);
        after(ranks, passes).then(acts).subscribe(hasActed::complete, hasActed::completeExceptionally);
        if (isFirst()) {
            acted();
            // What another thread has done is a command of the rank, which comes before these.
            after(ranks, 2).block(Payloads.TIMEOUT);
            begin.run();
        }
    }

    private boolean act(Runnable act) {
        boolean acts = !isOver;
        if (acts) {
            act.run();
        }
        return acts;
    }

    private boolean acted() {
        return Mono.fromFuture(hasActed, true).blockOptional(Payloads.TIMEOUT).orElseThrow();
    }

    /** Waits until this moment has come, or something has ended before. */
    void orUntil(Mono<?> end) {
        Mono.firstWithSignal(Mono.fromFuture(hasActed, true).then(), end.then()).block(Payloads.TIMEOUT);
    }

    /** What was begun has ended: whether somebody has acted before. Nobody does any more. */
    boolean hasCome() {
        isOver = true;
        return acted();
    }

    /** Whether what was begun has ended early is known of the first moment, and where nobody has acted. */
    void check(boolean endedEarly) {
        if (isFirst()) {
            assertThat(endedEarly).as("ended before it could end by itself").isTrue();
        }
        if (!hasCome()) {
            assertThat(endedEarly).as("ended early, by nobody").isFalse();
        }
    }
}
