/**
 * A benchmark of windows for two ranks, with the operations, lengths and columns of a program in C, so that one table can hold both.
 *
 * <p>{@link org.reactivempi.benchmarks.rma.Rma} measures what {@code Kind} names. Rank 0 accesses the memory of rank 1, which waits meanwhile.
 */
@NullMarked
package org.reactivempi.benchmarks.rma;

import org.jspecify.annotations.NullMarked;
