package org.reactivempi.examples.frames;

import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.Mpi;
import org.reactivempi.Ring;
import org.reactivempi.Window;
import org.reactivempi.examples.cli.Arguments;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Streams a film from rank 0 into slots of the other ranks' memory; alone, into its own. */
public final class Frames {

    private static final int FILMING = 0;
    private static final int TAG = 1;
    private static final int BYTES_PER_KIB = 1024;
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double BYTES_PER_MB = 1e6;

    private final Communicator world;
    private final FramesOptions options;
    private final PrintStream out;
    private final Ring ring;

    Frames(Communicator world, FramesOptions options, PrintStream out) {
        this.world = world;
        this.options = options;
        this.out = out;
        this.ring = Ring.at(0).slots(options.slots, options.kib * BYTES_PER_KIB);
    }

    /**
     * Runs this as a rank of the job that launched it, or alone.
     *
     * @param args see {@code --help}
     */
    public static void main(String[] args) {
        Mpi.run(
                args,
                world -> Arguments.read(world, args, new FramesOptions())
                        .flatMap(options -> new Frames(world, options, System.out).run()));
    }

    Mono<Void> run() {
        boolean watches = world.rank() != FILMING || world.size() == 1;
        return world.windows()
                .allocate(watches ? (long) ring.slots() * ring.slotBytes() : 0)
                .flatMap(window -> Mono.when(
                                world.rank() == FILMING ? film(window) : Mono.empty(),
                                watches ? watch(window) : Mono.empty())
                        .then(Mono.defer(window::free)));
    }

    /** Each rank has a film of its own, which is made as fast as that rank watches. */
    private Mono<Void> film(Window window) {
        return Flux.range(0, world.size())
                .filter(target -> target != FILMING || world.size() == 1)
                .flatMap(target -> window.putStream(frames(), target, ring, TAG), world.size())
                .then();
    }

    /** As many buffers as slots are enough: a frame that is asked for says that the one drawn in its buffer before is gone. */
    private Flux<Buffer> frames() {
        long[][] drawn = new long[ring.slots()][ring.slotBytes() / Long.BYTES];
        return Flux.range(0, options.frames).map(number -> {
            long[] pixels = drawn[number % drawn.length];
            Frame.draw(number, pixels);
            return Buffers.of(pixels);
        });
    }

    /** Looks at each frame where it is: the slot is free for another one when that returns for the next one. */
    private Mono<Void> watch(Window window) {
        AtomicInteger seen = new AtomicInteger();
        long[] start = new long[1];
        return window.takeStream(FILMING, ring, TAG)
                .doOnSubscribe(subscription -> start[0] = System.nanoTime())
                .doOnNext((ByteBuffer frame) -> Frame.check(seen.getAndIncrement(), frame))
                .then(Mono.fromRunnable(() -> tell(seen.get(), (System.nanoTime() - start[0]) / NANOS_PER_SECOND)));
    }

    private void tell(int seen, double seconds) {
        if (seen != options.frames) {
            throw new IllegalStateException(seen + " frames have come, of " + options.frames);
        }
        out.printf(
                Locale.ROOT,
                "frames: rank %d has seen %d frames of %d KiB in %d slots, each in place and whole, in %.2f s: %.0f MB/s%n",
                world.rank(),
                seen,
                options.kib,
                options.slots,
                seconds,
                (double) seen * ring.slotBytes() / BYTES_PER_MB / seconds);
    }
}
