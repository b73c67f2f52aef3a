/**
 * Heat spreads over a picture: rows divided among the ranks, or rows and columns, neighbours exchange their edges at each step.
 *
 * <pre>
 *  rank 0   rows 0 to 3      .........      its last row  --> halo above rank 1's rows
 *  rank 1   rows 4 to 7      .........      its first row --> halo below rank 0's rows
 * </pre>
 *
 * <p>The result is the same, bit for bit, for any number of ranks. All arithmetic runs on the progress thread, between
 * one exchange and the next; files are read and written on Reactor's elastic threads.
 */
@NullMarked
package org.reactivempi.examples.heat;

import org.jspecify.annotations.NullMarked;
