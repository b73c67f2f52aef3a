package org.reactivempi;

import reactor.core.publisher.Mono;

/**
 * The atomic operations of a {@link Window} on one element, with values in place of buffers.
 *
 * <pre>{@code
 * Mono<Long> ticket = window.longs().fetchAndOp(1, 0, 0, Op.SUM); // each rank gets another one
 * }</pre>
 *
 * <p>Each operation is as the one of the window that has its name: cold, and in an epoch of its target.
 *
 * @param <T> the type of the values
 * @see Window#longs
 * @see Window#ints
 * @since 0.1
 */
public interface WindowAtomics<T> {

    /**
     * Combines a value with the element at a place, and gives what was there before ({@code MPI_Fetch_and_op}).
     *
     * @param value what comes in from the right
     * @param target a rank of the window, or {@link Mpi#PROC_NULL}
     * @param displacement where the element is, as in {@link Place#at}
     * @param op a predefined operation that the type has, {@link Op#REPLACE} or {@link Op#NO_OP}
     * @return the element from just before, on the progress scheduler; 0 for {@code PROC_NULL}; fails as {@link Window#fetchAndOp}
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.12.3.4">MPI-4.1, 12.3.4</a>
     */
    Mono<T> fetchAndOp(T value, int target, long displacement, Op op);

    /**
     * Replaces the element at a place if it is the expected one, and gives what was there before ({@code MPI_Compare_and_swap}).
     *
     * @param expected what the element has to be
     * @param value what it becomes
     * @param target a rank of the window, or {@link Mpi#PROC_NULL}
     * @param displacement where the element is, as in {@link Place#at}
     * @return the element from just before, on the progress scheduler: the expected one where it was replaced; 0 for {@code PROC_NULL}; fails
     *     as {@link Window#compareAndSwap}
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.12.3.4">MPI-4.1, 12.3.4</a>
     */
    Mono<T> compareAndSwap(T expected, T value, int target, long displacement);
}
