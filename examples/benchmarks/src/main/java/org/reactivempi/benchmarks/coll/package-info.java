/**
 * A benchmark of collective operations for any number of ranks, with the operations, lengths and columns of a program in C, so that one
 * table can hold both.
 *
 * <p>{@link org.reactivempi.benchmarks.coll.Coll} measures what {@code Kind} names.
 */
@NullMarked
package org.reactivempi.benchmarks.coll;

import org.jspecify.annotations.NullMarked;
