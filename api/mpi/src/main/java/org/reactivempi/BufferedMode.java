package org.reactivempi;

import reactor.core.publisher.Mono;

/**
 * Where a buffer for buffered sends can be attached: a session, for all its communicators, or one communicator.
 *
 * <p>{@link Communicator#ibsend} copies a message into the buffer of its communicator, or into its session's if the
 * communicator has none. The buffer is a circular queue: a message takes its own bytes and
 * {@link Mpi#BSEND_OVERHEAD_BYTES} until it has been sent. It fits whenever that many bytes are free: where they are not
 * in one piece, the messages in the queue are pushed together. So what fits by the model of the standard fits here. A
 * message that the receiver takes at once needs free space like all others, and leaves it free.
 *
 * <p>A message whose receiver fails before it has been sent leaves the buffer and is dropped: its sender has completed,
 * and nobody is left to be told. A sender that wants to know uses {@link Communicator#issend}.
 *
 * <p>A session that closes waits until its buffers are empty. A communicator that is freed fails all of these operations
 * with {@link ErrorClass#COMM}, and lets go of its buffer when that is empty.
 *
 * <p>All operations are cold, may be subscribed from any thread, take effect in the order in which one thread starts
 * them, and signal on the progress scheduler.
 *
 * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#section.3.6">MPI-4.1, 3.6</a>
 * @since 0.1
 */
public interface BufferedMode {

    /**
     * Attaches a buffer ({@code MPI_Buffer_attach}).
     *
     * @param sizeBytes how much it holds, {@link Mpi#BSEND_OVERHEAD_BYTES} for each message included; 0 or more
     * @return completes, without a value, when it is attached; fails with {@link ErrorClass#BUFFER} if one is attached
     *     already, with {@link ErrorClass#ARG} if the size is negative, and with {@link ErrorClass#NO_MEM} if there is no memory
     *     for it
     */
    Mono<Void> attach(int sizeBytes);

    /**
     * Attaches a buffer that grows with need and shrinks when messages have been sent ({@code MPI_BUFFER_AUTOMATIC}).
     *
     * <p>It keeps memory only for messages that wait, each of at most the length of a Java array. Nothing but the heap
     * bounds it, so a program that sends more than is received fills its memory; a message for which there is none fails
     * with {@link ErrorClass#NO_MEM}, and is not received.
     *
     * @return completes, without a value, when it is attached; fails with {@link ErrorClass#BUFFER} if one is attached
     *     already
     */
    Mono<Void> attachAutomatic();

    /**
     * Waits until all messages that are in the buffer have been sent, and keeps the buffer ({@code MPI_Buffer_flush}).
     * Cancelling ends the wait alone.
     *
     * @return completes, without a value, when every message that was in this owner's own buffer at the subscription has left
     *     it, at once if it has no buffer
     */
    Mono<Void> flush();

    /**
     * Waits until all messages that are in the buffer have been sent, and takes it away ({@code MPI_Buffer_detach}). From
     * the subscription on, it takes no new messages, and another one may be attached. Cancelling ends the wait alone; the
     * buffer is detached nevertheless.
     *
     * @return the buffer's size in bytes, 0 for an automatic one, when it is empty; fails with {@link ErrorClass#BUFFER} if
     *     none is attached
     */
    Mono<Integer> detach();
}
