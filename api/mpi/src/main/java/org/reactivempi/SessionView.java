package org.reactivempi;

import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.Map;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/**
 * A session as its communicators know it, and as {@link #open} gives one to a component: who is there, groups and communicators of them,
 * what waits, and how it ends.
 *
 * <pre>
 *  Session, which has joined the job    world, and what is made of it
 *    +-- opened session                 groups of it, and communicators of these
 *    +-- opened session                 the same, apart from the others
 * </pre>
 *
 * @see AnyCommunicator#session
 * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#section.11.3">MPI-4.1, 11.3</a>
 * @since 0.1
 */
public interface SessionView extends Abortable {

    /**
     * Opens another session of this rank, for a library or a component that does not own the program ({@code MPI_Session_init}).
     *
     * <p>Local and cheap: it says nothing to other ranks, and has threads, connections and settings in common with all sessions of the
     * rank. Groups, communicators and buffers are its own. Where they meet those of another session in one call, that call fails with
     * {@link ErrorClass#SESSION}; requests may be waited for together. Any number may be open at a time, and further ones may be opened
     * when others were closed. Closing one ends no other, with one exception: the end of the {@link Session} that has joined
     * the job ends all.
     *
     * <p>Its {@link #scheduler}, {@link #members}, {@link #snapshot}, {@link #stalls}, {@link #failure}, {@link #abort} and {@link #wtime} are the rank's.
     *
     * @return cold: each subscription opens one, which is signalled on the progress scheduler; fails with {@link ErrorClass#SESSION} if
     *     this one is closed. One whose subscriber has cancelled need not be closed
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.11.3.1">MPI-4.1, 11.3.1</a>
     */
    Mono<SessionView> open();

    /**
     * The names of sets of processes ({@code MPI_Session_get_num_psets}, {@code MPI_Session_get_nth_pset}).
     *
     * <p>There are always {@code mpi://WORLD}, all ranks; {@code mpi://SELF}, this one; and {@code rmpi://PRESENT}, the ranks that are there
     * now, as {@link #members} has them. {@code rmpi://HOST} are the ranks of this host, where that is known, and {@code rmpi://APP/0},
     * {@code rmpi://APP/1} and so on those of each program of the job, where the launcher says which they are. The user's own
     * follow: the launcher's {@code --process-set NAME=0-3}, or the setting {@code process-sets}.
     *
     * @return in the same order at each call
     * @throws MpiException {@link ErrorClass#SESSION} if this session was opened, and is closed
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.11.3.2">MPI-4.1, 11.3.2</a>
     */
    List<String> processSets();

    /**
     * The processes of a set as a group of this session ({@code MPI_Group_from_session_pset}). Local.
     *
     * @param processSet one of {@link #processSets}
     * @return cold: the group, in the order of the ranks in the world, or of the user where the set is the user's; on the progress
     *     scheduler. Fails with {@link ErrorClass#ARG} if there is no such set, and with {@link ErrorClass#SESSION} if the session is closed
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#section.7.3">MPI-4.1, 7.3.2</a>
     */
    Mono<Group> group(String processSet);

    /**
     * What is known of a set of processes ({@code MPI_Session_get_pset_info}). Local.
     *
     * @param processSet one of {@link #processSets}
     * @return cold: values by their keys, among them {@code mpi_size}, how many processes it has; on the progress scheduler. Fails as
     *     {@link #group}
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.11.3.3">MPI-4.1, 11.3.3</a>
     */
    Mono<Map<String, String>> info(String processSet);

    /**
     * A communicator of a group, without another one that it is made of ({@code MPI_Comm_create_from_group}).
     *
     * <p>The members of the group call this, and nobody else, all with the same group and the same text; each has its rank in the group. The
     * text tells calls apart that run at the same time, in whatever order each rank makes them: each of these needs a text of its own among
     * all sessions of its ranks, so a component takes a name that no other has, such as that of its package. A text may be used again when the
     * call before has ended.
     *
     * <p>Cold: each subscription makes a communicator. Where one of the calls goes wrong as below, or a member fails before it has done
     * its part, all members fail alike. A subscription that is cancelled goes on for the other members.
     *
     * @param group of this session, with this process; of {@link #group}, or {@link Communicator#group}
     * @param text 1 to {@link Mpi#MAX_STRING_TAG} characters, none of them a control character
     * @return the communicator, on the progress scheduler; empty, at once, if the group is {@linkplain Group#empty empty}; fails with {@link
     *     ErrorClass#ARG} if the text is another one, or another call runs on this rank under it; with {@link ErrorClass#GROUP} if the group
     *     is null, of another job, without this process, or not the first member's; with {@link ErrorClass#SESSION} if it belongs to
     *     another session, or this one is closed; with {@link ProcessFailedException} if a member has failed
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.7.4.2">MPI-4.1, 7.4.2</a>
     */
    Mono<Communicator> create(Group group, String text);

    /**
     * A communicator of two groups, without another one in which their leaders meet ({@code MPI_Intercomm_create_from_groups}).
     *
     * <p>The members of both groups call this, as {@link #create(Group, String)} says, those of the other group with the groups the other way round.
     *
     * @param local this process's group, of this session
     * @param remote the other group, of this session; it has no process in common with {@code local}
     * @param text as there
     * @return the communicator, on the progress scheduler; empty, at once, if one of the groups is {@linkplain Group#empty empty}; fails as
     *     there, and with {@link ErrorClass#GROUP} if the groups have a process in common
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.7.6.2">MPI-4.1, 7.6.2</a>
     */
    Mono<Intercommunicator> intercommunicator(Group local, Group remote, String text);

    /**
     * How processes that were started apart find each other.
     *
     * @return the same object at each call
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#section.11.9">MPI-4.1, 11.9</a>
     */
    Ports ports();

    /**
     * Makes a communicator of this process and the one at the other end of a socket, which calls this as well ({@code MPI_Comm_join}). They
     * meet over the socket, and then talk over channels as all do; the socket is open, and where it was, when the communicator is there.
     * Processes of two jobs need the same {@code port-secret}, as at ports.
     *
     * @param socket connected, in blocking mode, and used by nobody else meanwhile, on both ends
     * @return cold: each subscription joins once; the communicator, in which each group has one process, on the progress scheduler. Waits until
     *     the other end calls it. Fails with {@link ErrorClass#ARG} if the socket is not connected, or not in blocking mode, with
     *     {@link ErrorClass#PORT} if the other end is closed, says something else, or can't be met, and with {@link ErrorClass#SESSION} if the
     *     session is closed. Cancelling ends it on this end; the socket is then in the middle of it, and still read from, so it has to be
     *     closed, which ends it on the other end
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.11.10.5">MPI-4.1, 11.10.5</a>
     */
    Mono<Intercommunicator> join(SocketChannel socket);

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
     * What is done about errors that belong to no communicator: of {@link #abort}, of {@link #close}, and of the session's
     * {@linkplain #buffers buffer}.
     *
     * @return the same object at each call
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#section.9.3">MPI-4.1, 9.3</a>
     */
    Errors<SessionView> errors();

    /**
     * The classes and codes of errors that this rank's program has added.
     *
     * @return the same object at each call
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#section.9.5">MPI-4.1, 9.5</a>
     */
    ErrorCodes errorCodes();

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
    @Override
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
     * their errors, and what starts after {@link Member.State#RETURNED} reaches the process that has come. Two errors may come earlier: that of an
     * operation with a rank that this one has never met, of which it is still asked then whether it has left in order, and that of a collective
     * operation which ends because of what another rank says. Ranks come again where
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
     * <p>A session that was {@linkplain #open opened} waits for what was started in it alone, and then frees its communicators together
     * with their other ranks, which free or close them as well; free them before where that should not wait. Handlers of {@code answer}
     * end. Connections and threads stay for the other sessions of the rank, and it completes on the progress scheduler. What the
     * deletion of an attribute throws is told at the end.
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
