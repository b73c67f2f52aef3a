package org.reactivempi;

import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/**
 * A session as its communicators know it: who is there, what waits, and how it ends.
 *
 * @see AnyCommunicator#session
 * @since 0.1
 */
public interface SessionView {

    /**
     * Where a buffer for buffered sends is attached, for all communicators that have none of their own.
     *
     * @return the same object at each call
     * @see Communicator#buffers
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#section.3.6">MPI-4.1, 3.6</a>
     */
    BufferedMode buffers();

    /**
     * The time ({@code MPI_Wtime}), which never goes backwards: for differences of two times of one rank. Any thread.
     *
     * @return seconds since a moment that is another one on each rank, and may lie in the future
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#section.9.6">MPI-4.1, 9.6</a>
     */
    double wtime();

    /**
     * How fine {@link #wtime} is ({@code MPI_Wtick}).
     *
     * @return seconds between two times that can be told apart: the unit of the clock, which may move in larger steps
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#section.9.6">MPI-4.1, 9.6</a>
     */
    double wtick();

    /**
     * Where the signals of all operations arrive.
     *
     * @return the scheduler on this rank's progress thread; disposing it has no effect
     */
    Scheduler scheduler();

    /**
     * Ends all ranks of the job with an exit code ({@code MPI_Abort}), without an orderly close, and within 5 s.
     *
     * <p>Cold; starts when subscribed. The launcher ends the processes, and gives the code as its own. Where ranks share a
     * JVM without a launcher, as in tests, their sessions end, and their operations fail with {@link ErrorClass#SESSION}.
     *
     * @param code 1 to 255
     * @return completes, without a value, when all ranks have been told; never where this process ends; fails with {@link
     *     ErrorClass#ARG} if the code is another one
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#section.9.7">MPI-4.1, 9.7</a>
     */
    Mono<Void> abort(int code);

    /**
     * The ranks of the job as they come and go, as this rank sees it. Costs nothing until it is subscribed, and nothing for
     * each message.
     *
     * <pre>
     *  subscriber --request----------------------------------------------------------------------
     *  members             0 JOINED, 1 JOINED, 2 AWAITED ----- 1 SUSPECT --- 1 FAILED --- 1 RETURNED ---|
     * </pre>
     *
     * <p>A change is signalled before the operations that end, or go on, because of it: {@link Member.State#FAILED} before
     * their errors, and what starts after {@link Member.State#RETURNED} reaches the process that has come. Ranks come again where
     * the setting {@code peers} lists them; those of a launcher's job are there from the start, and leave or fail once. A rank that
     * this one has never exchanged a message with may have gone without being missed, where a launcher is.
     *
     * @return cold: each subscriber gets the present state of each rank, this one included, in order, then each change, on the
     *     progress scheduler; completes when the session ends. Changes wait for a subscriber without demand, without limit
     */
    Flux<Member> members();

    /**
     * What this rank waits for now. Costs nothing until it is subscribed.
     *
     * @return cold; a snapshot for each subscription, on the progress scheduler; fails with {@link ErrorClass#SESSION} if the
     *     session has ended
     */
    Mono<Snapshot> snapshot();

    /**
     * Stalls that this rank finds: proven deadlocks, told by the lowest rank that waits in it, and long waits of this rank that
     * are merely suspected. The settings {@code stall-after} and {@code suspect-after} say when it looks.
     *
     * @return hot, on the progress scheduler; begins with the last one, if there was one; completes when the session ends
     */
    Flux<Stall> stalls();

    /**
     * The end of a program that can't go on by itself: errors that Reactor's operators pass to no subscriber, but rethrow,
     * those of the JVM such as {@link StackOverflowError} and {@link NoClassDefFoundError} above all. The subscriber
     * of such an operator gets no further signal. The session, and all other operations, go on; the error goes to Reactor's
     * hook for dropped errors, and comes here. {@link Mpi#run} ends the rank with it.
     *
     * <p>What the library itself throws where nothing catches comes here as well. It ends the session: all operations fail with the
     * class {@link ErrorClass#SESSION}, and peers take this rank for failed.
     *
     * <p>So does the end of a rank that others have taken for failed, and go on without, where a launcher has started it: a {@link
     * ProcessFailedException} with this rank's own number. All operations, and {@link #close}, fail with one as well.
     *
     * @return hot: fails with the first such error that is thrown inside this rank's progress loop, also if that was before;
     *     never completes; on the progress thread, or a thread that does its work while it blocks
     */
    Mono<Void> failure();

    /**
     * Finalizes: waits until all that was started here has completed and what was sent is on its way, then frees
     * threads, connections and memory. From the first subscription on, new operations fail with
     * {@link ErrorClass#SESSION}. Subscribing again waits for the same end. Cancelling does not stop it.
     *
     * <p>What was sent, and whose send has completed, is delivered, unless its receiver fails, or doesn't read it within the
     * setting {@code reconnect-timeout}, 5 s at least. Where no operation has told of such a failure, this does: nothing is left
     * then, but it ends with a {@link ProcessFailedException}. A receiver that finalizes without receiving what was sent to it
     * is no failure.
     *
     * @return completes, without a value, when nothing is left, on a thread of its own; fails with {@link
     *     ProcessFailedException} if something that was sent has not been delivered
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.11.2.2">MPI-4.1, 11.2.2</a>
     */
    Mono<Void> close();
}
