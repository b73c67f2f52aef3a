package org.reactivempi.examples.spring;

import java.util.concurrent.atomic.AtomicInteger;
import org.reactivempi.Codec;
import org.reactivempi.Codecs;
import org.reactivempi.Communicator;
import org.reactivempi.spring.codec.MpiCodecs;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Flux;

/** The other ranks, as rank 0 sees them; in a world of one, itself. */
@Component
class Workers {

    /** How many batches of each worker may be under way beyond the demand. */
    private static final int PREFETCH = 2;

    private final Communicator world;
    private final Codec<Request> requests;
    private final Codec<Batch> batches;
    private final Codec<RankState> states;
    private final AtomicInteger streams = new AtomicInteger();

    Workers(Communicator world, MpiCodecs codecs) {
        this.world = world;
        this.requests = codecs.of(Request.class);
        this.batches = codecs.of(Batch.class);
        this.states = codecs.of(RankState.class);
    }

    /** Batches of all workers, as they come, and as many as are asked for; cancelling stops the workers. */
    Flux<Batch> compute(long batchesOfEach, int darts, int points) {
        return Flux.defer(() -> {
            int tag = Tags.FIRST_STREAM + Math.floorMod(streams.getAndIncrement(), Tags.STREAMS);
            Request request = new Request(tag, batchesOfEach, darts, points);
            int first = Math.min(1, world.size() - 1);
            return Flux.range(first, world.size() - first).flatMap(worker -> ask(worker, request), world.size(), 1);
        });
    }

    private Flux<Batch> ask(int worker, Request request) {
        return world.isend(requests.encode(request), worker, Tags.REQUESTS)
                .thenMany(world.receiveStream(batches, worker, request.tag(), PREFETCH));
    }

    /** What each rank has done, in the order of ranks. */
    Flux<RankState> states() {
        return Flux.range(0, world.size())
                .concatMap(rank -> world.isend(Codecs.intValue().encode(0), rank, Tags.QUESTIONS)
                        .then(world.receive(rank, Tags.ANSWERS))
                        .map(answer -> answer.as(states)));
    }
}
