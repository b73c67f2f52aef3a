/**
 * Points fall into clusters: each rank has some of the points, and all ranks have the same centres after each step.
 *
 * <pre>
 *  rank 0   its points, each to the nearest centre: sums ---.
 *  rank 1   its points, each to the nearest centre: sums ----+-- allreduce --&gt; new centres, on all ranks
 *  rank 2   its points, each to the nearest centre: sums ---'
 * </pre>
 *
 * <p>Distances are computed on Reactor's elastic threads, the exchanges run on the progress thread.
 */
@NullMarked
package org.reactivempi.examples.kmeans;

import org.jspecify.annotations.NullMarked;
