package org.reactivempi.transport.engine.progress;

import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import reactor.util.context.Context;
import reactor.util.context.ContextView;

/**
 * Something whose end is signalled once to its user; an entry of the {@link CompletionQueue}, at most once at a time. How it ends is
 * noted before: well unless it is {@link #failed} or {@link #cancelled}.
 *
 * <p>One field serves twice, since an operation has no byte to spare: while it runs, it is the mark by which a watcher of the
 * queue knows it again; once it has ended, it is the link of the queue.
 */
public abstract class Completable {

    /** What has the message of an operation: of a send that waits for its receiver, or of a receive that gives it back. */
    public interface Holder {}

    /** In place of a failure. */
    private static final Throwable WITHDRAWN = new CancellationException();

    /** While this runs, its mark; once it is due, the next in the queue. */
    @Nullable
    Completable nextDue;

    /** How it ends: null for well, {@link #WITHDRAWN}, or the failure. Before that, what has its message, where that is known. */
    private @Nullable Object fate;

    /** Marks an operation that runs: the watcher of the queue is told of its end, with this mark. */
    public final void mark(Completable mark) {
        nextDue = mark;
    }

    /** What an operation that runs is marked with, or null. */
    public final @Nullable Completable mark() {
        return nextDue;
    }

    /** The Reactor context of the subscriber; empty unless overridden. */
    public ContextView reactorContext() {
        return Context.empty();
    }

    /** What has its message, or null. */
    protected final @Nullable Holder holder() {
        return fate instanceof Holder holder ? holder : null;
    }

    /** Its message is with {@code holder} now, or with none. */
    protected final void heldBy(@Nullable Holder holder) {
        fate = holder;
    }

    /** Whether neither a failure, nor a cancellation, nor what has its message is known. */
    protected final boolean isPlain() {
        return fate == null;
    }

    /** It will end as failed. */
    public void failed(Throwable failure) {
        fate = failure;
    }

    /** It will end as cancelled. */
    public final void cancelled() {
        fate = WITHDRAWN;
    }

    /** Ends it as failed: the signal follows in its turn. */
    public final void fail(Throwable failure, CompletionQueue completions) {
        failed(failure);
        completions.due(this);
    }

    /** Ends it as cancelled: the signal follows in its turn. */
    public final void cancel(CompletionQueue completions) {
        cancelled();
        completions.due(this);
    }

    /** Forgets how it has ended, so that it can be started again. */
    protected void reset() {
        fate = null;
    }

    /** Whether it ends as cancelled. */
    protected final boolean isWithdrawn() {
        return fate == WITHDRAWN;
    }

    /** Whether it has ended as taken back, once it is due. */
    public boolean wasTakenBack() {
        return isWithdrawn();
    }

    /** Whether it has failed, once it is due. */
    public boolean hasFailed() {
        return failure() != null;
    }

    /** Why it has failed, once it is due; null if it hasn't, or if only its user's side can tell. */
    public final @Nullable Throwable failure() {
        return fate instanceof Throwable failure && !isWithdrawn() ? failure : null;
    }

    /** What it is, and where it was called, as far as that is known. */
    public String wanted() {
        return toString();
    }

    /** Tells the user. Must not throw. */
    protected abstract void signal();

    /**
     * Whether a thread of the program may give the signal that is inside the progress loop for a while: because it runs no code of the
     * program, or because that thread waits for it. All others are the progress thread's.
     *
     * @return false unless overridden
     */
    protected boolean isQuiet() {
        return false;
    }

    /** The same signal, given by {@code scope}, which does something before and after it. */
    public final Completable within(Consumer<Runnable> scope) {
        return new Scoped(this, scope);
    }

    private static final class Scoped extends Completable {

        private final Completable original;
        private final Consumer<Runnable> scope;

        Scoped(Completable original, Consumer<Runnable> scope) {
            this.original = original;
            this.scope = scope;
        }

        @Override
        protected void signal() {
            scope.accept(original::signal);
        }

        @Override
        protected boolean isQuiet() {
            return original.isQuiet();
        }
    }
}
