package org.reactivempi.examples.transpose;

import java.io.PrintStream;
import java.util.Locale;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.ExitException;
import org.reactivempi.Mpi;
import org.reactivempi.Op;
import org.reactivempi.examples.cli.Arguments;
import reactor.core.publisher.Mono;

/** Transposes a matrix that many ranks have together. */
public final class Transpose {

    private static final int ROOT = 0;
    private static final int USAGE_CODE = 2;

    private Transpose() {}

    /**
     * Runs this as a rank of the job that launched it, or alone.
     *
     * @param args see {@code --help}
     */
    public static void main(String[] args) {
        Mpi.run(
                args,
                world -> Arguments.read(world, args, new TransposeOptions())
                        .flatMap(options -> transpose(world, options.size, System.out)));
    }

    /** Each rank looks at its own rows; the first one adds up what is wrong, and says so. */
    static Mono<Void> transpose(Communicator world, int size, PrintStream out) {
        if (size > TransposeOptions.LARGEST_SIZE) {
            return Mono.error(new ExitException(
                    USAGE_CODE, "transpose: --size " + size + " is more than " + TransposeOptions.LARGEST_SIZE));
        }
        Rows rows = new Rows(size, world.rank(), world.size()).numbered();
        Rows transposed = new Rows(size, world.rank(), world.size());
        long[] wrong = new long[1];
        long[] all = new long[1];
        return world.alltoallv(rows.columnsForEach(), transposed.partOfEachRow())
                .then(Mono.fromRunnable(() -> wrong[0] = transposed.wrong()))
                .then(world.reduce(Buffers.longs(wrong), Buffers.of(all), Op.SUM, ROOT))
                .then(Mono.defer(() -> world.rank() == ROOT ? tell(size, world.size(), all[0], out) : Mono.empty()));
    }

    private static Mono<Void> tell(int size, int ranks, long wrong, PrintStream out) {
        if (wrong > 0) {
            return Mono.error(new IllegalStateException(wrong + " elements are wrong"));
        }
        out.printf(Locale.ROOT, "transpose: %d x %d numbers on %d ranks, all in their places%n", size, size, ranks);
        return Mono.empty();
    }
}
