package org.reactivempi.examples.wordcount;

import java.nio.charset.StandardCharsets;
import java.util.function.Function;
import org.reactivempi.Buffer;
import org.reactivempi.Codecs;
import org.reactivempi.Communicator;
import org.reactivempi.Mpi;
import org.reactivempi.Status;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Rank 0: hands the text out in batches, and merges what the workers count. Alone, it counts itself. */
final class Root {

    private final Communicator world;
    private final int workers;
    private final WordCounts counts = new WordCounts();

    Root(Communicator world) {
        this.world = world;
        this.workers = world.size() - 1;
    }

    /** Counts the words of batches that end with whole words; takes them as the workers ask, and one ahead. */
    Mono<WordCounts> count(Flux<byte[]> batches) {
        Mono<Void> counted =
                workers == 0 ? countHere(batches) : distribute(batches).then(merge());
        return counted.thenReturn(counts);
    }

    private Mono<Void> countHere(Flux<byte[]> batches) {
        return batches.doOnNext(batch -> counts.addText(new String(batch, StandardCharsets.UTF_8)))
                .then();
    }

    /**
     * Pairs each batch with the next worker that asks for one.
     *
     * <pre>
     *  batches   --a-----b--------------c---
     *  asking    -----2------1-2------------
     *  sent      -----a2-----b1---------c2--
     * </pre>
     * A worker has at most one question open; in the end, each gets an empty message for an answer.
     */
    private Mono<Void> distribute(Flux<byte[]> batches) {
        Flux<Integer> asking = world.irecv(Buffer.empty(), Mpi.ANY_SOURCE, Tags.MORE)
                .map(Status::source)
                .repeat();
        return batches.map(Buffer::bytes)
                .concatWith(Flux.just(Buffer.empty()).repeat(workers - 1))
                .zipWith(asking, 1, (batch, worker) -> world.isend(batch, worker, Tags.BATCH))
                .flatMap(Function.identity())
                .then();
    }

    private Mono<Void> merge() {
        return Flux.range(1, workers)
                .concatMap(
                        worker -> world.receive(worker, Tags.COUNTS).repeat().takeWhile(part -> part.lengthBytes() > 0))
                .publishOn(Schedulers.parallel())
                .doOnNext(part -> counts.addPart(part.as(Codecs.string())))
                .then();
    }
}
