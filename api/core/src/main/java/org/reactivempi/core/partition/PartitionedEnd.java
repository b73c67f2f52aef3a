package org.reactivempi.core.partition;

import java.util.Objects;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.reactivempi.ErrorClass;
import org.reactivempi.Mpi;
import org.reactivempi.MpiException;
import org.reactivempi.Payload;
import org.reactivempi.Status;
import org.reactivempi.core.operation.ContractFailures;
import org.reactivempi.core.operation.LocalMono;
import org.reactivempi.core.operation.OperationContext;
import org.reactivempi.core.operation.OperationMono;
import org.reactivempi.core.operation.RankMap;
import org.reactivempi.core.request.PersistentOperation;
import org.reactivempi.transport.engine.port.Conversation;
import org.reactivempi.transport.engine.port.Engine;
import org.reactivempi.transport.engine.port.Operations;
import reactor.core.CoreSubscriber;

/**
 * One end of a partitioned operation, from its making to its freeing, with all its starts.
 *
 * <pre>
 *  made: a message begins that meets the other end
 *    |
 *  RESTING --start--&gt; ACTIVE --all its messages have ended, and all is here or one has failed--&gt; RESTING ...
 *    |
 *    +--freed, or the session closes: nothing of it runs any more--&gt; OVER
 * </pre>
 * Its messages are the parts of a conversation: those of a start that runs may begin while the session closes, and nobody waits for an end
 * that rests.
 *
 * <p>On the progress thread, but for what says otherwise.
 */
abstract class PartitionedEnd extends OperationMono<Status> implements LocalMono.Work<Status>, Conversation {

    final OperationContext at;
    final Payload memory;
    final int partitions;
    final int peer;
    final int tag;

    private final RankMap users;
    private final OperationContext meetings;
    private @Nullable PersistentOperation meeting;

    private boolean isMeeting;
    private boolean isOpen;
    private boolean isOver;
    private int conversation;

    /** Of the start that runs. */
    private @Nullable Owner<Status> owner;

    private @Nullable Throwable failure;
    /** How many messages of the start have not ended. */
    private int pending;

    private volatile boolean isActive;

    /**
     * One that has not begun to {@link #meet}.
     *
     * @param of the operations of its communicator
     */
    PartitionedEnd(PartitionContext of, Payload memory, int partitions, int peer, int tag) {
        this.at = of.parts();
        this.memory = memory;
        this.partitions = partitions;
        this.peer = peer;
        this.tag = tag;
        this.users = of.users();
        this.meetings = of.meetings();
    }

    /** The message that meets the other end, which travels there. */
    abstract PersistentOperation meeting(OperationContext meetings);

    /** Whether its memory is the receiver's. */
    abstract boolean isWritten();

    /** The message that meets the other end is here, or there. */
    void onMet(Status status) {}

    /** The other end can't be met. */
    void onUnmet(Throwable why) {}

    /** A start is about to come, on the thread that starts it. */
    abstract void reset();

    /** A start begins, with a process at the other end. */
    abstract void begin();

    /** A start begins, and ends, with no process at the other end. */
    void beginWithNobody() {}

    /** Whether all of the start has been sent, or is here. */
    abstract boolean isWhole();

    /** The start has failed; messages of it may run on. Any thread. */
    void onFailure() {}

    /** Nothing more of the start is sent, since it has failed: the other end hears so. */
    void abandon() {}

    /** The start has ended, after its subscriber was told. */
    void onEnd(@Nullable Throwable failed) {}

    /** Whether the other end is still to hear something of it. */
    boolean owesWord() {
        return false;
    }

    /** Nothing of it runs any more, for good. */
    void onOver() {}

    /** Takes back what waits for the other end, since nobody will start it. */
    void quit() {
        if (isMeeting && meeting != null) {
            meeting.cancel();
        }
    }

    /** Of a start that has completed, with a process at the other end. */
    abstract Status status();

    /** Throws where there is no such partition. Any thread. */
    final void check(int partition) {
        if (partition < 0 || partition >= partitions) {
            throw new MpiException(ErrorClass.ARG, "partition " + partition + " is outside 0.." + (partitions - 1));
        }
    }

    /** Whether it has been started and not ended. Any thread. */
    final boolean isActive() {
        return isActive;
    }

    /** Begins to meet the other end by a message. Any thread. */
    final void meet() {
        PersistentOperation message = meeting(meetings);
        enter(() -> {
            try {
                conversation = messages().begin(this);
            } catch (RuntimeException closed) {
                // No start begins any more.
                return;
            }
            isOpen = true;
            isMeeting = true;
            meeting = message;
            message.start(new Meeting());
        });
    }

    /** It is started no more. Any thread. */
    final void free() {
        enter(this::end);
    }

    private void end() {
        isOver = true;
        if (owner == null && !owesWord()) {
            quit();
        }
        leaveIfOver();
    }

    /** A start that runs goes on to its end. */
    @Override
    public final void onClosing() {
        isOver = true;
        if (owner == null) {
            quit();
        }
        leaveIfOver();
    }

    @Override
    public final void onAborted(Throwable cause) {
        if (owner != null) {
            fail(ContractFailures.of(cause));
            endIfDone();
        }
    }

    /** After what it may still have waited for has ended. */
    final void leaveIfOver() {
        if (isOver && isOpen && !isMeeting && owner == null && !owesWord()) {
            isOpen = false;
            messages().end(conversation);
            onOver();
        }
    }

    @Override
    public final void start(Owner<Status> whoWaits) {
        owner = whoWaits;
        failure = null;
        if (peer == Mpi.PROC_NULL) {
            beginWithNobody();
            endIfDone();
        } else {
            begin();
        }
    }

    /** Whether a start has begun and not ended. */
    final boolean runs() {
        return owner != null;
    }

    /** Why the start that runs, or ran last, has failed; or null. */
    final @Nullable Throwable failure() {
        return failure;
    }

    /** The start waits for the ends of so many messages more. */
    final void expect(int messages) {
        pending += messages;
    }

    /** One of its messages has ended. */
    final void ended(@Nullable Throwable failed) {
        pending--;
        if (failed != null) {
            fail(failed);
        }
        endIfDone();
    }

    /** The start fails, as soon as none of its messages runs any more. */
    final void fail(Throwable failed) {
        if (failure == null) {
            failure = failed;
            onFailure();
            abandon();
        }
    }

    final void endIfDone() {
        Owner<Status> running = owner;
        Throwable failed = failure;
        if (running == null || pending > 0 || failed == null && peer != Mpi.PROC_NULL && !isWhole()) {
            return;
        }
        owner = null;
        if (failed == null) {
            running.complete(peer == Mpi.PROC_NULL ? Status.noProcess() : status());
        } else {
            running.fail(failed);
        }
        onEnd(failed);
        if (isOver) {
            quit();
        }
        leaveIfOver();
    }

    @Override
    public final boolean concernsOthers() {
        return true;
    }

    /** Itself, and the start that runs. */
    @Override
    public final int operations() {
        return owner == null ? 1 : 2;
    }

    /** One that waits for no message waits for its program: nobody else can keep it from going on. */
    @Override
    public final int idleOperations() {
        if (owner == null) {
            return 1 + (isMeeting ? 1 : 0) + (owesWord() ? 1 : 0);
        }
        return pending == 0 && !isMeeting ? 2 : 1;
    }

    /** Any thread. */
    final void enter(Runnable step) {
        if (engine().inProgressThread()) {
            step.run();
            return;
        }
        try {
            engine().begin(step);
        } catch (RejectedExecutionException ended) {
            // And with the engine all that ran.
        }
    }

    final Operations messages() {
        return engine().messages();
    }

    @Override
    protected final Engine engine() {
        return at.engine();
    }

    @Override
    protected abstract String inWords();

    /** How far it is, for people. */
    abstract String progress();

    @Override
    public final String toString() {
        return inWords() + (isMeeting ? ", not met yet" : "") + (owner == null ? ", not started" : progress());
    }

    @Override
    public final void subscribe(CoreSubscriber<? super Status> subscriber) {
        throw new IllegalStateException("a partitioned operation is started, not subscribed");
    }

    @Override
    public final PersistentOperation persistent() {
        return new Starts();
    }

    /** Its starts, as a request has them: the memory is held from the call that starts to the end. */
    private final class Starts implements PersistentOperation, PersistentOperation.Owner {

        private final PersistentOperation operation =
                LocalMono.persistent(engine(), users, PartitionedEnd.this::inWords, this::check, PartitionedEnd.this);
        private PersistentOperation.@Nullable Owner told;
        private boolean isHeld;

        @Override
        public void start(PersistentOperation.Owner whoStarts) {
            told = whoStarts;
            reset();
            isActive = true;
            operation.start(this);
        }

        private void check() {
            users.noProcess(tag, false);
            OperationContext.check(memory, isWritten());
            memory.retain();
            isHeld = true;
        }

        @Override
        public void cancel() {
            throw new MpiException(ErrorClass.REQUEST, inWords() + " can't be cancelled");
        }

        @Override
        public void onCompleted(Status status) {
            MpiException misused = release();
            isActive = false;
            if (misused == null) {
                told().onCompleted(status);
            } else {
                onFailure();
                told().onFailed(misused);
            }
        }

        /** Perhaps before it has begun. */
        @Override
        public void onFailed(Throwable error) {
            onFailure();
            release();
            isActive = false;
            told().onFailed(error);
        }

        @Override
        public void onCancelled() {
            onFailed(new IllegalStateException("nobody can cancel it"));
        }

        private @Nullable MpiException release() {
            boolean wasHeld = isHeld;
            isHeld = false;
            return wasHeld ? memory.release() : null;
        }

        private PersistentOperation.Owner told() {
            return Objects.requireNonNull(told, "ended without having been started");
        }
    }

    /** Hears how the message ends that meets the other end. */
    private final class Meeting implements PersistentOperation.Owner {

        @Override
        public void onCompleted(Status status) {
            isMeeting = false;
            onMet(status);
            leaveIfOver();
        }

        @Override
        public void onFailed(Throwable error) {
            isMeeting = false;
            onUnmet(error);
            leaveIfOver();
        }

        @Override
        public void onCancelled() {
            isMeeting = false;
            leaveIfOver();
        }
    }

    /** Hears how a message of a start ends. */
    class Part implements PersistentOperation.Owner {

        @Override
        public void onCompleted(Status status) {
            ended(null);
        }

        @Override
        public void onFailed(Throwable error) {
            ended(error);
        }

        @Override
        public void onCancelled() {
            ended(null);
        }
    }
}
