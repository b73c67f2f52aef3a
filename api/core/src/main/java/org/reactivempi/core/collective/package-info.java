/**
 * Collective operations: what all ranks of a communicator do together.
 *
 * <p>{@link org.reactivempi.core.collective.CollectiveContext} numbers the operations of a communicator as they start. All ranks
 * start them in the same order, so an operation has the same number everywhere, and its number in the tags of its messages
 * keeps it apart from all others that run at the same time. {@link org.reactivempi.core.collective.CollectiveMono} is one that
 * runs a plan, {@link org.reactivempi.core.collective.Collective} one that makes or frees a communicator, by several plans.
 *
 * <p>Called by {@code call}, {@code collective.stream} and {@code communicator}; knows {@code algorithm}, {@code operation},
 * {@code plan}, {@code request}, {@code settings}, {@code api/mpi}, {@code transport/channel} and {@code transport/engine}.
 * Operations start on any thread and run on the progress thread. Internal.
 */
@NullMarked
package org.reactivempi.core.collective;

import org.jspecify.annotations.NullMarked;
