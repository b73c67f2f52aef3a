/**
 * Ranks that come and go: how each rank of the job stands, for the watchers, and how those that are there find each other, and come
 * together to make a communicator, since nothing that a process remembers counts where another one may have come that knows nothing of it.
 *
 * <p>{@link org.reactivempi.transport.engine.membership.Membership} is where calls start, and where news come in: of connections and
 * roll calls from the links, of losses from {@code failure}, which knows whom this rank has lost. {@code MemberStates} has the states
 * and their watchers, {@code RollCall} is the algorithm by which they
 * come together, along a tree. {@code Greeter} says whom this rank greets: its {@code Neighbours}, and ranks that it has
 * heard of, which {@code Sightings} keeps.
 *
 * <p>Called by {@code engine}; knows {@code event}, {@code failure}, {@code link}, {@code packet}, {@code port}, {@code progress}
 * and {@code transport/channel}. Internal.
 */
@NullMarked
@OnProgressThread
package org.reactivempi.transport.engine.membership;

import org.jspecify.annotations.NullMarked;
import org.reactivempi.transport.channel.OnProgressThread;
