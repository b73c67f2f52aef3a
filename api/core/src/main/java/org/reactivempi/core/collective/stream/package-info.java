/**
 * Collective streams: what all ranks of a communicator do together with the elements of streams, one after the other.
 *
 * <p>Each rank has a {@link org.reactivempi.core.collective.stream.StreamRun}: one or two
 * {@link org.reactivempi.core.collective.stream.Flow}s, in which elements come by inlets and leave by outlets. An inlet is the
 * user's publisher or a stream from another rank, an outlet the user's subscriber or a stream to another rank; those between ranks are
 * {@link org.reactivempi.core.stream.StreamParts}, announced in the context of collective operations with the number of this one.
 *
 * <pre>
 *  broadcast   root's publisher -&gt; every -&gt; subscriber, children;  elsewhere parent -&gt; every -&gt; subscriber, children
 *  gather      publisher, children -&gt; one in turn -&gt; parent;       at the root -&gt; subscriber
 *  reduce      publisher, children -&gt; one of each -&gt; parent;       at the root -&gt; subscriber
 *  allreduce   a reduction to rank 0, and a broadcast of its results
 *  scan        previous rank, publisher -&gt; one of each -&gt; subscriber, next rank
 *  neighbors   publisher -&gt; every -&gt; destinations;                and sources -&gt; one in turn -&gt; subscriber
 *  scatter     root's publisher -&gt; to one of the ranks that want it
 * </pre>
 * Elements are bytes on the way; a user's value is encoded where its publisher gives it, and decoded where a subscriber takes it. A
 * failure crosses all parts in both directions, as a {@link org.reactivempi.core.collective.stream.Failure}.
 *
 * <p>Called by {@code communicator}; knows {@code algorithm}, {@code collective}, {@code core.stream}, {@code operation},
 * {@code api/mpi} and {@code transport/engine}. Users' signals come from any thread, everything else happens on the progress
 * thread. Internal.
 */
@NullMarked
package org.reactivempi.core.collective.stream;

import org.jspecify.annotations.NullMarked;
