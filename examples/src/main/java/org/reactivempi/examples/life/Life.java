package org.reactivempi.examples.life;

import java.awt.image.BufferedImage;
import java.io.PrintStream;
import java.util.Locale;
import java.util.function.IntFunction;
import org.reactivempi.Blocks;
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import org.reactivempi.Cartesian;
import org.reactivempi.CartesianCommunicator;
import org.reactivempi.Communicator;
import org.reactivempi.Datatype;
import org.reactivempi.Dims;
import org.reactivempi.ExitException;
import org.reactivempi.Mpi;
import org.reactivempi.Op;
import org.reactivempi.Reorder;
import org.reactivempi.examples.cli.Arguments;
import org.reactivempi.examples.cli.PngFile;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Conway's Life on a torus of ranks: two shifts along a periodic grid bring each block its halo. */
public final class Life {

    private static final int ROOT = 0;
    private static final int USAGE_CODE = 2;
    private static final long CELLS_MAX = 100_000_000;
    private static final int DEAD = 0x101018;
    private static final int LIVING = 0xFBBE2F;

    private final CartesianCommunicator torus;
    private final CartesianCommunicator column;
    private final CartesianCommunicator row;
    private final LifeOptions options;
    private final Cells cells;

    private Life(
            CartesianCommunicator torus, CartesianCommunicator column, CartesianCommunicator row, LifeOptions options) {
        this.torus = torus;
        this.column = column;
        this.row = row;
        this.options = options;
        this.cells = new Cells(options.rows, options.columns);
        int[] at = torus.coordinates();
        cells.begin(options.seed, at[0] * options.rows, at[1] * options.columns);
    }

    /**
     * Runs this as a rank of the job that launched it, or alone.
     *
     * @param args see {@code --help}
     */
    public static void main(String[] args) {
        Mpi.run(
                args,
                world -> Arguments.read(world, args, new LifeOptions())
                        .flatMap(options -> run(world, options, System.out)));
    }

    /** The ranks of a host get a block of the torus, as the new ranks alone are used. */
    static Mono<Void> run(Communicator world, LifeOptions options, PrintStream out) {
        int[] dims = Dims.create(world.size(), 0, 0);
        if ((long) world.size() * options.rows * options.columns > CELLS_MAX) {
            return Mono.error(new ExitException(
                    USAGE_CODE, "life: more than " + CELLS_MAX + " cells; fewer --rows or --columns are needed"));
        }
        return world.cartesian(Cartesian.of(dims).periodic(0, 1), Reorder.BY_HOST)
                .flatMap(torus -> torus.sub(true, false)
                        .zipWhen(column -> torus.sub(false, true))
                        .flatMap(both -> new Life(torus, both.getT1(), both.getT2(), options).run(out)));
    }

    private Mono<Void> run(PrintStream out) {
        return exchange()
                .then(Mono.<Void>fromRunnable(cells::step))
                .repeat(options.steps - 1)
                .then(Mono.defer(() -> torus.allreduce(cells.living(), Op.SUM)))
                .flatMap(living -> draw().then(Mono.fromRunnable(() -> tell(living, out))))
                .then(column.free())
                .then(row.free())
                .then(torus.free());
    }

    /** The second shift takes along the corners that the first one has brought. */
    private Mono<Void> exchange() {
        return shift(row, cells::column, options.columns).then(shift(column, cells::row, options.rows));
    }

    /** Both edges of the block go to the neighbors along a ring, and their edges come into the halo. */
    private static Mono<Void> shift(CartesianCommunicator ring, IntFunction<Buffer> edge, int last) {
        return Mono.defer(() -> ring.neighborAlltoallv(
                Blocks.of(edge.apply(1), edge.apply(last)), Blocks.of(edge.apply(0), edge.apply(last + 1))));
    }

    private int width() {
        return torus.grid().dims()[1] * options.columns;
    }

    private int height() {
        return torus.grid().dims()[0] * options.rows;
    }

    /** The root's picture has a place for each block: rows that are as far apart as the picture is wide. */
    private Mono<Void> draw() {
        boolean root = torus.rank() == ROOT;
        byte[] all = new byte[root ? width() * height() : 0];
        Datatype block = Datatype.BYTE.vector(options.rows, options.columns, width());
        Blocks parts = Blocks.of(root ? torus.size() : 0, rank -> {
            int[] at = torus.grid().coordinates(rank);
            return Buffers.of(all).as((long) at[0] * options.rows * width() + at[1] * options.columns, block, 1);
        });
        return torus.gatherv(cells.own(), parts, ROOT)
                .then(Mono.<Void>fromRunnable(() -> {
                            if (root) {
                                PngFile.write(picture(all), options.out);
                            }
                        })
                        .subscribeOn(Schedulers.boundedElastic()));
    }

    private BufferedImage picture(byte[] all) {
        BufferedImage image = new BufferedImage(width(), height(), BufferedImage.TYPE_INT_RGB);
        for (int i = 0; i < all.length; i++) {
            image.setRGB(i % width(), i / width(), all[i] == 0 ? DEAD : LIVING);
        }
        return image;
    }

    private void tell(long living, PrintStream out) {
        if (torus.rank() == ROOT) {
            out.printf(
                    Locale.ROOT,
                    "life: %d x %d cells, %d steps, %d cells live; see %s%n",
                    height(),
                    width(),
                    options.steps,
                    living,
                    options.out);
        }
    }
}
