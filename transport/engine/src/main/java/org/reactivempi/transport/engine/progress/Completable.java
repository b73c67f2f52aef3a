package org.reactivempi.transport.engine.progress;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import reactor.util.context.Context;
import reactor.util.context.ContextView;

/**
 * Something whose end is signalled once to its user; an entry of the {@link CompletionQueue}, at most once at a time.
 *
 * <p>One field serves twice, since an operation has no byte to spare: while it runs, it is the mark by which a watcher of the
 * queue knows it again; once it has ended, it is the link of the queue.
 */
public abstract class Completable {

    /** While this runs, its mark; once it is due, the next in the queue. */
    @Nullable
    Completable nextDue;

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

    /** How it has ended, once it is due. */
    public Outcome outcome() {
        return Outcome.DONE;
    }

    /** Why it has failed, once it is due; null if it hasn't, or if only its user's side can tell. */
    public @Nullable Throwable failure() {
        return null;
    }

    /** Tells the user. Must not throw. */
    protected abstract void signal();

    /** The same signal, given by {@code scope}, which does something before and behind it. */
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
    }
}
