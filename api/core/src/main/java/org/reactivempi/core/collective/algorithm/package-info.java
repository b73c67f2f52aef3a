/**
 * The algorithms of collective operations: each makes the plan of one rank from a {@link
 * org.reactivempi.core.collective.algorithm.Task}, nothing but numbers. {@link org.reactivempi.core.collective.algorithm.Algorithms} are those of
 * an operation, with the conditions that choose one of them; {@link org.reactivempi.core.collective.algorithm.Operations} lists all.
 *
 * <p>Called by {@code call}, {@code collective}, {@code collective.stream}, {@code communicator} and {@code settings}; knows
 * {@code plan}, {@code api/mpi} and {@code transport/channel}. Any thread. Internal.
 */
@NullMarked
package org.reactivempi.core.collective.algorithm;

import org.jspecify.annotations.NullMarked;
