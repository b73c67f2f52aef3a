package org.reactivempi.examples.wordcount;

import java.nio.charset.StandardCharsets;
import java.util.function.Function;
import org.reactivempi.Buffer;
import org.reactivempi.Codecs;
import org.reactivempi.Communicator;
import org.reactivempi.Message;
import org.reactivempi.Mpi;
import org.reactivempi.Status;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Rank 0: hands the files out in batches, merges the workers' counts, prints the result. Alone, it counts itself. */
final class Root {

    private final Communicator world;
    private final WordCountOptions options;
    private final int workers;
    private final WordCounts counts = new WordCounts();

    Root(Communicator world, WordCountOptions options) {
        this.world = world;
        this.options = options;
        this.workers = world.size() - 1;
    }

    Mono<Void> run() {
        return Mono.fromCallable(() -> Progress.of(options.files))
                .flatMap(progress ->
                        count(progress).doOnTerminate(progress::stop).thenReturn(new Report(counts, progress)))
                // Files and output block.
                .subscribeOn(Schedulers.boundedElastic())
                .publishOn(Schedulers.boundedElastic())
                .doOnNext(report -> report.print(options.all))
                .then();
    }

    private Mono<Void> count(Progress progress) {
        Flux<byte[]> batches = Flux.fromIterable(options.files)
                .concatMap(FileBatches::of)
                .doOnNext(batch -> progress.add(batch.length))
                .subscribeOn(Schedulers.boundedElastic());
        return workers == 0
                ? countHere(batches)
                : distribute(batches.map(Buffer::bytes)).then(merge());
    }

    private Mono<Void> countHere(Flux<byte[]> batches) {
        return batches.doOnNext(batch -> counts.addText(new String(batch, StandardCharsets.UTF_8)))
                .then();
    }

    /**
     * Pairs each batch with the next worker that asks for one. A worker has at most one question open, so in the end
     * each gets exactly one empty message.
     */
    private Mono<Void> distribute(Flux<Buffer> batches) {
        Flux<Integer> asking = world.irecv(Buffer.empty(), Mpi.ANY_SOURCE, WordCount.MORE)
                .map(Status::source)
                .repeat();
        return batches.concatWith(Flux.just(Buffer.empty()).repeat(workers - 1))
                .zipWith(asking, 1, (batch, worker) -> world.isend(batch, worker, WordCount.BATCH))
                .flatMap(Function.identity())
                .then();
    }

    private Mono<Void> merge() {
        return Flux.range(1, workers)
                .concatMap(worker ->
                        world.receive(worker, WordCount.COUNTS).repeat().takeWhile(part -> part.lengthBytes() > 0))
                .publishOn(Schedulers.parallel())
                .doOnNext((Message part) -> counts.addPart(part.as(Codecs.string())))
                .then();
    }
}
