package org.reactivempi.kotlin

import kotlin.coroutines.ContinuationInterceptor
import kotlin.coroutines.CoroutineContext
import kotlin.coroutines.resume
import kotlin.coroutines.resumeWithException
import kotlinx.coroutines.CancellableContinuation
import kotlinx.coroutines.CoroutineDispatcher
import kotlinx.coroutines.ExperimentalCoroutinesApi
import kotlinx.coroutines.reactor.ReactorContext
import kotlinx.coroutines.reactor.SchedulerCoroutineDispatcher
import kotlinx.coroutines.reactor.asCoroutineDispatcher
import kotlinx.coroutines.suspendCancellableCoroutine
import org.reactivempi.Buffer
import org.reactivempi.Codec
import org.reactivempi.Communicator
import org.reactivempi.Message
import org.reactivempi.SendBuffer
import org.reactivempi.Status
import org.reactivestreams.Subscriber
import org.reactivestreams.Subscription
import reactor.core.CoreSubscriber
import reactor.core.publisher.Mono
import reactor.core.publisher.Operators
import reactor.util.context.Context

/**
 * Runs coroutines on this rank's [progress thread][Communicator.scheduler], which moves its messages: what waits for an
 * operation there goes on without a change of threads. Coroutines must not block it, nor compute for long;
 * `withContext(Dispatchers.IO)` and `withContext(Dispatchers.Default)` do that elsewhere. Time limits of `withTimeout`
 * and `delay` count there as well.
 *
 * @since 0.1
 */
public val Communicator.dispatcher: CoroutineDispatcher
    get() = scheduler().asCoroutineDispatcher()

/**
 * Starts an operation of this communicator, and suspends until it ends: `world.await(world.allreduce(send, receive,
 * sum))`.
 *
 * Cancelling the coroutine cancels the operation. Errors are thrown as they are signalled, usually as
 * [MpiException][org.reactivempi.MpiException], the same object. The Reactor context of the coroutine, if there is a
 * [ReactorContext], is that of the operation.
 *
 * A coroutine on the [dispatcher] goes on within the signal of the operation. So what is cancelled there, `withTimeout`
 * included, loses no message: a receive has got one, or leaves it to the next receive. On any other dispatcher a
 * message that comes at the moment of a cancellation may be dropped, and is passed to Reactor's hook for dropped
 * values.
 *
 * @param operation of this communicator, or made of such ones
 * @return its value; null if it completes without one, as a barrier and all collective operations do
 * @since 0.1
 */
public suspend fun <T : Any> Communicator.await(operation: Mono<T>): T? =
    awaitOn(operation) { progressDispatcherOf(it) }

/** The same for an operation whose progress thread is not known: the coroutine is always dispatched. */
internal suspend fun <T : Any> awaitDispatched(operation: Mono<T>): T? = awaitOn(operation) { null }

private suspend fun <T : Any> awaitOn(
    operation: Mono<T>,
    onProgress: (context: CoroutineContext) -> CoroutineDispatcher?,
): T? = suspendCancellableCoroutine { continuation ->
    // As a plain subscriber, for which Reactor applies its hooks.
    val awaiting: Subscriber<T> = Awaiting(continuation, onProgress(continuation.context))
    operation.subscribe(awaiting)
}

/**
 * The dispatcher of the context if it runs coroutines on the thread that signals; otherwise they are dispatched to it.
 */
private fun Communicator.progressDispatcherOf(context: CoroutineContext): CoroutineDispatcher? =
    (context[ContinuationInterceptor] as? SchedulerCoroutineDispatcher)?.takeIf { it.scheduler === scheduler() }

/**
 * Sends a value in standard mode, as [send][Communicator.send] does, and suspends until [value] may be changed.
 *
 * @param value what to send; unchanged until this returns or throws
 * @param codec how to write it
 * @param destination rank in this communicator, 0 to `size() - 1`, or [PROC_NULL][org.reactivempi.Mpi.PROC_NULL]
 * @param tag 0 to [tagUpperBound][Communicator.tagUpperBound]
 * @return destination, tag and length
 * @see await for cancellation, errors and contexts
 * @since 0.1
 */
public suspend fun <T : Any> Communicator.sendValue(value: T, codec: Codec<T>, destination: Int, tag: Int): Status =
    await(send(value, codec, destination, tag))!!

/**
 * Receives a value, as [receive][Communicator.receive] does.
 *
 * @param codec how to read it
 * @param source rank in this communicator, or [ANY_SOURCE][org.reactivempi.Mpi.ANY_SOURCE]
 * @param tag 0 to [tagUpperBound][Communicator.tagUpperBound], or [ANY_TAG][org.reactivempi.Mpi.ANY_TAG]
 * @return the value
 * @throws NoSuchElementException if the source is [PROC_NULL][org.reactivempi.Mpi.PROC_NULL], which has no value
 * @see await for cancellation, errors and contexts
 * @since 0.1
 */
public suspend fun <T : Any> Communicator.receiveValue(codec: Codec<T>, source: Int, tag: Int): T =
    await(receive(codec, source, tag)) ?: throw NoSuchElementException("no value comes from the null process")

/**
 * Receives a message of any length, as [receive][Communicator.receive] does.
 *
 * @param source rank in this communicator, [ANY_SOURCE][org.reactivempi.Mpi.ANY_SOURCE], or
 *   [PROC_NULL][org.reactivempi.Mpi.PROC_NULL]
 * @param tag 0 to [tagUpperBound][Communicator.tagUpperBound], or [ANY_TAG][org.reactivempi.Mpi.ANY_TAG]
 * @return the message, which belongs to the caller
 * @see await for cancellation, errors and contexts
 * @since 0.1
 */
public suspend fun Communicator.receiveMessage(source: Int, tag: Int): Message = await(receive(source, tag))!!

/**
 * Sends what a buffer holds in standard mode, as [isend][Communicator.isend] does.
 *
 * @param data what to send; unchanged until this returns or throws, and where it is cancelled while a receive takes the
 *   message, until that is delivered
 * @param destination rank in this communicator, 0 to `size() - 1`, or [PROC_NULL][org.reactivempi.Mpi.PROC_NULL]
 * @param tag 0 to [tagUpperBound][Communicator.tagUpperBound]
 * @return destination, tag and length
 * @see await for cancellation, errors and contexts
 * @since 0.1
 */
public suspend fun Communicator.sendBuffer(data: SendBuffer, destination: Int, tag: Int): Status =
    await(isend(data, destination, tag))!!

/**
 * Receives a message into a buffer, as [irecv][Communicator.irecv] does.
 *
 * @param room where to put the message; not to be read or written until this returns or throws
 * @param source rank in this communicator, [ANY_SOURCE][org.reactivempi.Mpi.ANY_SOURCE], or
 *   [PROC_NULL][org.reactivempi.Mpi.PROC_NULL]
 * @param tag 0 to [tagUpperBound][Communicator.tagUpperBound], or [ANY_TAG][org.reactivempi.Mpi.ANY_TAG]
 * @return actual source, tag and length
 * @see await for cancellation, errors and contexts
 * @since 0.1
 */
public suspend fun Communicator.receiveInto(room: Buffer, source: Int, tag: Int): Status =
    await(irecv(room, source, tag))!!

/**
 * What resumes a coroutine when its operation ends: within the signal if [onProgress] is the coroutine's dispatcher, so
 * that nothing can cancel it between a message and its taker.
 */
@OptIn(ExperimentalCoroutinesApi::class)
private class Awaiting<T : Any>(
    private val continuation: CancellableContinuation<T?>,
    private val onProgress: CoroutineDispatcher?,
) : CoreSubscriber<T> {

    private var isSignalled = false

    override fun currentContext(): Context = continuation.context[ReactorContext]?.context ?: Context.empty()

    override fun onSubscribe(subscription: Subscription) {
        continuation.invokeOnCancellation { subscription.cancel() }
        subscription.request(Long.MAX_VALUE)
    }

    override fun onNext(value: T) {
        isSignalled = true
        if (onProgress == null) {
            continuation.resume(value) { _, dropped, _ -> drop(dropped) }
            return
        }
        with(onProgress) { with(continuation) { resumeUndispatched(value) } }
        if (continuation.isCancelled) {
            drop(value)
        }
    }

    override fun onError(error: Throwable) {
        if (onProgress == null) {
            continuation.resumeWithException(error)
        } else {
            with(onProgress) { with(continuation) { resumeUndispatchedWithException(error) } }
        }
    }

    override fun onComplete() {
        when {
            isSignalled -> return
            onProgress == null -> continuation.resume(null)
            else -> with(onProgress) { with(continuation) { resumeUndispatched(null) } }
        }
    }

    private fun drop(value: T?) {
        value?.let { Operators.onNextDropped(it, currentContext()) }
    }
}
