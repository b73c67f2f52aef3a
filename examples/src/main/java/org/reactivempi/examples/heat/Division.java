package org.reactivempi.examples.heat;

import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import org.reactivempi.Codecs;
import org.reactivempi.Communicator;
import org.reactivempi.Datatype;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Divides the root's plate among all ranks, and puts it together again. */
final class Division {

    static final int ROOT = 0;

    /** From the root: width and height of the plate. */
    private static final int SHAPE = 5;
    /** From the root, or back to it: a rank's part. */
    private static final int PART = 6;

    private final Communicator world;
    private final Grid grid;

    Division(Communicator world, Grid grid) {
        this.world = world;
        this.grid = grid;
    }

    /** At the root: gives each rank its part, itself too. */
    Mono<Block> scatter(Plate plate) {
        Block own = block(plate.width(), plate.height());
        Mono<Void> ownPart = copy(partOf(ROOT, plate), own.own());
        return Flux.range(0, world.size())
                .filter(rank -> rank != ROOT)
                .flatMap(rank -> world.isend(Buffers.ints(plate.width(), plate.height()), rank, SHAPE)
                        .then(world.isend(partOf(rank, plate), rank, PART)))
                .then(ownPart)
                .thenReturn(own);
    }

    /** Elsewhere: takes this rank's part. */
    Mono<Block> receive() {
        return world.receive(ROOT, SHAPE)
                .map(message -> message.as(Codecs.ints()))
                .map(shape -> block(shape[0], shape[1]))
                .delayUntil(block -> world.irecv(block.own(), ROOT, PART));
    }

    /** At the root: takes all parts back into the plate. */
    Mono<Void> gather(Block own, Plate plate) {
        return Flux.range(0, world.size())
                .filter(rank -> rank != ROOT)
                .flatMap(rank -> world.irecv(partOf(rank, plate), rank, PART))
                .then(copy(own.own(), partOf(ROOT, plate)));
    }

    /** Elsewhere: gives this rank's part back. */
    Mono<Void> send(Block block) {
        return Mono.defer(() -> world.isend(block.own(), ROOT, PART)).then();
    }

    /** A message to oneself. */
    private Mono<Void> copy(Buffer from, Buffer to) {
        return Mono.when(world.irecv(to, world.rank(), PART), world.isend(from, world.rank(), PART));
    }

    private Block block(int width, int height) {
        return new Block(width, height, grid.rows(world.rank(), height), grid.columns(world.rank(), width));
    }

    /** In the plate: rows that are as far apart as the plate is wide. */
    private Buffer partOf(int rank, Plate plate) {
        Share rows = grid.rows(rank, plate.height());
        Share columns = grid.columns(rank, plate.width());
        long first = (long) rows.first() * plate.width() + columns.first();
        return Buffers.of(plate.values())
                .as(Double.BYTES * first, Datatype.DOUBLE.vector(rows.count(), columns.count(), plate.width()), 1);
    }
}
