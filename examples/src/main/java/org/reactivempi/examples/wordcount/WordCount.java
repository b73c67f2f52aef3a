package org.reactivempi.examples.wordcount;

import org.reactivempi.Communicator;
import org.reactivempi.Mpi;
import org.reactivempi.examples.cli.Arguments;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Counts the words of files on many ranks; the result is the same for any number of them. */
public final class WordCount {

    private WordCount() {}

    /**
     * Runs this as a rank of the job that launched it, or alone.
     *
     * @param args see {@code --help}
     */
    public static void main(String[] args) {
        Mpi.run(
                args,
                world -> Arguments.read(world, args, new WordCountOptions()).flatMap(options -> run(world, options)));
    }

    /** From the moment on when all are there: the first would have counted a small file alone. */
    private static Mono<Void> run(Communicator world, WordCountOptions options) {
        return world.barrier().then(world.rank() == Tags.ROOT ? lead(world, options) : new Worker(world).count());
    }

    /** Rank 0 alone reads files and prints. */
    private static Mono<Void> lead(Communicator world, WordCountOptions options) {
        Root root = new Root(world);
        return Mono.fromCallable(() -> Progress.of(options.files))
                .flatMap(progress -> root.count(batches(options, progress))
                        .doOnTerminate(progress::stop)
                        .publishOn(Schedulers.boundedElastic())
                        .doOnNext(counts -> new Report(counts, root.work(), progress).print(options.all)))
                .subscribeOn(Schedulers.boundedElastic())
                .then();
    }

    private static Flux<byte[]> batches(WordCountOptions options, Progress progress) {
        return Flux.fromIterable(options.files)
                .concatMap(FileBatches::of)
                .doOnNext(batch -> progress.add(batch.length));
    }
}
