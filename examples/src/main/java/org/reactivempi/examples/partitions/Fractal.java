package org.reactivempi.examples.partitions;

import java.io.PrintStream;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.Mpi;
import org.reactivempi.PartitionedReceive;
import org.reactivempi.PartitionedSend;
import org.reactivempi.Status;
import org.reactivempi.examples.cli.Arguments;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Threads of each rank fill one message to rank 0, band by band, and rank 0 paints each band as it arrives. */
public final class Fractal {

    private static final int PAINTER = 0;
    private static final int TAG = 1;

    private final Communicator world;
    private final FractalOptions options;
    /** How many ranks compute: all but the one that paints, unless it is alone. */
    private final int workers;
    /** How many bands were painted while others were still to come. */
    private final AtomicInteger early = new AtomicInteger();

    Fractal(Communicator world, FractalOptions options) {
        this.world = world;
        this.options = options;
        this.workers = Math.max(1, world.size() - 1);
    }

    /**
     * Runs this as a rank of the job that launched it, or alone.
     *
     * @param args see {@code --help}
     */
    public static void main(String[] args) {
        Mpi.run(
                args,
                world -> Arguments.read(world, args, new FractalOptions())
                        .flatMap(options -> new Fractal(world, options).run(System.out)));
    }

    Mono<Void> run(PrintStream out) {
        boolean paints = world.rank() == PAINTER;
        boolean computes = !paints || world.size() == 1;
        // Nobody computes before the painter has room for it: what is done meanwhile would come all at once.
        Mono<Void> computing = world.barrier().then(computes ? Mono.defer(this::compute) : Mono.empty());
        return Mono.when(paints ? paint(out) : Mono.empty(), computing);
    }

    private Mono<Void> compute() {
        Strip strip = Strip.of(options, Math.max(0, world.rank() - 1), workers);
        short[] dots = new short[strip.dots()];
        return (options.flux ? byFlux(strip, dots) : byThreads(strip, dots)).then();
    }

    /** Each thread takes the next band, fills it, and says so. */
    private Mono<Status> byThreads(Strip strip, short[] dots) {
        PartitionedSend send = world.psend(Buffers.of(dots), strip.bands(), PAINTER, TAG);
        send.start();
        AtomicInteger next = new AtomicInteger();
        Mono<Void> thread = Mono.<Void>fromRunnable(() -> {
                    for (int band = next.getAndIncrement(); band < strip.bands(); band = next.getAndIncrement()) {
                        strip.compute(band, dots);
                        send.ready(band);
                    }
                })
                .subscribeOn(Schedulers.boundedElastic());
        return Flux.range(0, options.threads)
                .flatMap(number -> thread, options.threads)
                .then(send.completion())
                .doOnSuccess(sent -> send.free());
    }

    /** The bands that a Flux names are ready. */
    private Mono<Status> byFlux(Strip strip, short[] dots) {
        Flux<Integer> ready = Flux.range(0, strip.bands())
                .parallel(options.threads)
                .runOn(Schedulers.boundedElastic(), 1)
                .doOnNext(band -> strip.compute(band, dots))
                .sequential(1);
        return world.psend(Buffers.of(dots), strip.bands(), ready, PAINTER, TAG);
    }

    private Mono<Void> paint(PrintStream out) {
        Painting painting = new Painting(options.side);
        return Flux.range(0, workers)
                .flatMap(worker -> receive(worker, painting), workers)
                .then(Mono.<Void>fromRunnable(() -> painting.write(options.out))
                        .subscribeOn(Schedulers.boundedElastic()))
                .then(Mono.fromRunnable(() -> out.printf(
                        Locale.ROOT,
                        "partitions: %d x %d dots by %d threads each of %d ranks, %d of %d bands painted before the last"
                                + " had come; see %s%n",
                        options.side,
                        options.side,
                        options.threads,
                        workers,
                        early.get(),
                        workers * options.partitions,
                        options.out)));
    }

    private Mono<Status> receive(int worker, Painting painting) {
        Strip strip = Strip.of(options, worker, workers);
        short[] dots = new short[strip.dots()];
        int source = world.size() == 1 ? PAINTER : worker + 1;
        PartitionedReceive receive = world.precv(Buffers.of(dots), strip.bands(), source, TAG);
        receive.start();
        return receive.arrivals()
                .publishOn(Schedulers.boundedElastic())
                .doOnNext(band -> {
                    painting.paint(strip, band, dots);
                    if (!receive.isComplete()) {
                        early.incrementAndGet();
                    }
                })
                .then(receive.completion())
                .doOnSuccess(received -> receive.free());
    }
}
