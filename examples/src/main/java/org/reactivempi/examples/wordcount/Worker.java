package org.reactivempi.examples.wordcount;

import org.reactivempi.Codecs;
import org.reactivempi.Communicator;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** A rank that counts: takes batches while there are any, then sends its counts, and tells what it has done. */
final class Worker {

    /** How many batches may wait here, so that the next one is there when one is done. */
    private static final int BATCHES_AHEAD = 4;

    private final Communicator world;
    private final Work work = new Work();

    Worker(Communicator world) {
        this.world = world;
    }

    Mono<Void> count() {
        return world.receiveStream(Codecs.bytes(), Tags.ROOT, Tags.BATCHES, 0)
                // Counting takes long: the progress thread goes on receiving meanwhile.
                .publishOn(Schedulers.parallel(), BATCHES_AHEAD)
                .doOnNext(work::count)
                .then(Mono.defer(
                        () -> world.sendStream(work.counts().parts(), Codecs.string(), Tags.ROOT, Tags.COUNTS)))
                .then(Mono.defer(
                        () -> world.sendStream(Flux.just(work.toString()), Codecs.string(), Tags.ROOT, Tags.WORK)));
    }
}
