package org.reactivempi.conformance.launcher;

import org.reactivempi.Mpi;
import reactor.core.publisher.Mono;

/** A rank that joins its job, and has nothing to do. */
public final class NothingProgram {

    private NothingProgram() {}

    /** Runs a rank. */
    public static void main(String[] args) {
        Mpi.run(args, world -> Mono.empty());
    }
}
