package org.reactivempi.examples.sort;

import static org.reactivempi.Buffers.ints;
import static org.reactivempi.Buffers.longs;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Blocks;
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.ExitException;
import org.reactivempi.Mpi;
import org.reactivempi.Op;
import org.reactivempi.examples.cli.Arguments;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Sample sort: of numbers in a file, where each rank reads a part, or of random ones. */
public final class Sort {

    private static final int ROOT = 0;
    private static final int FAILED = 1;
    /** More of them make the ranks' ranges more even. */
    private static final int SAMPLES_OF_A_RANK = 64;

    private static final double NANOS_PER_MILLI = 1e6;

    private final Communicator world;
    private final int rank;
    private final int size;

    Sort(Communicator world) {
        this.world = world;
        this.rank = world.rank();
        this.size = world.size();
    }

    /**
     * Runs this as a rank of the job that launched it, or alone.
     *
     * @param args see {@code --help}
     */
    public static void main(String[] args) {
        Mpi.run(
                args,
                world -> Arguments.read(world, args, new SortOptions())
                        .flatMap(options -> new Sort(world).run(options, System.out)));
    }

    Mono<Void> run(SortOptions options, PrintStream out) {
        return Mono.fromCallable(() -> share(options))
                .subscribeOn(Schedulers.boundedElastic())
                .flatMap(own -> {
                    long start = System.nanoTime();
                    return sort(own).flatMap(sorted -> {
                        double millis = (System.nanoTime() - start) / NANOS_PER_MILLI;
                        return check(own, sorted, millis, out).then(write(options.out, sorted));
                    });
                });
    }

    private long[] share(SortOptions options) {
        if (options.file != null) {
            return new NumberFile(options.file).read(rank, size);
        }
        long first = NumberFile.start(rank, size, options.numbers);
        long[] own = new long[(int) (NumberFile.start(rank + 1, size, options.numbers) - first)];
        SplittableRandom random = new SplittableRandom(rank);
        Arrays.setAll(own, i -> random.nextLong());
        return own;
    }

    /** Gives each rank the numbers of its range, in order. */
    Mono<long[]> sort(long[] own) {
        long[] samples = new long[SAMPLES_OF_A_RANK * size];
        return elsewhere(() -> Arrays.sort(own))
                .then(Mono.defer(
                        () -> world.allgather(longs(Splitters.samples(own, SAMPLES_OF_A_RANK)), Buffers.of(samples))))
                .then(Mono.defer(() -> exchange(own, Splitters.of(samples, size).cut(own))))
                .flatMap(range -> elsewhere(() -> Arrays.sort(range)).thenReturn(range));
    }

    /** All ranks first say how much is to come. */
    private Mono<long[]> exchange(long[] own, int[] sent) {
        int[] received = new int[size];
        return world.alltoall(ints(sent), Buffers.of(received)).then(Mono.defer(() -> {
            long[] range = new long[Arrays.stream(received).reduce(0, Math::addExact)];
            return world.alltoallv(blocks(own, sent), blocks(range, received)).thenReturn(range);
        }));
    }

    private Blocks blocks(long[] numbers, int[] counts) {
        int[] from = new int[size];
        for (int i = 1; i < size; i++) {
            from[i] = from[i - 1] + counts[i - 1];
        }
        return Blocks.of(size, other -> Buffers.of(numbers, from[other], counts[other]));
    }

    /** None of what this rank had is lost or altered, as far as sums of their scrambled bits tell, and none stands after a greater one. */
    private Mono<Void> check(long[] own, long[] sorted, double millis, PrintStream out) {
        long[] last = {sorted.length == 0 ? Long.MIN_VALUE : sorted[sorted.length - 1]};
        long[] below = {Long.MIN_VALUE};
        long[] sums = {own.length, scrambled(own), sorted.length, scrambled(sorted), 0};
        long[] most = {sorted.length};
        return world.exscan(longs(last), Buffers.of(below), Op.MAX)
                .then(Mono.<Void>fromRunnable(() -> sums[4] = misplaced(below[0], sorted)))
                .then(world.allreduce(Buffer.inPlace(), Buffers.of(sums), Op.SUM))
                .then(world.allreduce(Buffer.inPlace(), Buffers.of(most), Op.MAX))
                .then(Mono.defer(() -> {
                    if (sums[0] != sums[2] || sums[1] != sums[3] || sums[4] != 0) {
                        return rank == ROOT ? Mono.error(wrong(sums)) : Mono.never();
                    }
                    if (rank == ROOT) {
                        report(sums[2], most[0], millis, out);
                    }
                    return Mono.empty();
                }));
    }

    private static ExitException wrong(long[] sums) {
        return new ExitException(
                FAILED,
                "sort: " + sums[0] + " numbers became " + sums[2] + ", " + sums[4] + " of them out of order"
                        + (sums[1] == sums[3] ? "" : ", and some are others"));
    }

    private void report(long numbers, long most, double millis, PrintStream out) {
        out.printf(
                Locale.ROOT,
                "sort: %d numbers on %d ranks in %.0f ms, the largest range %.2f times an equal share; all there, all in order%n",
                numbers,
                size,
                millis,
                numbers == 0 ? 1 : (double) most * size / numbers);
    }

    private static long scrambled(long[] numbers) {
        long sum = 0;
        for (long number : numbers) {
            long bits = (number ^ number >>> 31) * 0x9E3779B97F4A7C15L;
            sum += bits ^ bits >>> 29;
        }
        return sum;
    }

    private static long misplaced(long below, long[] sorted) {
        long count = 0;
        long before = below;
        for (long number : sorted) {
            count += number < before ? 1 : 0;
            before = number;
        }
        return count;
    }

    private Mono<Void> write(@Nullable Path file, long[] sorted) {
        if (file == null) {
            return Mono.empty();
        }
        long[] count = {sorted.length};
        long[] place = new long[1];
        Runnable clear = () -> {
            if (rank == ROOT) {
                new NumberFile(file).clear();
            }
        };
        // All have read what may be the same file.
        return elsewhere(clear)
                .then(world.barrier())
                .then(world.exscan(longs(count), Buffers.of(place), Op.SUM))
                .then(Mono.defer(() -> elsewhere(() -> new NumberFile(file).write(sorted, place[0]))))
                .then(world.barrier());
    }

    /** What takes long keeps no messages waiting. */
    private static Mono<Void> elsewhere(Runnable work) {
        return Mono.<Void>fromRunnable(work).subscribeOn(Schedulers.boundedElastic());
    }
}
