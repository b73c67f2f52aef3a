package org.reactivempi.examples.wordcount;

import org.reactivempi.Communicator;
import org.reactivempi.Mpi;
import org.reactivempi.examples.cli.Arguments;
import reactor.core.publisher.Mono;

/** Counts the words of files on many ranks; the result is the same for any number of them. */
public final class WordCount {

    static final int ROOT = 0;

    /** A worker to the root: one more batch, please. Empty. */
    static final int MORE = 1;
    /** The root to a worker that asked: text in UTF-8, in whole words. Empty: there is no more. */
    static final int BATCH = 2;
    /** A worker to the root: some of its counts. Empty: that was all. */
    static final int COUNTS = 3;

    private WordCount() {}

    /**
     * Runs this as a rank of the job that launched it, or alone.
     *
     * @param args see {@code --help}
     */
    public static void main(String[] args) {
        Mpi.run(
                args,
                world -> Arguments.read(world, args, new WordCountOptions()).flatMap(options -> play(world, options)));
    }

    private static Mono<Void> play(Communicator world, WordCountOptions options) {
        return world.rank() == ROOT ? new Root(world, options).run() : new Worker(world).run();
    }
}
