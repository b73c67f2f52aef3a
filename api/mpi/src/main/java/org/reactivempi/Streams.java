package org.reactivempi;

import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Streams of values from one rank to another, whose demand crosses the link, as every {@link Communicator} offers them. MPI
 * has nothing like them.
 *
 * <p>Streams are matched by communicator, source and tag in the order in which they are started, and never meet messages.
 * Each operation is cold, may be subscribed from any thread, and signals on the communicator's progress scheduler.
 *
 * <p>Each of them fails with {@link ErrorClass#RANK} if its rank is not in the communicator, with {@link ErrorClass#TAG} if
 * its tag is outside its range, with {@link ErrorClass#COMM} if the communicator is freed, with {@link RevokedException} if
 * it is revoked, with {@link ErrorClass#SESSION} if the session is closed, and with {@link ProcessFailedException} if its
 * peer has failed.
 *
 * @since 0.1
 */
public interface Streams {

    /**
     * Sends a stream of values to the rank that receives it with {@link #receiveStream} and the same tag.
     *
     * <pre>
     *  values                 --a----b---c|
     *  receiver's demand      --2---------2-----
     *  result                 -----------------|
     * </pre>
     *
     * <p>Cold: each subscription sends one stream, from its first request on. {@code values} is subscribed, on the progress
     * thread, when a receiver has taken the stream, and gets exactly the demand that the receiver sends; of a large demand,
     * as much at a time as can be sent soon. It may give values on any thread, and sees the subscriber's {@code Context}.
     * Streams are matched by communicator, source and tag in the order in which they are started, and never meet messages.
     *
     * <p>An error of {@code values}, and a value that cannot be encoded, end the stream on both sides. Cancelling cancels
     * {@code values}, and the receiver sees an error; before a receiver has taken the stream, it is withdrawn.
     *
     * @param values what to send; demand, completion, error and cancellation cross the link
     * @param codec how to write a value
     * @param destination rank in this communicator, or {@link Mpi#PROC_NULL}, which takes the whole stream at once
     * @param tag 0 to {@link Communicator#tagUpperBound()}
     * @param <T> the values' type
     * @return completes, without a value, when the receiver has all values, or wants no more: it has cancelled, or could not
     *     decode one; on the progress scheduler. The values' memory is free then.
     */
    <T> Mono<Void> sendStream(Publisher<? extends T> values, Codec<T> codec, int destination, int tag);

    /**
     * Receives a stream of values that a rank sends with {@link #sendStream} and the same tag, with a prefetch of
     * {@link Mpi#STREAM_PREFETCH}.
     *
     * @param codec how to read a value
     * @param source rank in this communicator, {@link Mpi#ANY_SOURCE}, or {@link Mpi#PROC_NULL}, whose stream is empty
     * @param tag 0 to {@link Communicator#tagUpperBound()}, or {@link Mpi#ANY_TAG}
     * @param <T> the values' type
     * @return as {@link #receiveStream(Codec, int, int, int)}
     */
    default <T> Flux<T> receiveStream(Codec<T> codec, int source, int tag) {
        return receiveStream(codec, source, tag, Constants.STREAM_PREFETCH);
    }

    /**
     * Receives a stream of values that a rank sends with {@link #sendStream} and the same tag.
     *
     * <pre>
     *  demand   --2--------1-----9------
     *  values   ----a--b-----c-----d--e|
     * </pre>
     *
     * <p>Cold: each subscription takes one stream, from its first request on. Cancelling cancels the sender's values; before
     * a stream has come, it leaves the next one to others. An error of the sender arrives after the last value, as a {@link
     * StreamException} with its type's name and message. An element that cannot be decoded fails with {@link
     * ErrorClass#CONVERSION}, and cancels the sender's values. When the sender's process has failed, so does the stream, once
     * what had arrived is taken. The values' memory belongs to the subscriber.
     *
     * @param codec how to read a value
     * @param source rank in this communicator, {@link Mpi#ANY_SOURCE}, or {@link Mpi#PROC_NULL}, whose stream is empty
     * @param tag 0 to {@link Communicator#tagUpperBound()}, or {@link Mpi#ANY_TAG}
     * @param prefetch how many values may be on their way beyond the demand, 0 or more: a subscriber that has requested n
     *     makes at most {@code n + prefetch} values leave the sender
     * @param <T> the values' type
     * @return the values in their order, on the progress scheduler
     */
    <T> Flux<T> receiveStream(Codec<T> codec, int source, int tag, int prefetch);
}
