/**
 * Placement: which process plays which rank of a grid or a graph, so that neighbors share hosts.
 *
 * <p>{@link org.reactivempi.core.placement.GridPlacement} and {@link org.reactivempi.core.placement.GraphPlacement} find orders of ranks,
 * and {@link org.reactivempi.core.placement.HostTable} knows what an order costs: the weight of all edges between hosts. All ranks of a
 * communicator come to the same order, since nothing but hosts and edges decides.
 *
 * <p>Called by {@code communicator}; knows {@code api/mpi}. Any thread, no state. Internal.
 */
@NullMarked
package org.reactivempi.core.placement;

import org.jspecify.annotations.NullMarked;
