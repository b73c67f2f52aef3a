package org.reactivempi.examples.counter;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.Mpi;
import org.reactivempi.Op;
import org.reactivempi.Window;
import org.reactivempi.examples.cli.Arguments;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Counts primes, in pieces that the ranks draw from a counter which all of them share. */
public final class Counter {

    private static final int ROOT = 0;
    private static final double NANOS_PER_SECOND = 1e9;

    private final Communicator world;
    private final CounterOptions options;
    private final PrintStream out;
    private final Table table;

    Counter(Communicator world, CounterOptions options, PrintStream out) {
        this.world = world;
        this.options = options;
        this.out = out;
        this.table = new Table(world.size(), options.pieces);
    }

    /**
     * Runs this as a rank of the job that launched it, or alone.
     *
     * @param args see {@code --help}
     */
    public static void main(String[] args) {
        Mpi.run(
                args,
                world -> Arguments.read(world, args, new CounterOptions())
                        .flatMap(options -> new Counter(world, options, System.out).run()));
    }

    /** The window is over rank 0's array, which is that rank's alone again when the window is freed: then all have done their work. */
    Mono<Void> run() {
        boolean root = world.rank() == ROOT;
        long[] start = new long[1];
        return world.windows()
                .create(root ? Buffers.of(table.numbers()) : Buffer.empty())
                .doOnNext(window -> start[0] = System.nanoTime())
                .flatMap(window -> window.lockedAll(this::work).then(window.free()))
                .then(Mono.defer(() -> root ? tell((System.nanoTime() - start[0]) / NANOS_PER_SECOND) : Mono.empty()));
    }

    /** One piece after the other: a prefetch of 0 draws the next ticket when the last one's piece is done. */
    private Mono<Void> work(Window window) {
        return window.longs()
                .fetchAndOp(1L, ROOT, Table.TICKET, Op.SUM)
                .repeat()
                .takeWhile(ticket -> ticket < options.pieces)
                .concatMap(ticket -> piece(window, ticket.intValue()), 0)
                .then();
    }

    /** Computes on a thread of its own, so that rank 0's progress thread has time for the tickets of the others. */
    private Mono<Void> piece(Window window, int piece) {
        return Mono.fromCallable(() -> Primes.count((long) piece * options.numbers, options.numbers))
                .subscribeOn(Schedulers.parallel())
                .flatMap(found -> Mono.when(
                        add(window, Table.PRIMES, found),
                        add(window, Table.rank(world.rank()), 1),
                        add(window, Table.piece(world.size(), piece), 1)));
    }

    private static Mono<Void> add(Window window, int place, long value) {
        return window.accumulate(Buffers.longs(value), ROOT, place, Op.SUM);
    }

    private Mono<Void> tell(double seconds) {
        List<String> wrong = table.wrong();
        if (!wrong.isEmpty()) {
            return Mono.error(new IllegalStateException(String.join("; ", wrong)));
        }
        out.printf(
                Locale.ROOT,
                "counter: %d primes below %d: %d pieces, each done once, in %.2f s%n",
                table.primes(),
                (long) options.pieces * options.numbers,
                options.pieces,
                seconds);
        long[] shares = table.shares();
        for (int rank = 0; rank < shares.length; rank++) {
            out.printf(Locale.ROOT, "counter: rank %d has done %d of them%n", rank, shares[rank]);
        }
        return Mono.empty();
    }
}
