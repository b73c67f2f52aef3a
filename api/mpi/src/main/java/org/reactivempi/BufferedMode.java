package org.reactivempi;

import reactor.core.publisher.Mono;

/**
 * Where a buffer for buffered sends can be attached: a session, for all its communicators, or one communicator.
 *
 * <p>{@link Communicator#ibsend} copies a message into the buffer of its communicator, or into its session's if the
 * communicator has none. The buffer is used as a circular queue: a message takes its own bytes and
 * {@link Mpi#BSEND_OVERHEAD_BYTES}, in one piece, and gives them back when it and all older ones have been sent.
 *
 * <p>All operations are cold, may be subscribed from any thread, take effect in the order in which one thread starts
 * them, and signal on the progress scheduler.
 *
 * @see <a href="https://www.mpi-forum.org/docs/">MPI-4.1, 3.6</a>
 * @since 0.1
 */
public interface BufferedMode {

    /**
     * Attaches a buffer ({@code MPI_Buffer_attach}).
     *
     * @param sizeBytes how much it holds, {@link Mpi#BSEND_OVERHEAD_BYTES} for each message included; 0 or more
     * @return completes, without a value, when it is attached; fails with {@link ErrorClass#BUFFER} if one is attached
     *     already, with {@link ErrorClass#ARG} for a negative size, and with {@link ErrorClass#NO_MEM} if there is no memory
     *     for it
     */
    Mono<Void> attachBuffer(int sizeBytes);

    /**
     * Attaches a buffer that grows with need and shrinks when messages have been sent ({@code MPI_BUFFER_AUTOMATIC}).
     *
     * @return completes, without a value, when it is attached; fails with {@link ErrorClass#BUFFER} if one is attached
     *     already
     */
    Mono<Void> attachAutomaticBuffer();

    /**
     * Waits until all messages that are in the buffer have been sent, and keeps the buffer ({@code MPI_Buffer_flush}).
     * Cancelling ends the wait alone.
     *
     * @return completes, without a value, when every message that was in the buffer at the subscription has left it, at once
     *     if no buffer is attached
     */
    Mono<Void> flushBuffer();

    /**
     * Waits until all messages that are in the buffer have been sent, and takes it away ({@code MPI_Buffer_detach}). From
     * the subscription on, it takes no new messages. Cancelling ends the wait alone; the buffer is detached nevertheless.
     *
     * @return the buffer's size in bytes, 0 for an automatic one, when it is empty; fails with {@link ErrorClass#BUFFER} if
     *     none is attached
     */
    Mono<Integer> detachBuffer();
}
