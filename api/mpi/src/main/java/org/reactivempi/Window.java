package org.reactivempi;

import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Memory of each rank of a communicator, which all of them read, write and combine with theirs: MPI's window. The rank that has the memory, the
 * target, calls nothing for that; its progress thread applies what comes, whatever its program does meanwhile.
 *
 * <pre>
 *  fence --put, get, accumulate--&gt; fence                                    all ranks together
 *  start(targets) --put, get, accumulate--&gt; complete                        those that access
 *                       post(origins) --&gt; waitFor                           those whose memory it is
 *  lock(target) --put, get, accumulate, flush--&gt; unlock                     an origin by itself
 * </pre>
 * Operations stand in epochs of the origin, of one of these three kinds, which may follow each other in any order. What is called outside of an
 * epoch, or ends none, fails with {@link ErrorClass#RMA_SYNC}, names what is open, sends nothing, and leaves the epoch as it is.
 * {@link #locked}, {@link #lockedAll}, {@link #fenced}, {@link #accessed} and {@link #exposed} begin an epoch for a chain of operations, and end it
 * at the chain's end, error or cancellation.
 *
 * <p><b>Operations</b> ({@link #put}, {@link #get}, {@link #accumulate} and their kind) are cold: each subscription is one. Their {@code Mono}
 * completes when the memory at the origin is its owner's again; that of a get, and of one that fetches, has its result then. It says
 * nothing of the target: {@link #flush} and the ends of epochs do, which wait for all operations that were started before, also for those
 * that nobody awaits: {@code put(a).subscribe()} is what MPI calls {@code MPI_Put}, and {@code Request.start(put(a))} is {@code MPI_Rput}. An error
 * that arises at the target after an operation has completed reaches the next {@code flush}, or end of an epoch, with that target.
 * Cancelling takes an operation back that has not left; any other takes effect, and its result is dropped: the memory that it was for is the
 * user's when {@code cancel} returns. Memory that a put or an accumulate reads may be read on, as that of a send that has been matched, until
 * {@link #flushLocal} or the end of the epoch completes.
 *
 * <p><b>Atomic</b> are accumulates, the fetching ones among them, to each other, element by element; those of one origin at one place are applied in their
 * order. Puts and gets that meet others at one place leave, or get, undefined bytes there, and harm nothing else.
 *
 * <p><b>Memory</b> is seen as MPI's unified model has it: what was applied is there for loads of the target's program, at the latest at its
 * next synchronization. Elements lie in memory of arrays as Java has them, in {@code ByteBuffer}s of the library in little-endian order.
 *
 * <p>Unless a method says otherwise, its {@code Mono} is cold, signals on the progress scheduler, and fails with {@link ErrorClass#WIN} if
 * the window is freed, with {@link RevokedException} if its communicator is revoked, and with {@link ProcessFailedException} if a rank that
 * it waits for is lost. What the loss of a rank, or the target's own memory, leaves of an operation on the way is undefined. A lock of
 * a rank that is lost is free. Any thread may call all methods; the calls of one thread take effect in their order.
 *
 * @see Windows
 * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#chapter.12">MPI-4.1, 12</a>
 * @since 0.1
 */
public interface Window {

    /** The longest memory of a rank that {@link #segment(int)} gives in one piece, in bytes: almost 2 GiB. */
    int MOST_SEGMENT_BYTES = Integer.MAX_VALUE - 2 * WindowHints.MOST_ALIGNMENT;

    /** Where longer memory is divided for {@link #segment(int, long, long)}: at multiples of this many bytes, 1 GiB. */
    int SEGMENT_PART_BYTES = 1 << 30;

    /**
     * How a window was made ({@code MPI_WIN_CREATE_FLAVOR}).
     *
     * @since 0.1
     */
    enum Flavor {
        /** Over memory of the program ({@code MPI_WIN_FLAVOR_CREATE}). */
        CREATE,
        /** Over memory of the library ({@code MPI_WIN_FLAVOR_ALLOCATE}). */
        ALLOCATE,
        /** Over what is attached to it ({@code MPI_WIN_FLAVOR_DYNAMIC}). */
        DYNAMIC,
        /** Over memory of the library that all ranks have in common ({@code MPI_WIN_FLAVOR_SHARED}). */
        SHARED
    }

    /**
     * How the memory of a window, and what operations of others see of it, go together ({@code MPI_WIN_MODEL}).
     *
     * @since 0.1
     */
    enum Model {
        /** They are one ({@code MPI_WIN_UNIFIED}); MPI's other model does not occur. */
        UNIFIED
    }

    // Operations.

    /**
     * Writes to the memory of a target ({@code MPI_Put}, {@code MPI_Rput}).
     *
     * @param data what is written; not of records. Unchanged until the {@code Mono} terminates, or, where it is cancelled, until {@link #flushLocal} or
     *     the end of the epoch completes, since a part that is on its way is read on
     * @param target a rank of the window, or {@link Mpi#PROC_NULL}, where nothing is done
     * @param place where to; as long there in bytes as {@code data}
     * @return completes when {@code data} may be reused. Fails with {@link ErrorClass#RMA_SYNC} outside of an epoch for the target; {@link
     *     ErrorClass#RANK}, {@link ErrorClass#DISP}, {@link ErrorClass#COUNT}, {@link ErrorClass#TYPE} or {@link ErrorClass#BUFFER} if an argument
     *     is wrong; {@link ErrorClass#TRUNCATE} if the lengths of both sides differ; {@link ErrorClass#RMA_RANGE} if bytes are outside of the
     *     target's memory
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.12.3.1">MPI-4.1, 12.3.1</a>
     */
    Mono<Void> put(SendBuffer data, int target, Place place);

    /**
     * As {@link #put(SendBuffer, int, Place)}, with the layout of {@code data} at the target.
     *
     * @param data what is written
     * @param target a rank of the window, or {@link Mpi#PROC_NULL}
     * @param displacement as in {@link Place#at}
     * @return as the other one
     */
    default Mono<Void> put(SendBuffer data, int target, long displacement) {
        return put(data, target, Place.at(displacement));
    }

    /**
     * Reads the memory of a target ({@code MPI_Get}, {@code MPI_Rget}).
     *
     * @param room takes what is read; not of records
     * @param target a rank of the window, or {@link Mpi#PROC_NULL}, where nothing is done
     * @param place where from; as long there in bytes as {@code room}
     * @return completes when all is in {@code room}; fails as {@link #put(SendBuffer, int, Place)}
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.12.3.2">MPI-4.1, 12.3.2</a>
     */
    Mono<Void> get(Buffer room, int target, Place place);

    /**
     * As {@link #get(Buffer, int, Place)}, with the layout of {@code room} at the target.
     *
     * @param room takes what is read
     * @param target a rank of the window, or {@link Mpi#PROC_NULL}
     * @param displacement as in {@link Place#at}
     * @return as the other one
     */
    default Mono<Void> get(Buffer room, int target, long displacement) {
        return get(room, target, Place.at(displacement));
    }

    /**
     * Combines elements with those at a target ({@code MPI_Accumulate}, {@code MPI_Raccumulate}): what is there stands on the left, {@code data} on the
     * right, and the result takes the place of what was there.
     *
     * @param data elements of one basic type, or pairs of one type such as {@link Datatype#DOUBLE_INT}, on both sides and in any layout; a pair is
     *     combined as a whole
     * @param target a rank of the window, or {@link Mpi#PROC_NULL}, where nothing is done
     * @param place where the elements are
     * @param op a predefined operation that the type has, or {@link Op#REPLACE}
     * @return completes when {@code data} may be reused; fails as {@link #put(SendBuffer, int, Place)}, and with {@link ErrorClass#OP} if the
     *     operation is another one, {@link ErrorClass#TYPE} if the elements are of several types, or of another one at the target
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.12.3.4">MPI-4.1, 12.3.4</a>
     */
    Mono<Void> accumulate(SendBuffer data, int target, Place place, Op op);

    /**
     * As {@link #accumulate(SendBuffer, int, Place, Op)}, with the layout of {@code data} at the target.
     *
     * @param data elements
     * @param target a rank of the window, or {@link Mpi#PROC_NULL}
     * @param displacement as in {@link Place#at}
     * @param op a predefined operation that the type has, or {@link Op#REPLACE}
     * @return as the other one
     */
    default Mono<Void> accumulate(SendBuffer data, int target, long displacement, Op op) {
        return accumulate(data, target, Place.at(displacement), op);
    }

    /**
     * Combines elements with those at a target, and gives what was there just before ({@code MPI_Get_accumulate}, {@code MPI_Rget_accumulate}).
     *
     * @param data as in {@link #accumulate(SendBuffer, int, Place, Op)}; with {@link Op#NO_OP} it is not read, and may be {@link Buffer#empty()}
     * @param before takes what was there, as many elements; it has no memory in common with {@code data}
     * @param target a rank of the window, or {@link Mpi#PROC_NULL}, where nothing is done
     * @param place where the elements are
     * @param op a predefined operation that the type has, {@link Op#REPLACE} or {@link Op#NO_OP}
     * @return completes when all is in {@code before}; fails as {@link #accumulate(SendBuffer, int, Place, Op)}, and with {@link ErrorClass#BUFFER}
     *     if both buffers overlap
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.12.3.4">MPI-4.1, 12.3.4</a>
     */
    Mono<Void> getAccumulate(SendBuffer data, Buffer before, int target, Place place, Op op);

    /**
     * As {@link #getAccumulate(SendBuffer, Buffer, int, Place, Op)}, with the layout of {@code before} at the target.
     *
     * @param data elements
     * @param before takes what was there
     * @param target a rank of the window, or {@link Mpi#PROC_NULL}
     * @param displacement as in {@link Place#at}
     * @param op a predefined operation that the type has, {@link Op#REPLACE} or {@link Op#NO_OP}
     * @return as the other one
     */
    default Mono<Void> getAccumulate(SendBuffer data, Buffer before, int target, long displacement, Op op) {
        return getAccumulate(data, before, target, Place.at(displacement), op);
    }

    /**
     * Combines one element with that at a place, and gives what was there just before ({@code MPI_Fetch_and_op}).
     *
     * @param value one element of a basic or a pair type; with {@link Op#NO_OP} it is not read, and may be {@link Buffer#empty()}
     * @param before takes what was there, one element of the same type
     * @param target a rank of the window, or {@link Mpi#PROC_NULL}, where nothing is done
     * @param displacement as in {@link Place#at}
     * @param op a predefined operation that the type has, {@link Op#REPLACE} or {@link Op#NO_OP}
     * @return completes when the element is in {@code before}; fails as {@link #getAccumulate(SendBuffer, Buffer, int, Place, Op)}, and with {@link
     *     ErrorClass#COUNT} if a buffer has not one element
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.12.3.4">MPI-4.1, 12.3.4</a>
     */
    Mono<Void> fetchAndOp(SendBuffer value, Buffer before, int target, long displacement, Op op);

    /**
     * Replaces an element if it is the expected one, and gives what was there just before ({@code MPI_Compare_and_swap}).
     *
     * @param value what the element becomes: one of type byte, boolean, short, char, int or long
     * @param expected what it has to be, of the same type
     * @param before takes what was there, of the same type
     * @param target a rank of the window, or {@link Mpi#PROC_NULL}, where nothing is done
     * @param displacement as in {@link Place#at}
     * @return completes when the element is in {@code before}; fails as {@link #fetchAndOp}, and with {@link ErrorClass#TYPE} for other types
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.12.3.4">MPI-4.1, 12.3.4</a>
     */
    Mono<Void> compareAndSwap(SendBuffer value, SendBuffer expected, Buffer before, int target, long displacement);

    /**
     * The atomic operations on one {@code long}.
     *
     * @return the same at each call
     */
    WindowAtomics<Long> longs();

    /**
     * The atomic operations on one {@code int}.
     *
     * @return the same at each call
     */
    WindowAtomics<Integer> ints();

    // Epochs.

    /**
     * Ends an epoch of all ranks and begins the next one ({@code MPI_Win_fence}). Collective: all ranks subscribe, as often as each other. What
     * any rank starts afterwards in this window, in an epoch of any kind, comes to its target after all operations of the epoch before, also those
     * of other ranks. One that is cancelled takes its part all the same.
     *
     * @param assertions {@link Assertion#NO_PRECEDE}, {@link Assertion#NO_SUCCEED}, {@link Assertion#NO_STORE}, {@link Assertion#NO_PUT}; the
     *     first two the same on all ranks
     * @return completes when all operations of the epoch are complete, at their origins and in this rank's memory. Fails with {@link
     *     ErrorClass#RMA_SYNC} in an epoch of another kind, and with {@link ErrorClass#ASSERT} if there is no such assertion here
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.12.5.1">MPI-4.1, 12.5.1</a>
     */
    Mono<Void> fence(Assertion... assertions);

    /**
     * Begins an epoch in which some ranks access this one's memory ({@code MPI_Win_post}). Does not wait for them.
     *
     * @param origins a group of ranks of the window, which {@link #start} this rank
     * @param assertions {@link Assertion#NO_CHECK}, {@link Assertion#NO_STORE}, {@link Assertion#NO_PUT}
     * @return completes at once. Fails with {@link ErrorClass#RMA_SYNC} if the memory is exposed already, {@link ErrorClass#GROUP} if a
     *     member is no rank of the window, and with {@link ErrorClass#ASSERT} if there is no such assertion here
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.12.5.2">MPI-4.1, 12.5.2</a>
     */
    Mono<Void> post(Group origins, Assertion... assertions);

    /**
     * Begins an epoch in which this rank accesses the memory of some others ({@code MPI_Win_start}). Does not wait for their {@link #post}; the
     * operations for each of them do.
     *
     * @param targets a group of ranks of the window, which {@link #post} to this rank
     * @param assertions {@link Assertion#NO_CHECK}
     * @return completes at once. Fails with {@link ErrorClass#RMA_SYNC} in another access epoch, {@link ErrorClass#GROUP} if a member is no rank of
     *     the window, and with {@link ErrorClass#ASSERT} if there is no such assertion here
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.12.5.2">MPI-4.1, 12.5.2</a>
     */
    Mono<Void> start(Group targets, Assertion... assertions);

    /**
     * Ends what {@link #start} has begun ({@code MPI_Win_complete}).
     *
     * @return completes when the operations of the epoch are complete at the origin; the targets may be behind. Fails with {@link
     *     ErrorClass#RMA_SYNC} without such an epoch
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.12.5.2">MPI-4.1, 12.5.2</a>
     */
    Mono<Void> complete();

    /**
     * Ends what {@link #post} has begun ({@code MPI_Win_wait}; the name is that of Open MPI's Java, since {@code wait} is {@code Object}'s).
     *
     * @return completes when all of the group have completed, and all of their operations are in this rank's memory. Fails with {@link
     *     ErrorClass#RMA_SYNC} without such an epoch
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.12.5.2">MPI-4.1, 12.5.2</a>
     */
    Mono<Void> waitFor();

    /**
     * Whether {@link #waitFor} would come at once ({@code MPI_Win_test}); if so, the epoch ends.
     *
     * @return whether the epoch has ended, at once. Fails with {@link ErrorClass#RMA_SYNC} without such an epoch
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.12.5.2">MPI-4.1, 12.5.2</a>
     */
    Mono<Boolean> test();

    /**
     * Begins an epoch in which this rank accesses the memory of one target, which calls nothing ({@code MPI_Win_lock}). A rank may hold locks at several
     * targets, and at itself. Locks are granted in the order in which they come, shared ones that follow each other together.
     *
     * @param type who else may hold a lock at that target
     * @param target a rank of the window, or {@link Mpi#PROC_NULL}
     * @param assertions {@link Assertion#NO_CHECK}
     * @return completes when the lock is held: what follows is shut out, or shuts out others, whatever it does. One that is cancelled leaves
     *     the queue. Fails with {@link ErrorClass#RMA_SYNC} in an epoch of another kind, if this rank has a lock there already, or if the
     *     window's hints say that there are no locks; {@link ErrorClass#RANK} or {@link ErrorClass#LOCKTYPE} if an argument is wrong, and
     *     with {@link ErrorClass#ASSERT} if there is no such assertion here
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.12.5.3">MPI-4.1, 12.5.3</a>
     */
    Mono<Void> lock(LockType type, int target, Assertion... assertions);

    /**
     * Which rank was lost while it held the exclusive lock of a target that this rank got next: what that rank was to change there may be half
     * changed. {@link #lock} comes all the same, as the loss of a rank frees its locks; whether the memory is right is for the program to find out.
     *
     * <pre>
     *  rank 2   lock(EXCLUSIVE, 0) -- put -- is lost
     *  rank 1   lock(EXCLUSIVE, 0) ~~~~~~~~~~~~~~~~~ held: abandonedBy(0) is 2 -- unlock(0): empty
     *  rank 3   lock(EXCLUSIVE, 0) ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~ held: abandonedBy(0) is empty
     * </pre>
     * The ranks that share the next lock are all told, with {@link #lockAll} when the target is locked by the first operation for it. As soon as one
     * that was told has given its lock back, what that rank has left behind counts as right, and later holders are not told; a rank that
     * cancels its lock in the moment in which it is granted counts as one. A rank that is lost with a shared lock leaves nothing to tell. For any thread.
     *
     * @param target a rank of the window, or {@link Mpi#PROC_NULL}
     * @return a rank of the window, from the end of {@link #lock} until {@link #unlock}; empty otherwise
     * @throws MpiException {@link ErrorClass#RANK} if there is no such target; {@link ErrorClass#WIN} if the window is freed
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.12.5.3">MPI-4.1, 12.5.3</a>
     */
    OptionalInt abandonedBy(int target);

    /**
     * Ends what {@link #lock} has begun ({@code MPI_Win_unlock}).
     *
     * @param target of the lock
     * @return completes when the operations of the epoch are complete at origin and target. Fails with {@link ErrorClass#RMA_SYNC} without
     *     such an epoch
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.12.5.3">MPI-4.1, 12.5.3</a>
     */
    Mono<Void> unlock(int target);

    /**
     * Begins an epoch in which this rank accesses the memory of all ranks under shared locks ({@code MPI_Win_lock_all}). Each target is locked when it
     * is first used, so that those that aren't cost nothing; the own memory at once.
     *
     * @param assertions {@link Assertion#NO_CHECK}
     * @return completes when the own memory is locked. Fails as {@link #lock}
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.12.5.3">MPI-4.1, 12.5.3</a>
     */
    Mono<Void> lockAll(Assertion... assertions);

    /**
     * Ends what {@link #lockAll} has begun ({@code MPI_Win_unlock_all}).
     *
     * @return completes when the operations of the epoch are complete at origin and targets. Fails with {@link ErrorClass#RMA_SYNC} without
     *     such an epoch
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.12.5.3">MPI-4.1, 12.5.3</a>
     */
    Mono<Void> unlockAll();

    /**
     * Waits until what this rank has started before at a target is done there, also for a third rank; the epoch goes on ({@code MPI_Win_flush}).
     *
     * @param target a rank of the window, or {@link Mpi#PROC_NULL}
     * @return completes when all is done. Fails with {@link ErrorClass#RMA_SYNC} without a lock at the target
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.12.5.4">MPI-4.1, 12.5.4</a>
     */
    Mono<Void> flush(int target);

    /**
     * The same for all targets that this rank has locks at ({@code MPI_Win_flush_all}).
     *
     * @return completes when all is done. Fails with {@link ErrorClass#RMA_SYNC} without a lock
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.12.5.4">MPI-4.1, 12.5.4</a>
     */
    Mono<Void> flushAll();

    /**
     * Waits until the origin's memory of what this rank has started before at a target is its owner's, and the results of gets and of fetching
     * operations are there ({@code MPI_Win_flush_local}).
     *
     * @param target a rank of the window, or {@link Mpi#PROC_NULL}
     * @return completes when that is so. Fails with {@link ErrorClass#RMA_SYNC} without a lock at the target
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.12.5.4">MPI-4.1, 12.5.4</a>
     */
    Mono<Void> flushLocal(int target);

    /**
     * The same for all targets that this rank has locks at ({@code MPI_Win_flush_local_all}).
     *
     * @return completes when that is so. Fails with {@link ErrorClass#RMA_SYNC} without a lock
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.12.5.4">MPI-4.1, 12.5.4</a>
     */
    Mono<Void> flushLocalAll();

    /**
     * Orders loads and stores of the own memory with what operations of others have done there ({@code MPI_Win_sync}): those of the subscribing thread
     * before it, and of the thread that hears of its end after it.
     *
     * @return completes at once. Fails with {@link ErrorClass#RMA_SYNC} without a lock
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.12.5.4">MPI-4.1, 12.5.4</a>
     */
    Mono<Void> sync();

    // Epochs that end by themselves.

    /**
     * Does something under a lock, which is released when that completes, fails, or is cancelled.
     *
     * @param <T> what it gives
     * @param type as in {@link #lock}
     * @param target as in {@link #lock}
     * @param body what is done, with this window; called when the lock is held
     * @return what {@code body} gives, when the lock is released: all that it has started is complete at the target then. Fails as {@link #lock},
     *     {@code body} and {@link #unlock}
     */
    <T> Mono<T> locked(LockType type, int target, Function<? super Window, ? extends Mono<T>> body);

    /**
     * The same under shared locks at all targets.
     *
     * @param <T> what it gives
     * @param body what is done, with this window
     * @return what {@code body} gives, when the locks are released. Fails as {@link #lockAll}, {@code body} and {@link #unlockAll}
     */
    <T> Mono<T> lockedAll(Function<? super Window, ? extends Mono<T>> body);

    /**
     * Does something between two fences. Collective.
     *
     * @param <T> what it gives
     * @param body what is done, with this window
     * @return what {@code body} gives, after the second fence. Fails as {@link #fence} and {@code body}
     */
    <T> Mono<T> fenced(Function<? super Window, ? extends Mono<T>> body);

    /**
     * Does something between {@link #start} and {@link #complete}.
     *
     * @param <T> what it gives
     * @param targets as in {@link #start}
     * @param body what is done, with this window
     * @return what {@code body} gives, when the epoch is complete. Fails as {@link #start}, {@code body} and {@link #complete}
     */
    <T> Mono<T> accessed(Group targets, Function<? super Window, ? extends Mono<T>> body);

    /**
     * Does something between {@link #post} and {@link #waitFor}.
     *
     * @param <T> what it gives
     * @param origins as in {@link #post}
     * @param body what is done meanwhile, with this window; {@code w -> Mono.empty()} for nothing
     * @return what {@code body} gives, when the origins have completed. Fails as {@link #post}, {@code body} and {@link #waitFor}
     */
    <T> Mono<T> exposed(Group origins, Function<? super Window, ? extends Mono<T>> body);

    // Notifications and streams.

    /**
     * Tells a target that all is there which this rank has done to its memory before. Own of this library: MPI has nothing of the kind.
     *
     * <pre>
     *  origin   put(a) --&gt; put(b) --&gt; notifyTarget(1, 7) --&gt; put(c)
     *  target                         notifications(7): onNext, when a and b are in its memory
     * </pre>
     * It accesses no memory, and so is allowed in every epoch and outside of all. It takes its turn among the operations of this rank for that target: where
     * these wait for a lock or a post, it waits with them. A target keeps at most 256 notifications of an origin and window, of all tags together, that
     * nobody has taken there; further ones wait here, in their order, and hold nothing else up: operations that are started after one that waits may pass
     * it. Cancelling takes one back that has not left.
     *
     * @param target a rank of the window, also this one, or {@link Mpi#PROC_NULL}, where nothing is done
     * @param tag 0 or more, which {@link #notifications} at the target asks for
     * @return completes when it has left; says nothing of whether the target has heard it. Fails with {@link ErrorClass#RANK} or {@link ErrorClass#TAG} if an
     *     argument is wrong
     */
    Mono<Void> notifyTarget(int target, int tag);

    /**
     * The notifications that others, or this rank itself, send to this rank with a tag: each once, those of one origin in their order, and with demand
     * alone. What comes without demand, or without a subscriber, is kept, for any time, until somebody takes it; see {@link #notifyTarget} for how much
     * that is.
     *
     * <p>Of several subscribers with one tag each notification goes to one: to the first with demand, in the order of their subscriptions. Subscribers with
     * other tags don't meet. Cancelling leaves all notifications that the subscriber has not got to others.
     *
     * @param tag 0 or more
     * @return cold: takes notifications from its first request on, on the progress scheduler. Completes when the window is freed by this rank, or the
     *     session ends. Fails with {@link ProcessFailedException} when a rank of the window is lost while it runs, since that may be the one it waits
     *     for; what has come before is kept, so that the next subscription goes on with it. Fails with {@link ErrorClass#TAG} if the tag is negative
     */
    Flux<Notification> notifications(int tag);

    /**
     * Puts frames to slots of a target's memory, one after the other as they are free there, for {@link #takeStream} at the target. Own of this library.
     *
     * <pre>
     *  frames      --f0--f1--f2--f3|         request(slots)        request(1)
     *  target      slot 0, slot 1, slot 2, slot 0 (as soon as its subscriber is done with f0) ...
     * </pre>
     * Waits for a {@code takeStream} of the target with this rank as its origin, and with the same tag; the first of each meet, then the second ones. From then
     * on the ring is the streams': nobody else may access it. They need no epoch, and no lock keeps them out.
     *
     * <p>Cold: each subscription subscribes {@code frames} once, when the target has come. They are asked for as many frames as slots are free. A frame's
     * memory is read until the frame that is {@link Ring#slots} later is asked for, or the stream has ended. A frame of length 0 is a frame. Cancelling
     * cancels {@code frames}, and the target gets a {@link StreamException}; so it does where {@code frames} fail, with the type and the text of the error.
     *
     * @param frames each not longer than a slot, and not of records
     * @param target a rank of the window, also this one, or {@link Mpi#PROC_NULL}, where nothing is done, and {@code frames} are not subscribed
     * @param ring where the slots are; the target has an equal one
     * @param tag 0 or more; tells several streams apart
     * @return completes when the target's subscriber has got all frames and the end, or has cancelled. Fails as {@code frames} do, on the progress scheduler;
     *     with {@link ErrorClass#TRUNCATE} if a frame is longer than a slot, {@link ErrorClass#ARG} if the rings of both ends differ or the ring's numbers
     *     are wrong, {@link ErrorClass#RMA_RANGE} if the ring is not inside of the target's memory, {@link ErrorClass#RANK}, {@link ErrorClass#TAG} or
     *     {@link ErrorClass#DISP} if another argument is wrong, and with {@link ErrorClass#RMA_FLAVOR} in a {@link DynamicWindow}
     */
    Mono<Void> putStream(Publisher<? extends SendBuffer> frames, int target, Ring ring, int tag);

    /**
     * The frames that an origin puts to slots of this rank's memory by {@link #putStream}: each as the slot itself, in place, without a copy.
     *
     * <p>With demand for one frame at a time, a subscriber has a frame until it asks for the frame after the next. In general, where <i>w</i> is the largest
     * number of frames that the subscriber has asked for and not yet got, at any one time, frame <i>k</i> is its until it asks for frame <i>k</i> + 2<i>w</i>;
     * then the origin may fill the slot anew. So operators that fetch ahead and use frames in their order are safe, such as {@code publishOn(scheduler, w)},
     * {@code concatMap(f, w)}, {@code limitRate(w)} and {@code buffer(w)}: they hold <i>w</i> frames, and work on no more. They may ask for half as many
     * frames at a time as the ring has slots. Operators that use several frames at a time and are done with them in any order, such as {@code flatMap}, or
     * that keep frames, such as {@code collectList}, need copies: {@code takeStream(...).map(copy)}. A subscriber with unbounded demand has a frame until
     * {@code onNext} of its successor has returned.
     *
     * <p>Cold: begins at the first request. Cancelling ends the origin's {@code putStream} well; frames may still be put to the ring until that has ended, and another
     * {@code takeStream} with the ring waits for that. After the last signal the whole ring is the program's again.
     *
     * @param origin a rank of the window, also this one, or {@link Mpi#PROC_NULL}, for an empty stream
     * @param ring where the slots are in this rank's memory, which is of the library or a direct {@code ByteBuffer}; the origin has an equal one
     * @param tag 0 or more
     * @return the frames in their order, little-endian, each with position 0 and its own length as limit, on the progress scheduler. Completes when the origin's
     *     frames do. Fails with {@link StreamException} if they fail or the origin cancels; {@link ErrorClass#ARG} if more than {@code slots / 2} frames are
     *     asked for at a time, but not unboundedly many, or if the ring's numbers are wrong; {@link ErrorClass#RMA_CONFLICT} if another stream has slots
     *     there; {@link ErrorClass#BASE} if the memory can't be looked at in place; {@link ErrorClass#RMA_RANGE} also if the slots are not all in one
     *     part of the memory, as {@link #segment(int, long, long)} says; {@link ErrorClass#RMA_RANGE}, {@link ErrorClass#RMA_FLAVOR} and for
     *     arguments as {@link #putStream}
     */
    Flux<ByteBuffer> takeStream(int origin, Ring ring, int tag);

    // The window.

    /**
     * The own memory, to look at and to change as the epochs allow it: what was given to {@link Windows#create}, or bytes of the library.
     *
     * @return always the same buffer; {@link Buffer#empty()} in a {@link DynamicWindow}
     */
    Buffer memory();

    /**
     * Memory of a rank as this process reaches it, for loads, stores and {@code VarHandle}s ({@code MPI_Win_shared_query}). Ranks of one host, or of one
     * JVM, have the memory of {@link Windows#allocate} and {@link Windows#allocateShared} in common, where their channel can that. Loads and stores are
     * allowed when put and get are; {@link #sync} and the ends of epochs order them with those of others.
     *
     * <p>A {@code VarHandle}'s atomic instructions on aligned elements of 4 and 8 bytes are atomic to accumulates of all ranks.
     *
     * @param rank of the window; {@link Mpi#PROC_NULL} for the lowest one of those that this process reaches whose memory is not empty
     * @return the memory, in little-endian order, which has gone when the window is freed: code that touches it then gets an exception or, before
     *     Java 22, what is there; nothing where it is memory of the program, or of a rank that shares none with this one
     * @throws MpiException {@link ErrorClass#RANK} if there is no such rank; {@link ErrorClass#SIZE} if its memory is longer than {@link
     *     #MOST_SEGMENT_BYTES}: {@link #segment(int, long, long)} gives parts of it; {@link ErrorClass#WIN} if the window is freed
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.12.2.3">MPI-4.1, 12.2.3</a>
     */
    Optional<ByteBuffer> segment(int rank);

    /**
     * Some bytes of the memory of a rank as this process reaches it, as {@link #segment(int)} gives all of them. Memory that is longer than {@link
     * #MOST_SEGMENT_BYTES} is in parts of {@link #SEGMENT_PART_BYTES}, and one call gives bytes of one part:
     *
     * <pre>{@code
     * for (long at = 0; at < window.size(2); at += Window.SEGMENT_PART_BYTES) {
     *     long length = Math.min(Window.SEGMENT_PART_BYTES, window.size(2) - at);
     *     ByteBuffer part = window.segment(2, at, length).orElseThrow();
     * }
     * }</pre>
     *
     * @param rank as for {@link #segment(int)}
     * @param offset of the first byte in the rank's memory, in bytes whatever its unit is, 0 or more
     * @param lengthBytes 0 to {@link #MOST_SEGMENT_BYTES}
     * @return the bytes, as {@link #segment(int)} says; nothing where that gives nothing
     * @throws MpiException {@link ErrorClass#RANK} if there is no such rank; {@link ErrorClass#DISP} if the offset is negative; {@link
     *     ErrorClass#SIZE} if the length is outside of its range; {@link ErrorClass#RMA_RANGE} if not all bytes are in the rank's memory, or not all
     *     in one part of it; {@link ErrorClass#WIN} if the window is freed
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.12.2.3">MPI-4.1, 12.2.3</a>
     */
    Optional<ByteBuffer> segment(int rank, long offset, long lengthBytes);

    /**
     * How much memory a rank has in the window ({@code MPI_WIN_SIZE}).
     *
     * @param rank of the window
     * @return its size in bytes, 0 in a {@link DynamicWindow}
     * @throws MpiException {@link ErrorClass#RANK} if there is no such rank
     */
    long size(int rank);

    /**
     * What a rank's displacements count ({@code MPI_WIN_DISP_UNIT}).
     *
     * @param rank of the window
     * @return the unit in bytes, 1 or more
     * @throws MpiException {@link ErrorClass#RANK} if there is no such rank
     */
    int displacementUnit(int rank);

    /**
     * How it was made ({@code MPI_WIN_CREATE_FLAVOR}).
     *
     * @return the flavor
     */
    Flavor flavor();

    /**
     * How operations see memory ({@code MPI_WIN_MODEL}).
     *
     * @return always {@link Model#UNIFIED}
     */
    default Model model() {
        return Model.UNIFIED;
    }

    /**
     * This rank in the window.
     *
     * @return as in the communicator
     */
    int rank();

    /**
     * How many ranks it has.
     *
     * @return as many as the communicator
     */
    int size();

    /**
     * Its ranks ({@code MPI_Win_get_group}).
     *
     * @return those of the communicator, in the same order
     */
    Group group();

    /**
     * The hints that are in use ({@code MPI_Win_get_info}).
     *
     * @return what was said when it was made
     */
    WindowHints hints();

    /**
     * Its name ({@code MPI_Win_get_name}).
     *
     * @return what was set; empty if nothing was
     */
    String name();

    /**
     * Gives it a name, which errors and reports call it by ({@code MPI_Win_set_name}). Local.
     *
     * @param name 0 to {@link Mpi#MAX_OBJECT_NAME} characters, none of them a control character
     * @throws MpiException {@link ErrorClass#ARG} if the name is another one, and {@link ErrorClass#WIN} if the window is freed
     */
    void setName(String name);

    /**
     * What libraries attach to it; deleted when it is freed.
     *
     * @return the same at each call
     */
    Attributes attributes();

    /**
     * What is done about its errors. A window begins with {@link ErrorHandler#RETURN}.
     *
     * @return the same at each call
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.12.6.1">MPI-4.1, 12.6.1</a>
     */
    Errors<Window> errors();

    /**
     * Frees it ({@code MPI_Win_free}). Collective: it comes when all ranks have called it, or at once where the hints promise that there are no locks.
     * Attached memory is detached, attributes are deleted.
     *
     * @return completes when nobody accesses this rank's memory any more. Fails with {@link ErrorClass#RMA_SYNC} inside an epoch, and nothing
     *     is freed; with {@link ProcessFailedException} if a rank was lost, and it is freed all the same
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.12.2.5">MPI-4.1, 12.2.5</a>
     */
    Mono<Void> free();
}
