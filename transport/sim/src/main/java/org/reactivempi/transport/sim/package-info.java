/**
 * A whole job in one thread: real engines on a time that one thread moves, over connections that it makes, by a seed.
 *
 * <pre>
 *  {@link org.reactivempi.transport.sim.World} --turns one of--&gt; {@link org.reactivempi.transport.sim.SimulatedLoop}s, a process each
 *    |  |  |                                        | bytes
 *    |  |  +--{@link org.reactivempi.transport.sim.Turns}: whose turn it is, what time it is                  v
 *    |  +-----{@link org.reactivempi.transport.sim.Matching}: which message a receive gets    {@link org.reactivempi.transport.sim.Lines}: when they arrive, and what breaks
 *    +--------{@link org.reactivempi.transport.sim.Programs}: threads that block, one at a time
 * </pre>
 * Whatever could go one way or another is asked of {@link org.reactivempi.transport.sim.Chooser}, which answers by the seed and by what is
 * asked, and by nothing else. So a run is its seed and the {@link org.reactivempi.transport.sim.Choice}s that were not the plain ones.
 *
 * <p>Called by {@code api/testkit}; knows {@code transport/channel} and {@code transport/engine}. One thread holds the baton at a
 * time, and calls. Internal.
 */
@NullMarked
package org.reactivempi.transport.sim;

import org.jspecify.annotations.NullMarked;
