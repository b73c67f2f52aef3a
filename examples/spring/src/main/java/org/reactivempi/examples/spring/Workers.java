package org.reactivempi.examples.spring;

import java.time.Duration;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.reactivempi.Codec;
import org.reactivempi.Communicator;
import org.reactivempi.Member;
import org.reactivempi.ProcessFailedException;
import org.reactivempi.Session;
import org.reactivempi.spring.client.MpiTemplate;
import org.reactivempi.spring.codec.MpiCodecs;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.util.retry.Retry;

/** The other ranks, as rank 0 sees them; in a world of one, itself. */
@Component
class Workers {

    /** How many batches of each worker may be under way beyond the demand. */
    private static final int PREFETCH = 2;

    /** A rank that says nothing for so long is shown as absent; others don't wait for it. */
    private static final Duration LONGEST_ANSWER = Duration.ofSeconds(1);

    /** A worker that is lost for longer ends the streams that it had a part in. */
    private static final Duration LONGEST_ABSENCE = Duration.ofMinutes(5);

    private final Session session;
    private final Communicator world;
    private final Codec<Request> requests;
    private final Codec<Batch> batches;
    private final MpiTemplate template;
    private final AtomicInteger streams = new AtomicInteger();

    Workers(Session session, Communicator world, MpiCodecs codecs, MpiTemplate template) {
        this.session = session;
        this.world = world;
        this.requests = codecs.of(Request.class);
        this.batches = codecs.of(Batch.class);
        this.template = template;
    }

    /** Batches of all workers, as they come, and as many as are asked for; cancelling stops the workers. */
    Flux<Batch> compute(long batchesOfEach, int darts, int points) {
        return Flux.defer(() -> {
            Request request = new Request(streams.getAndIncrement(), batchesOfEach, darts, points);
            int first = Math.min(1, world.size() - 1);
            return Flux.range(first, world.size() - first)
                    .flatMap(worker -> untilDone(worker, request), world.size(), 1);
        });
    }

    /** A worker that is lost is asked for the rest when it has come again. */
    private Flux<Batch> untilDone(int worker, Request request) {
        AtomicLong taken = new AtomicLong();
        return Flux.defer(() -> ask(worker, request.without(taken.get())))
                .doOnNext(batch -> taken.incrementAndGet())
                .retryWhen(
                        Retry.from(failures -> failures.concatMap(failed -> whenReturned(worker, failed.failure()))));
    }

    private Mono<Member> whenReturned(int worker, Throwable failure) {
        return failure instanceof ProcessFailedException
                ? session.members()
                        .filter(member -> member.rank() == worker && member.isPresent())
                        .next()
                        .switchIfEmpty(Mono.error(failure))
                        .timeout(LONGEST_ABSENCE, Mono.error(failure))
                : Mono.error(failure);
    }

    private Flux<Batch> ask(int worker, Request request) {
        return world.askStream(request, requests, batches, worker, Tags.REQUESTS, PREFETCH);
    }

    /** What each rank has done, in the order of ranks; ranks that are not there have done nothing. */
    Flux<RankState> states() {
        return Flux.range(0, world.size())
                .flatMapSequential(rank -> template.ask(0, RankState.class, rank, Tags.QUESTIONS)
                        .timeout(LONGEST_ANSWER)
                        .onErrorReturn(
                                error -> error instanceof ProcessFailedException || error instanceof TimeoutException,
                                RankState.absent(rank, world.size())));
    }
}
