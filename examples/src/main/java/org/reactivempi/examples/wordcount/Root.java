package org.reactivempi.examples.wordcount;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import org.reactivempi.Codecs;
import org.reactivempi.Communicator;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.SynchronousSink;
import reactor.core.scheduler.Schedulers;

/** Rank 0: hands the text out in batches, and merges what the workers count. Alone, it counts itself. */
final class Root {

    private final Communicator world;
    private final int workers;
    private final WordCounts counts = new WordCounts();
    private final List<String> work = new ArrayList<>();

    Root(Communicator world) {
        this.world = world;
        this.workers = world.size() - 1;
    }

    /** Counts the words of batches that end with whole words; takes them as the workers want them, and one ahead. */
    Mono<WordCounts> count(Flux<byte[]> batches) {
        Mono<Void> counted =
                workers == 0 ? countHere(batches) : distribute(batches).then(merge());
        return counted.thenReturn(counts);
    }

    /** What each rank that has counted says that it has done, in a line each; all of them when the count has ended. */
    List<String> work() {
        return List.copyOf(work);
    }

    private Mono<Void> countHere(Flux<byte[]> batches) {
        return Mono.defer(() -> {
            Work own = new Work();
            return batches.doOnNext(own::count)
                    .thenMany(Flux.defer(() -> own.counts().parts()))
                    .doOnNext(counts::addPart)
                    .then(Mono.fromRunnable(() -> work.add(line(Tags.ROOT, own.toString()))));
        });
    }

    private static String line(int rank, String work) {
        return "rank " + rank + ": " + work;
    }

    /**
     * A stream to each worker; a batch goes to the next one that wants it.
     *
     * <pre>
     *  worker 1 wants  --2------------1----
     *  worker 2 wants  -----1--------------
     *  batches         ----a---b--c----d---
     *  to worker 1     ----a------c----d---
     *  to worker 2     --------b-----------
     * </pre>
     */
    private Mono<Void> distribute(Flux<byte[]> batches) {
        return Mono.using(() -> batches.toStream(1), text -> send(text.iterator()), Stream::close);
    }

    /** Each worker's demand takes the next batches, on a thread that may read a file. */
    private Mono<Void> send(Iterator<byte[]> batches) {
        Flux<byte[]> part =
                Flux.<byte[]>generate(sink -> takeOne(batches, sink)).subscribeOn(Schedulers.boundedElastic());
        return Flux.range(Tags.ROOT + 1, workers)
                .flatMap(worker -> world.sendStream(part, Codecs.bytes(), worker, Tags.BATCHES), workers)
                .then();
    }

    private static void takeOne(Iterator<byte[]> batches, SynchronousSink<byte[]> sink) {
        synchronized (batches) {
            if (batches.hasNext()) {
                sink.next(batches.next());
            } else {
                sink.complete();
            }
        }
    }

    private Mono<Void> merge() {
        return Flux.range(Tags.ROOT + 1, workers)
                .concatMap(worker -> world.receiveStream(Codecs.string(), worker, Tags.COUNTS))
                .publishOn(Schedulers.parallel())
                .doOnNext(counts::addPart)
                .thenMany(Flux.range(Tags.ROOT + 1, workers)
                        .concatMap(worker -> world.receiveStream(Codecs.string(), worker, Tags.WORK)
                                .map(text -> line(worker, text))))
                .doOnNext(work::add)
                .then();
    }
}
