package org.reactivempi;

import java.util.List;
import java.util.function.BinaryOperator;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * The operations of a communicator with values of one kind, which one codec writes and reads: {@link AnyCommunicator#values
 * world.values(codec)}.
 *
 * <pre>
 *  Values&lt;Measurement&gt; measurements = world.values(JacksonCodecs.json(Measurement.class));
 *  Mono&lt;List&lt;Measurement&gt;&gt; all = measurements.allgather(mine);
 * </pre>
 *
 * <p>What the codec makes of a value may have another length on each rank: no rank has to know it before. Operations are those of the
 * communicator, cold and cancelled as they are: messages and streams are the same as the ones that are given a codec each time, and meet them.
 * Collective operations count among those of {@link Collectives}, and meet only operations with values. A value is written when the
 * operation is subscribed, and read on the progress thread, where {@code map} and functions that reduce run as well.
 *
 * <p><b>Errors.</b> As those of the communicator. Besides, an operation fails with {@link ErrorClass#CONVERSION} where the codec throws. A
 * rank whose value can't be written takes part in collective operations all the same: they fail with {@code CONVERSION} on all ranks that
 * would get it, with that rank in the message. {@link ErrorClass#COUNT} says that what a rank gives is longer than an array can be.
 *
 * @param <T> the values
 * @since 0.1
 */
public interface Values<T> {

    /**
     * Sends a value.
     *
     * @param value what to send, not null
     * @param destination as for {@link PointToPoint#isend}
     * @param tag as for {@link PointToPoint#isend}
     * @return as {@link PointToPoint#send}
     */
    Mono<Status> send(T value, int destination, int tag);

    /**
     * Receives a value.
     *
     * @param source as for {@link PointToPoint#irecv}
     * @param tag as for {@link PointToPoint#irecv}
     * @return as {@link PointToPoint#receive(Codec, int, int)}
     */
    Mono<T> receive(int source, int tag);

    /**
     * Sends values as they come, as fast as the receiver asks for them.
     *
     * @param values what to send
     * @param destination as for {@link Streams#sendStream}
     * @param tag as for {@link Streams#sendStream}
     * @return as {@link Streams#sendStream}
     */
    Mono<Void> sendStream(Publisher<? extends T> values, int destination, int tag);

    /**
     * Receives values as they come.
     *
     * @param source as for {@link Streams#receiveStream(Codec, int, int)}
     * @param tag as for {@link Streams#receiveStream(Codec, int, int)}
     * @return as {@link Streams#receiveStream(Codec, int, int)}
     */
    Flux<T> receiveStream(int source, int tag);

    /**
     * Gives all ranks the root's value ({@code MPI_Bcast}).
     *
     * @param value the root's; not looked at elsewhere, where it may be null
     * @param root as for {@link Collectives#bcast}
     * @return the root's value on all ranks, also at the root; in a communicator of two groups, no value in the root's group
     */
    Mono<T> bcast(@Nullable T value, int root);

    /**
     * Collects the values of all ranks at the root ({@code MPI_Gatherv}).
     *
     * @param value this rank's; in a communicator of two groups not looked at in the root's group, where it may be null
     * @param root as for {@link Collectives#gather}
     * @return at the root, the values in the order of their ranks; no value elsewhere
     */
    Mono<List<T>> gather(@Nullable T value, int root);

    /**
     * Gives each rank a value of the root ({@code MPI_Scatterv}).
     *
     * @param values at the root, one for each rank in their order, else {@link ErrorClass#COUNT}; not looked at elsewhere, where it may be null
     * @param root as for {@link Collectives#scatter}
     * @return this rank's value; in a communicator of two groups, no value in the root's group
     */
    Mono<T> scatter(@Nullable List<? extends T> values, int root);

    /**
     * Collects the values of all ranks at all ranks ({@code MPI_Allgatherv}).
     *
     * @param value this rank's
     * @return the values of all ranks in their order; in a communicator of two groups, those of the other group
     */
    Mono<List<T>> allgather(T value);

    /**
     * Gives a value of each rank to each rank ({@code MPI_Alltoallv}): value j of rank i arrives as value i of rank j.
     *
     * @param values one for each rank in their order, else {@link ErrorClass#COUNT}
     * @return the values that ranks have for this one, in the order of these ranks
     */
    Mono<List<T>> alltoall(List<? extends T> values);

    /**
     * Makes one value of all ranks' at the root ({@code MPI_Reduce}), which has them all in memory for it. It takes two at a time, from rank 0
     * on: so the function has to be associative, and needs not be commutative.
     *
     * @param value as for {@link #gather}
     * @param function makes one value of two; the first one is that of the lower ranks
     * @param root as for {@link Collectives#reduce}
     * @return at the root, the value; no value elsewhere
     */
    Mono<T> reduce(@Nullable T value, BinaryOperator<T> function, int root);

    /**
     * Makes one value of all ranks' at all ranks ({@code MPI_Allreduce}), each of which has them all in memory for it.
     *
     * @param value this rank's
     * @param function as for {@link #reduce}
     * @return the value, on all ranks; in a communicator of two groups, that of the other group
     */
    Mono<T> allreduce(T value, BinaryOperator<T> function);

    /**
     * Makes one value of those of the ranks up to this one ({@code MPI_Scan}).
     *
     * @param value this rank's
     * @param function as for {@link #reduce}
     * @return the value of ranks 0 to this one; fails with {@link ErrorClass#COMM} in a communicator of two groups
     */
    Mono<T> scan(T value, BinaryOperator<T> function);

    /**
     * Makes one value of those of the ranks before this one ({@code MPI_Exscan}).
     *
     * @param value this rank's
     * @param function as for {@link #reduce}
     * @return the value of the ranks before this one, no value at rank 0; fails as {@link #scan}
     */
    Mono<T> exscan(T value, BinaryOperator<T> function);
}
