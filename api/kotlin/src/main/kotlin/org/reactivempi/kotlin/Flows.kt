package org.reactivempi.kotlin

import kotlinx.coroutines.Job
import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.currentCoroutineContext
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.buffer
import kotlinx.coroutines.reactive.asFlow
import kotlinx.coroutines.reactor.asFlux
import org.reactivempi.Codec
import org.reactivempi.Communicator
import org.reactivempi.Mpi

/**
 * A stream of values that a rank sends with [sendFlow] or [sendStream][Communicator.sendStream] and the same tag.
 *
 * Cold: each collection takes one stream. A collector that is late makes its sender wait: a value is requested when the
 * collector has taken the one before, and [prefetch] more may be on their way. `buffer` after it requests as many at a
 * time as it holds. A collection that ends before the stream, also by cancellation, cancels the sender's values. Errors
 * are those of [receiveStream][Communicator.receiveStream].
 *
 * @param codec how to read a value
 * @param source rank in this communicator, [ANY_SOURCE][Mpi.ANY_SOURCE], or [PROC_NULL][Mpi.PROC_NULL], whose stream is
 *   empty
 * @param tag 0 to [tagUpperBound][Communicator.tagUpperBound], or [ANY_TAG][Mpi.ANY_TAG]
 * @param prefetch how many values may be on their way beyond the requested ones, 0 or more
 * @return the values in their order, in the context of the collector
 * @since 0.1
 */
public fun <T : Any> Communicator.receiveFlow(
    codec: Codec<T>,
    source: Int,
    tag: Int,
    prefetch: Int = Mpi.STREAM_PREFETCH,
): Flow<T> = receiveStream(codec, source, tag, prefetch).asFlow().buffer(Channel.RENDEZVOUS)

/**
 * Sends the values of a flow to the rank that receives them with [receiveFlow] or
 * [receiveStream][Communicator.receiveStream] and the same tag, and suspends until that has all of them, or wants no
 * more.
 *
 * The flow is collected in the caller's context, dispatcher and
 * [ReactorContext][kotlinx.coroutines.reactor.ReactorContext] included, from the moment when a receiver has taken the
 * stream; `emit` suspends as long as there is no demand. An error of the flow ends the stream on both sides, and is
 * thrown here. Cancelling the coroutine cancels the flow's collection, and the receiver sees an error.
 *
 * @param values what to send
 * @param codec how to write a value
 * @param destination rank in this communicator, or [PROC_NULL][Mpi.PROC_NULL], which takes the whole flow at once
 * @param tag 0 to [tagUpperBound][Communicator.tagUpperBound]
 * @since 0.1
 */
public suspend fun <T : Any> Communicator.sendFlow(values: Flow<T>, codec: Codec<T>, destination: Int, tag: Int) {
    val context = currentCoroutineContext().minusKey(Job)
    await(sendStream(values.asFlux(context), codec, destination, tag))
}
