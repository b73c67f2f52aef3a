package org.reactivempi.kotlin

import java.nio.ByteBuffer
import kotlinx.coroutines.Job
import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.currentCoroutineContext
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.buffer
import kotlinx.coroutines.reactive.asFlow
import kotlinx.coroutines.reactor.asFlux
import kotlinx.coroutines.reactor.mono
import org.reactivempi.Buffer
import org.reactivempi.Group
import org.reactivempi.LockType
import org.reactivempi.Notification
import org.reactivempi.Op
import org.reactivempi.Ring
import org.reactivempi.SendBuffer
import org.reactivempi.Window
import org.reactivempi.WindowAtomics
import reactor.core.publisher.Mono

/**
 * Starts an operation of this window, and suspends until it ends: `window.await(window.fence())`.
 *
 * As [await][org.reactivempi.kotlin.await] of the window's communicator, but for the dispatcher: a coroutine goes on
 * when that runs it, never within the signal.
 *
 * @param operation of this window, or made of such ones
 * @return its value; null if it completes without one, as most do
 * @since 0.1
 */
public suspend fun <T : Any> Window.await(operation: Mono<T>): T? = awaitDispatched(operation)

/**
 * Writes what a buffer holds to the memory of a target, as [put][Window.put] does, and suspends until [data] may be
 * changed.
 *
 * @param data what is written; unchanged until this returns or throws
 * @param target a rank of the window, or [PROC_NULL][org.reactivempi.Mpi.PROC_NULL]
 * @param displacement where to, in the target's unit
 * @see await for cancellation, errors and contexts
 * @since 0.1
 */
public suspend fun Window.putBuffer(data: SendBuffer, target: Int, displacement: Long) {
    await(put(data, target, displacement))
}

/**
 * Reads the memory of a target into a buffer, as [get][Window.get] does.
 *
 * @param room where to put it; not to be read or written until this returns or throws
 * @param target a rank of the window, or [PROC_NULL][org.reactivempi.Mpi.PROC_NULL]
 * @param displacement where from, in the target's unit
 * @see await for cancellation, errors and contexts
 * @since 0.1
 */
public suspend fun Window.getInto(room: Buffer, target: Int, displacement: Long) {
    await(get(room, target, displacement))
}

/**
 * Combines the elements of a buffer with those at a target, as [accumulate][Window.accumulate] does, and suspends until
 * [data] may be changed.
 *
 * @param data what comes in from the right; unchanged until this returns or throws
 * @param target a rank of the window, or [PROC_NULL][org.reactivempi.Mpi.PROC_NULL]
 * @param displacement where the elements are, in the target's unit
 * @param op a predefined operation that the type has, or [REPLACE][Op.REPLACE]
 * @see await for cancellation, errors and contexts
 * @since 0.1
 */
public suspend fun Window.accumulateBuffer(data: SendBuffer, target: Int, displacement: Long, op: Op) {
    await(accumulate(data, target, displacement, op))
}

/**
 * Combines a value with the element at a place, and gives what was there before, as
 * [fetchAndOp][WindowAtomics.fetchAndOp] does.
 *
 * @param value what comes in from the right
 * @param target a rank of the window, or [PROC_NULL][org.reactivempi.Mpi.PROC_NULL]
 * @param displacement where the element is, in the target's unit
 * @param op a predefined operation, [REPLACE][Op.REPLACE] or [NO_OP][Op.NO_OP]
 * @return the element from just before
 * @see await for cancellation, errors and contexts
 * @since 0.1
 */
public suspend fun <T : Any> WindowAtomics<T>.fetchValue(value: T, target: Int, displacement: Long, op: Op): T =
    awaitDispatched(fetchAndOp(value, target, displacement, op))!!

/**
 * Replaces the element at a place if it is the expected one, and gives what was there before, as
 * [compareAndSwap][WindowAtomics.compareAndSwap] does.
 *
 * @param expected what the element has to be
 * @param value what it becomes
 * @param target a rank of the window, or [PROC_NULL][org.reactivempi.Mpi.PROC_NULL]
 * @param displacement where the element is, in the target's unit
 * @return the element from just before: the expected one where it was replaced
 * @see await for cancellation, errors and contexts
 * @since 0.1
 */
public suspend fun <T : Any> WindowAtomics<T>.swapValue(expected: T, value: T, target: Int, displacement: Long): T =
    awaitDispatched(compareAndSwap(expected, value, target, displacement))!!

/**
 * Runs a suspending [body] under a lock, which is released when that returns, throws, or is cancelled; see
 * [locked][Window.locked].
 *
 * [body] runs in the caller's context, dispatcher included.
 *
 * @param type who else may hold a lock at that target
 * @param target a rank of the window, or [PROC_NULL][org.reactivempi.Mpi.PROC_NULL]
 * @param body what is done, with this window
 * @return what [body] gives, when the lock is released: all that it has started is complete at the target then
 * @see await for errors
 * @since 0.1
 */
public suspend fun <T : Any> Window.withLock(type: LockType, target: Int, body: suspend (window: Window) -> T): T =
    within(body) { locked(type, target, it) }

/**
 * Runs a suspending [body] under shared locks at all targets; else as [withLock].
 *
 * @param body what is done, with this window
 * @return what [body] gives, when the locks are released
 * @since 0.1
 */
public suspend fun <T : Any> Window.withLockAll(body: suspend (window: Window) -> T): T = within(body) { lockedAll(it) }

/**
 * Runs a suspending [body] between two fences, which all ranks have to take part in; else as [withLock].
 *
 * @param body what is done, with this window
 * @return what [body] gives, after the second fence
 * @since 0.1
 */
public suspend fun <T : Any> Window.withFences(body: suspend (window: Window) -> T): T = within(body) { fenced(it) }

/**
 * Runs a suspending [body] that accesses the memory of ranks which expose it, as by [withExposure]; else as [withLock].
 *
 * @param targets a group of ranks of the window
 * @param body what is done, with this window
 * @return what [body] gives, when the epoch is complete
 * @since 0.1
 */
public suspend fun <T : Any> Window.withAccess(targets: Group, body: suspend (window: Window) -> T): T =
    within(body) { accessed(targets, it) }

/**
 * Runs a suspending [body] while ranks access the memory of this one, as by [withAccess]; else as [withLock].
 *
 * @param origins a group of ranks of the window
 * @param body what is done meanwhile, with this window
 * @return what [body] gives, when the origins have completed
 * @since 0.1
 */
public suspend fun <T : Any> Window.withExposure(origins: Group, body: suspend (window: Window) -> T): T =
    within(body) { exposed(origins, it) }

/**
 * Puts the frames of a flow to slots of a target's memory as they are free, as [putStream][Window.putStream] does, and
 * suspends until the target has all of them, or wants no more.
 *
 * The flow is collected in the caller's context, dispatcher included, from the moment when the target has come; `emit`
 * suspends as long as no slot is free. An error of the flow ends the stream on both sides, and is thrown here.
 *
 * @param frames each not longer than a slot
 * @param target a rank of the window, or [PROC_NULL][org.reactivempi.Mpi.PROC_NULL]
 * @param ring where the slots are; the target has an equal one
 * @param tag 0 or more, which [takeFlow] at the target has as well
 * @see await for cancellation, errors and contexts
 * @since 0.1
 */
public suspend fun Window.putFlow(frames: Flow<SendBuffer>, target: Int, ring: Ring, tag: Int) {
    val context = currentCoroutineContext().minusKey(Job)
    await(putStream(frames.asFlux(context), target, ring, tag))
}

/**
 * The frames that an origin puts to slots of this rank's memory with [putFlow] or [putStream][Window.putStream]: each
 * as the slot itself, as [takeStream][Window.takeStream] gives it.
 *
 * Cold. A frame is requested when the collector has taken the one before, and is the collector's until that has taken
 * the next one. `buffer` after it requests as many at a time as it holds: at most half as many as the ring has slots.
 *
 * @param origin a rank of the window, or [PROC_NULL][org.reactivempi.Mpi.PROC_NULL], whose stream is empty
 * @param ring where the slots are in this rank's memory
 * @param tag 0 or more
 * @return the frames in their order, in the context of the collector
 * @since 0.1
 */
public fun Window.takeFlow(origin: Int, ring: Ring, tag: Int): Flow<ByteBuffer> =
    takeStream(origin, ring, tag).asFlow().buffer(Channel.RENDEZVOUS)

/**
 * The notifications of a tag that come to this rank, as [notifications][Window.notifications] gives them: one is taken
 * when the collector is ready for it.
 *
 * @param tag 0 or more
 * @return the notifications in the order in which they came, in the context of the collector
 * @since 0.1
 */
public fun Window.notificationFlow(tag: Int): Flow<Notification> =
    notifications(tag).asFlow().buffer(Channel.RENDEZVOUS)

private suspend fun <T : Any> within(
    body: suspend (window: Window) -> T,
    epoch: (body: (window: Window) -> Mono<T>) -> Mono<T>,
): T {
    val context = currentCoroutineContext().minusKey(Job)
    return awaitDispatched(epoch { window -> mono(context) { body(window) } })!!
}
