package org.reactivempi.examples.heat;

import org.reactivempi.Buffer;
import org.reactivempi.Codecs;
import org.reactivempi.Communicator;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Divides the root's plate among all ranks, and puts it together again. */
final class Division {

    static final int ROOT = 0;

    /** From the root: width and height of the plate. */
    private static final int SHAPE = 5;
    /** From the root, or back to it: a rank's rows. */
    private static final int ROWS = 6;

    private final Communicator world;

    Division(Communicator world) {
        this.world = world;
    }

    /** At the root: gives each rank its rows, itself too. */
    Mono<Block> scatter(Plate plate) {
        Block own = block(plate.width(), plate.height());
        Mono<Void> ownRows = copy(rowsOf(ROOT, plate), own.own());
        return Flux.range(0, world.size())
                .filter(rank -> rank != ROOT)
                .flatMap(rank -> world.isend(Buffer.ints(plate.width(), plate.height()), rank, SHAPE)
                        .then(world.isend(rowsOf(rank, plate), rank, ROWS)))
                .then(ownRows)
                .thenReturn(own);
    }

    /** Elsewhere: takes this rank's rows. */
    Mono<Block> receive() {
        return world.receive(ROOT, SHAPE)
                .map(message -> message.as(Codecs.ints()))
                .map(shape -> block(shape[0], shape[1]))
                .delayUntil(block -> world.irecv(block.own(), ROOT, ROWS));
    }

    /** At the root: takes all rows back into the plate. */
    Mono<Void> gather(Block own, Plate plate) {
        return Flux.range(0, world.size())
                .filter(rank -> rank != ROOT)
                .flatMap(rank -> world.irecv(rowsOf(rank, plate), rank, ROWS))
                .then(copy(own.own(), rowsOf(ROOT, plate)));
    }

    /** Elsewhere: gives this rank's rows back. */
    Mono<Void> send(Block block) {
        return Mono.defer(() -> world.isend(block.own(), ROOT, ROWS)).then();
    }

    /** A message to oneself. */
    private Mono<Void> copy(Buffer from, Buffer to) {
        return Mono.when(world.irecv(to, world.rank(), ROWS), world.isend(from, world.rank(), ROWS));
    }

    private Block block(int width, int height) {
        return new Block(width, height, Rows.of(world.rank(), world.size(), height));
    }

    private Buffer rowsOf(int rank, Plate plate) {
        Rows rows = Rows.of(rank, world.size(), plate.height());
        return Buffer.doubles(plate.values(), rows.first() * plate.width(), rows.count() * plate.width());
    }
}
