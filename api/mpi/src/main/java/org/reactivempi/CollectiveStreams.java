package org.reactivempi;

import java.util.function.BinaryOperator;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;

/**
 * Collective operations on streams, element by element and without an end in sight, as every {@link Communicator} offers them. MPI has
 * nothing like them.
 *
 * <p>Each of them is a collective operation, for which all that {@link Collectives} says of order holds: each subscription takes part in
 * one, and takes one number, with its first request; a rank that has subscribed and requests nothing keeps the others waiting. All ranks
 * start the operations of a communicator in the same order. Between the elements of a stream other operations run freely, other
 * streams among them. Any thread may subscribe, request and cancel; publishers are subscribed on the progress thread, may give their values on any thread, and see the subscriber's {@code Context};
 * signals to subscribers arrive on the communicator's progress scheduler, in whose {@code onNext} nothing may block.
 *
 * <p><b>Demand.</b> All of them have back-pressure from one end to the other; what each operation says of it bounds what its
 * publishers are asked for, and so the memory of all ranks, however long the stream and however many the ranks.
 *
 * <p><b>Cancelling</b> before the first request has no effect anywhere. After it, the subscriber hears nothing more, and the stream goes on
 * for the others: this rank passes on what they need, and its publisher is asked for values as long as one of them wants
 * results of these. Publishers are cancelled when nobody does.
 *
 * <p><b>Errors.</b> A wrong argument is signalled on this rank alone, which has not taken part then. If a publisher fails, its own rank gets
 * its error, and the others a {@link StreamException} that says the rank, the error's type and its message; a value that can't be
 * encoded fails with {@link ErrorClass#CONVERSION}, an operation that throws with {@link ErrorClass#OP}, on all ranks. An
 * element that can't be decoded is an error of its rank alone, as if that had cancelled. When a rank dies, the stream ends with
 * {@link ProcessFailedException} on all others that are not done, as it does with {@link RevokedException} when the communicator is
 * revoked. An error comes after the elements that had come before it, when the subscriber has asked for these. Later operations are
 * not affected. Freeing the communicator or closing the session lets a stream that has begun go on to its end; closing waits for it.
 *
 * @since 0.1
 */
public interface CollectiveStreams {

    /**
     * Gives all ranks the values of the root, with a prefetch of {@link Mpi#STREAM_PREFETCH}.
     *
     * @param values as for {@link #bcastStream(Publisher, Codec, int, int)}
     * @param codec how to write and read a value
     * @param root 0 to {@code size() - 1}, the same on all ranks; else {@link ErrorClass#ROOT}
     * @param <T> the values' type
     * @return as {@link #bcastStream(Publisher, Codec, int, int)}
     */
    default <T> Flux<T> bcastStream(Publisher<? extends T> values, Codec<T> codec, int root) {
        return bcastStream(values, codec, root, Constants.STREAM_PREFETCH);
    }

    /**
     * Gives all ranks the values of the root, itself among them.
     *
     * <pre>
     *  demand of rank 0   --2--------3--------------
     *  demand of rank 1   -----1--------1----9------
     *  values of rank 0   ------a--------b----c-d|      with a prefetch of 0
     *  result of rank 0   ------a--------b----c-d|
     *  result of rank 1   -------a--------b----c-d|
     * </pre>
     *
     * <p>The values travel along a tree; each rank passes on as bytes what it gets. {@code values} is subscribed when all ranks
     * have come, and gets the least demand of all of them: it is never asked for more than the slowest one has requested and its
     * prefetch; of a large demand, as much at a time as can be sent soon. A rank that has cancelled counts no more, so that one
     * that wants only some of the values doesn't hold up the others.
     *
     * @param values at the root, what to give; not looked at elsewhere, such as {@code Flux.empty()}
     * @param codec how to write and read a value
     * @param root 0 to {@code size() - 1}, the same on all ranks; else {@link ErrorClass#ROOT}
     * @param prefetch how many values may be on their way to this rank beyond its demand, 0 or more; each rank chooses its own
     * @param <T> the values' type
     * @return the root's values in their order, and its end; cold
     */
    <T> Flux<T> bcastStream(Publisher<? extends T> values, Codec<T> codec, int root, int prefetch);

    /**
     * Collects the values of all ranks at the root, with a prefetch of {@link Mpi#STREAM_PREFETCH}.
     *
     * @param values as for {@link #gatherStream(Publisher, Codec, int, int)}
     * @param codec how to write and read a value
     * @param root 0 to {@code size() - 1}, the same on all ranks; else {@link ErrorClass#ROOT}
     * @param <T> the values' type
     * @return as {@link #gatherStream(Publisher, Codec, int, int)}
     */
    default <T> Flux<FromRank<T>> gatherStream(Publisher<? extends T> values, Codec<T> codec, int root) {
        return gatherStream(values, codec, root, Constants.STREAM_PREFETCH);
    }

    /**
     * Collects the values of all ranks at the root, those of each rank in their order.
     *
     * <pre>
     *  values of rank 0   --a--------b-----c---|
     *  values of rank 1   ----1-2------3-|
     *  result at rank 0   --a-1-2----b-3---c---|
     *  result of rank 1   --------------------|
     * </pre>
     *
     * <p>The values travel along a tree. At each step of it the ranks further from the root take turns: one that has values waits for no more than one
     * round of the others. Beyond the root's demand, {@code prefetch} values of each rank may be under way, and as many
     * leave its publisher ahead of those; then the publishers wait until the root wants more.
     *
     * @param values what this rank gives
     * @param codec how to write and read a value
     * @param root 0 to {@code size() - 1}, the same on all ranks; else {@link ErrorClass#ROOT}
     * @param prefetch how many values may be on their way at each step of the tree beyond the demand, 1 or more
     * @param <T> the values' type
     * @return cold; at the root, the values of all ranks with the rank of each, and completion when all have completed; elsewhere
     *     nothing but the end: when this rank's values and all that it passes on have left, or the root wants no more
     */
    <T> Flux<FromRank<T>> gatherStream(Publisher<? extends T> values, Codec<T> codec, int root, int prefetch);

    /**
     * Distributes the root's values by demand, at most once each.
     *
     * @param values as for {@link #scatterStream(Publisher, Codec, int, Delivery)}
     * @param codec how to write and read a value
     * @param root 0 to {@code size() - 1}, the same on all ranks; else {@link ErrorClass#ROOT}
     * @param <T> the values' type
     * @return as {@link #scatterStream(Publisher, Codec, int, Delivery)}
     */
    default <T> Flux<T> scatterStream(Publisher<? extends T> values, Codec<T> codec, int root) {
        return scatterStream(values, codec, root, Delivery.AT_MOST_ONCE);
    }

    /**
     * Distributes the root's values by demand: each goes to one rank, the one whose demand has been open longest. Ranks whose demand is
     * more than one take turns.
     *
     * <pre>
     *  values of rank 0   ----a--b----c--------d|
     *  demand of rank 1   --1-----------1--------    slow
     *  demand of rank 2   ---1------1-------1----    fast
     *  result of rank 1   -----a-----------------|
     *  result of rank 2   --------b----c--------d|
     * </pre>
     *
     * <p>That is work distribution without a static split: a rank that asks for the next value when it is done with the last one
     * ({@code concatMap(work, 0)}) gets as much as it can do. There is no prefetch, and a rank without demand
     * gets nothing. The root takes part as all others do; {@code values} gets the sum of the demands.
     *
     * <p>A value is taken when the {@code onNext} of its rank's subscriber has begun. The results complete when all values are taken. What
     * had been given to a rank that cancels or fails, and was not taken, or perhaps not, goes to another rank with {@link
     * Delivery#AT_LEAST_ONCE}; else, or if no rank is left, the root's result ends with an {@link UntakenException} that has
     * the values, when all others are taken. The loss of a rank ends the stream only if that is the root.
     *
     * @param values at the root, what to distribute; not looked at elsewhere, such as {@code Flux.empty()}
     * @param codec how to write and read a value
     * @param root 0 to {@code size() - 1}, the same on all ranks; else {@link ErrorClass#ROOT}
     * @param delivery what becomes of values that a rank leaves behind; looked at on the root alone
     * @param <T> the values' type
     * @return this rank's part of the values; cold
     */
    <T> Flux<T> scatterStream(Publisher<? extends T> values, Codec<T> codec, int root, Delivery delivery);

    /**
     * Reduces the values of all ranks for the root: its k-th result is the reduction of the k-th values of all ranks.
     *
     * <pre>
     *  values of rank 0   --1-----2---3----|
     *  values of rank 1   ----10-20-----30---|
     *  result at rank 0   ----11--22----33---|
     *  result of rank 1   -------------------|
     * </pre>
     *
     * <p>The operands stand in the order of the ranks, and the brackets depend on the number of ranks alone. Many values are under way at a time,
     * along a tree: each rank's publisher is asked for 64 values ahead of the values that have left it as a part of a result, and 64 results wait for each
     * subscriber beyond its demand. When the streams of two ranks that meet are not equally long, the result ends with {@link
     * ErrorClass#COUNT}, which names both and their lengths.
     *
     * @param values what this rank gives; as many as the other ranks
     * @param codec how to write and read a value; the type of its buffers is that of the elements
     * @param op the same on all ranks; {@link ErrorClass#OP} if it has no meaning for the elements' type
     * @param root 0 to {@code size() - 1}, the same on all ranks; else {@link ErrorClass#ROOT}
     * @param <T> the values' type
     * @return cold; at the root, the results; elsewhere nothing but the end, when this rank has done its part
     */
    <T> Flux<T> reduceStream(Publisher<? extends T> values, Codec<T> codec, Op op, int root);

    /**
     * The same with a function on the values, such as records.
     *
     * @param values as for {@link #reduceStream(Publisher, Codec, Op, int)}
     * @param codec how to write and read a value, of whatever length
     * @param function associative; called on the progress thread, and must not block; what it throws fails the stream with {@link
     *     ErrorClass#OP} on all ranks
     * @param root 0 to {@code size() - 1}, the same on all ranks; else {@link ErrorClass#ROOT}
     * @param <T> the values' type
     * @return as {@link #reduceStream(Publisher, Codec, Op, int)}
     */
    <T> Flux<T> reduceStream(Publisher<? extends T> values, Codec<T> codec, BinaryOperator<T> function, int root);

    /**
     * Reduces the values of all ranks for all of them: the k-th result is the reduction of the k-th values, the same bits everywhere.
     *
     * <pre>
     *  values of rank 0   --1-----2---3-----|
     *  values of rank 1   ----10-20-----30--|
     *  result of rank 0   ------11-22-----33-|
     *  result of rank 1   ------11-22-----33-|
     * </pre>
     *
     * <p>The operands stand in the order of the ranks, and the brackets depend on the number of ranks alone. Many values are under way at a time,
     * along a tree: each rank's publisher is asked for 64 values ahead of the values that have left it as a part of a result, and 64 results wait for each
     * subscriber beyond its demand. When the streams of two ranks that meet are not equally long, the result ends with {@link
     * ErrorClass#COUNT}, which names both and their lengths.
     *
     * @param values what this rank gives; as many as the other ranks
     * @param codec how to write and read a value; the type of its buffers is that of the elements
     * @param op the same on all ranks; {@link ErrorClass#OP} if it has no meaning for the elements' type
     * @param <T> the values' type
     * @return the results; cold
     */
    <T> Flux<T> allreduceStream(Publisher<? extends T> values, Codec<T> codec, Op op);

    /**
     * The same with a function on the values, such as records.
     *
     * @param values as for {@link #allreduceStream(Publisher, Codec, Op)}
     * @param codec how to write and read a value, of whatever length
     * @param function associative; called on the progress thread, and must not block; what it throws fails the stream with {@link
     *     ErrorClass#OP} on all ranks
     * @param <T> the values' type
     * @return as {@link #allreduceStream(Publisher, Codec, Op)}
     */
    <T> Flux<T> allreduceStream(Publisher<? extends T> values, Codec<T> codec, BinaryOperator<T> function);

    /**
     * Reduces the values of all ranks up to each: its k-th result is the reduction of the k-th values of rank 0 to itself.
     *
     * <pre>
     *  values of rank 0   --1-----2---3-----|
     *  values of rank 1   ----10-20-----30--|
     *  result of rank 0   --1-----2---3-----|
     *  result of rank 1   ------11-22-----33-|
     * </pre>
     *
     * <p>The operands stand in the order of the ranks, and the brackets depend on the number of ranks alone. Many values are under way at a time,
     * along a chain of all ranks: each rank's publisher is asked for 64 values ahead of the values that have left it as a part of a result, and 64 results wait for each
     * subscriber beyond its demand. When the streams of two ranks that meet are not equally long, the result ends with {@link
     * ErrorClass#COUNT}, which names both and their lengths.
     *
     * @param values what this rank gives; as many as the other ranks
     * @param codec how to write and read a value; the type of its buffers is that of the elements
     * @param op the same on all ranks; {@link ErrorClass#OP} if it has no meaning for the elements' type
     * @param <T> the values' type
     * @return the results; cold
     */
    <T> Flux<T> scanStream(Publisher<? extends T> values, Codec<T> codec, Op op);

    /**
     * The same with a function on the values, such as records.
     *
     * @param values as for {@link #scanStream(Publisher, Codec, Op)}
     * @param codec how to write and read a value, of whatever length
     * @param function associative; called on the progress thread, and must not block; what it throws fails the stream with {@link
     *     ErrorClass#OP} on all ranks
     * @param <T> the values' type
     * @return as {@link #scanStream(Publisher, Codec, Op)}
     */
    <T> Flux<T> scanStream(Publisher<? extends T> values, Codec<T> codec, BinaryOperator<T> function);
}
