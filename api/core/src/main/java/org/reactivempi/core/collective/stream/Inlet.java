package org.reactivempi.core.collective.stream;

import java.util.Queue;
import org.jspecify.annotations.Nullable;
import org.reactivempi.core.operation.UserTasks;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;

/**
 * Where elements come into a flow: never more than were asked for. Its signals may come from any thread, one after the other; all
 * else is for the progress thread.
 *
 * @param <T> what the publisher gives
 */
abstract class Inlet<T> implements CoreSubscriber<T>, UserTasks.Owner {

    /** Whose elements these are: this rank's, or those of the branch that begins at another one. */
    final int rank;

    private final Queue<byte[]> queue;
    private final Runnable wake;

    // By the publisher.
    volatile @Nullable Subscription upstream;
    private volatile @Nullable Failure failure;
    private volatile boolean ended;
    private long given;

    // By the progress thread.
    private volatile long allowed;
    private volatile boolean closed;
    private long asked;
    private long taken;

    Inlet(int rank, Queue<byte[]> queue, Runnable wake) {
        this.rank = rank;
        this.queue = queue;
        this.wake = wake;
    }

    /** Subscribes the publisher. */
    abstract void open();

    /** Tells the publisher that nobody wants more; {@code why} if that is a failure. */
    abstract void stop(@Nullable Failure why);

    /** An element may come; false if nobody wants it, or if it was not asked for. */
    final boolean admits() {
        return !closed && !ended && given < allowed;
    }

    final void put(byte[] element) {
        given++;
        queue.offer(element);
        wake.run();
    }

    /** No more comes from the publisher. */
    final void end(@Nullable Failure why) {
        failure = why;
        ended = true;
        wake.run();
    }

    final boolean isClosed() {
        return closed;
    }

    final boolean isEnded() {
        return ended;
    }

    final void arrived(Subscription subscription) {
        upstream = subscription;
        wake.run();
    }

    /** The flow wants so many elements in all; they are asked for in batches. */
    final void want(long total, long batch) {
        if (total > asked && asked == 0) {
            asked = total;
            open();
        } else if (total - asked >= batch) {
            asked = total;
        }
        Subscription source = upstream;
        long more = asked - allowed;
        if (source != null && more > 0 && !ended && !closed) {
            allowed = asked;
            try {
                UserTasks.run(this, () -> source.request(more));
            } catch (Throwable thrown) {
                onThrown(thrown);
            }
        }
    }

    final boolean hasNext() {
        return !queue.isEmpty();
    }

    final byte[] next() {
        byte[] element = queue.poll();
        if (element == null) {
            throw new IllegalStateException("no element is here");
        }
        taken++;
        return element;
    }

    /** How many elements the flow has taken. */
    final long taken() {
        return taken;
    }

    /** Whether all its elements are taken, and no more comes. */
    final boolean isDry() {
        return ended && queue.isEmpty();
    }

    final @Nullable Failure failure() {
        return failure;
    }

    /** Nobody wants more. */
    final void close(@Nullable Failure why) {
        if (!closed) {
            closed = true;
            queue.clear();
            stop(why);
        }
    }
}
