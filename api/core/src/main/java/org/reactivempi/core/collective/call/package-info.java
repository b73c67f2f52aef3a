/**
 * What users call of collective operations: what is wrong with their arguments, and which plan they run by.
 *
 * <p>{@link org.reactivempi.core.collective.call.CollectiveCalls} are those of one group, {@link
 * org.reactivempi.core.collective.call.InterCollectiveCalls} those of two, {@link org.reactivempi.core.collective.call.NeighborCalls}
 * those with the neighbors in a topology, and {@link org.reactivempi.core.collective.call.ValueCalls} those with values.
 *
 * <p>Called by {@code communicator}; knows {@code algorithm}, {@code collective}, {@code operation}, {@code plan},
 * {@code settings} and {@code api/mpi}. Arguments are looked at on the thread that subscribes. Internal.
 */
@NullMarked
package org.reactivempi.core.collective.call;

import org.jspecify.annotations.NullMarked;
