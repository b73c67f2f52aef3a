/**
 * Streams: a {@code Publisher} on one rank is a {@code Flux} on another, and demand, completion, errors and cancellation
 * cross between them.
 *
 * <p>A stream has two ends, an object each: {@link org.reactivempi.core.stream.StreamSend} is the subscriber of the user's
 * values, {@link org.reactivempi.core.stream.StreamReceive} the subscription of the user's {@code Flux}. They talk in
 * ordinary messages, in two contexts that nothing else uses:
 *
 * <pre>
 *  sender                                               receiver
 *     |                                                     |
 *     |--- announcement, with the user's tag -------------&gt;|   announcement context; matches like any message
 *     |                                                     |
 *     |&lt;-- ANSWER: my number, and the demand --------------|   element context, as all that follows
 *     |--- element -------------------------------------&gt;|   tag 2n: element for the end with number n
 *     |--- element -------------------------------------&gt;|
 *     |&lt;-- DEMAND ------------------------------------------|   tag 2n + 1: control for the end with number n
 *     |--- END or ERROR: how many elements there were ----&gt;|
 *     |&lt;-- DONE, or at any time CANCEL ---------------------|
 * </pre>
 * Ends of streams that a question opens meet by that and its answer ({@link org.reactivempi.core.stream.Meeting}), in place of the
 * announcement; the rest is the same. An element is a message without a header. As the last control message of the sender counts them, it may overtake them.
 * Each end says one last thing, the sender END or ERROR, the receiver DONE or CANCEL, and also answers the other's last
 * word by its own. An end that has said and heard it, and has all elements, knows that nothing more is on its way, and gives its
 * number back.
 *
 * <p>Called by {@code ask}, {@code collective.stream} and {@code communicator}; knows {@code operation}, {@code api/mpi} and
 * {@code transport/engine}. Demand and cancellation of the receiving subscriber, and all signals of the sending publisher, come
 * from any thread; everything else happens on the progress thread. {@link org.reactivempi.core.stream.StreamEnd} is where they
 * meet. Internal.
 */
@NullMarked
package org.reactivempi.core.stream;

import org.jspecify.annotations.NullMarked;
