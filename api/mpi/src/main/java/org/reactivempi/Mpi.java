package org.reactivempi;

import java.util.function.Function;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * MPI's constants, and {@link #run}, which makes a {@code main} method a rank of a job.
 *
 * @since 0.1
 */
public final class Mpi {

    /** In a receive: from whoever sends. */
    public static final int ANY_SOURCE = -1;
    /** The null process: sends to it and receives from it complete at once, without effect. */
    public static final int PROC_NULL = -2;
    /** In a receive: with whatever tag. */
    public static final int ANY_TAG = -1;

    private Mpi() {}
}
