/**
 * Collective operations as plans: {@link org.reactivempi.core.collective.plan.Plan} is what one rank does, as a graph of steps, {@link
 * org.reactivempi.core.collective.plan.PlanBuilder} finds out what has to wait for what, and {@link
 * org.reactivempi.core.collective.plan.PlanRun} does it, driven by the ends of its messages.
 *
 * <p>Called by {@code algorithm}, {@code call} and {@code collective}; knows {@code operation}, {@code api/mpi},
 * {@code transport/channel} and {@code transport/engine}. Plans are made on any thread and run on the progress thread. Internal.
 */
@NullMarked
package org.reactivempi.core.collective.plan;

import org.jspecify.annotations.NullMarked;
