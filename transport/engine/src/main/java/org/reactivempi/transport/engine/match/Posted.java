package org.reactivempi.transport.engine.match;

import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.event.Events;
import org.reactivempi.transport.engine.event.OperationKind;
import org.reactivempi.transport.engine.event.PendingOperation;
import org.reactivempi.transport.engine.operation.Operation;
import org.reactivempi.transport.engine.progress.CompletionQueue;

/**
 * What a message can be matched by: a receive, or a probe.
 *
 * <p>What it asks for is the same from its start to its end. The queues ask it rather than being told, since all that one
 * {@code Mono} makes ask for the same, which the {@code Mono} keeps for them.
 */
public abstract class Posted extends Operation {

    /** In place of a source or a tag: any. */
    public static final int ANY = PendingOperation.ANY;

    /** The receives that ask for the same, oldest first. */
    static final class Chain extends ChainTable.Chain<Chain> {

        private @Nullable Posted first;
        private @Nullable Posted last;

        @Override
        boolean isEmpty() {
            return first == null;
        }

        @Nullable
        Posted first() {
            return first;
        }

        void append(Posted receive) {
            receive.chain = this;
            receive.previous = last;
            if (last == null) {
                first = receive;
            } else {
                last.next = receive;
            }
            last = receive;
        }

        private void remove(Posted receive) {
            Posted previous = receive.previous;
            Posted next = receive.next;
            if (previous == null) {
                first = next;
            } else {
                previous.next = next;
            }
            if (next == null) {
                last = previous;
            } else {
                next.previous = previous;
            }
            receive.chain = null;
            receive.previous = null;
            receive.next = null;
        }

        void forEach(Consumer<Posted> visitor) {
            for (Posted receive = first; receive != null; receive = receive.next) {
                visitor.accept(receive);
            }
        }
    }

    /** Where it waits, or null. */
    @Nullable
    Chain chain;

    private @Nullable Posted previous;
    private @Nullable Posted next;

    /** Its number in the order of posting; once it is matched, its message's in the order of arrival. */
    long order;

    /** Its number in the order of posting; once it is matched, its message's in the order of arrival. */
    public final long order() {
        return order;
    }

    /** Takes it out of the chain in which it waits, and returns that. */
    final Chain leave() {
        Chain left = chain;
        if (left == null) {
            throw new IllegalStateException(this + " is in no queue");
        }
        left.remove(this);
        return left;
    }

    /** It gets a message that a probe had taken out of the queue. */
    public final void takePlaceOf(Unexpected message) {
        order = message.order;
    }

    /** The communicator's number. */
    public abstract int context();

    /** The sender's rank in the communicator, or {@link #ANY}. */
    protected abstract int source();

    /** The tag, or {@link #ANY}. */
    protected abstract int tag();

    /** The sender's rank in the job, or {@link #ANY}. */
    public abstract int peer();

    /**
     * Whether there is memory for a message of this length, which it makes for itself: asked before {@link #claim}. If not, it ends,
     * and the message stays for another receive.
     *
     * @param lengthBytes how long the message is
     * @return true, unless overridden: where the memory is the user's, a message that is longer than that matches all the same
     */
    public boolean holds(long lengthBytes) {
        return true;
    }

    /**
     * Why it ends that {@link #holds} no message of this length.
     *
     * @param source the sender's rank in the communicator
     * @param tag the message's tag
     * @param lengthBytes how long it is
     * @return for {@link #onFailed}
     */
    public Throwable tooLong(int source, int tag, long lengthBytes) {
        return new IllegalStateException("no memory for a message of " + lengthBytes + " bytes from rank " + source);
    }

    /** Whether it is there for whatever may come, and waits for nothing: what it looks up costs more than a field. */
    public boolean listens() {
        return false;
    }

    /** Whether it leaves the message that it finds where it is, as a probe does. */
    protected boolean looks() {
        return false;
    }

    /** A message has matched it, which is in no queue, or still in its place if this only looks. */
    public abstract void take(Unexpected message, CompletionQueue completions);

    /** What it does. */
    protected abstract OperationKind kind();

    /** Tells that it has started. */
    public final void started(Events events) {
        events.started(this, kind(), isPart(), context(), peer(), tag(), 0);
    }

    /** How it stands, for diagnosis. */
    public abstract PendingOperation pending(Duration age, String state);

    /** How it stands; {@code from} is where its message comes from as far as that is known, in the communicator. */
    protected final PendingOperation pending(
            PendingOperation.Kind kind, String name, int from, Duration age, String state) {
        return new PendingOperation(
                kind,
                name,
                new PendingOperation.Addressing(from, peer(), tag(), context(), PendingOperation.NONE),
                new PendingOperation.Progress(age, state, isPart()),
                site(),
                null);
    }

    @Override
    protected final boolean isMatchedHere() {
        return true;
    }

    /** What it asks for, in words. */
    protected final String selection() {
        return "source " + name(source()) + ", tag " + name(tag()) + ", context " + context();
    }

    @Override
    public final String wanted() {
        String called = site();
        return this + (called == null ? "" : " at " + called);
    }

    private static String name(int wanted) {
        return wanted == ANY ? "any" : Integer.toString(wanted);
    }
}
