package org.reactivempi.conformance.launcher;

import static org.reactivempi.Buffers.ints;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.Mpi;
import reactor.core.publisher.Mono;

/** A rank that keeps its progress thread, in a signal, until standard input ends. */
public final class BusyProgram {

    private BusyProgram() {}

    /** Runs a rank, which sends to itself. */
    public static void main(String[] args) {
        Mpi.run(args, BusyProgram::run);
    }

    private static Mono<Void> run(Communicator world) {
        return Mono.when(world.isend(ints(1), 0, 0), world.irecv(Buffers.of(new int[1]), 0, 0))
                .then(Mono.fromRunnable(BusyProgram::keepsTheThread));
    }

    private static void keepsTheThread() {
        System.out.println("busy");
        try {
            System.in.transferTo(System.err);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
