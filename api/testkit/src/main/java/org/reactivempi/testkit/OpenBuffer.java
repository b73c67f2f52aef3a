package org.reactivempi.testkit;

import io.netty.util.ResourceLeakTracker;
import org.jspecify.annotations.Nullable;

/**
 * A network buffer that has not been released.
 *
 * @param <T> what Netty tracks
 */
final class OpenBuffer<T> implements ResourceLeakTracker<T> {

    private final RankThreads owner;
    private final String kind;
    private final String thread = Thread.currentThread().getName();
    private final @Nullable ResourceLeakTracker<T> tracker;

    /** {@code tracker} is Netty's own, for those buffers that it looks at. */
    OpenBuffer(RankThreads owner, T buffer, @Nullable ResourceLeakTracker<T> tracker) {
        this.owner = owner;
        this.kind = buffer.getClass().getSimpleName();
        this.tracker = tracker;
    }

    @Override
    public void record() {
        if (tracker != null) {
            tracker.record();
        }
    }

    @Override
    public void record(Object hint) {
        if (tracker != null) {
            tracker.record(hint);
        }
    }

    @Override
    public boolean close(T buffer) {
        owner.remove(this);
        return tracker == null || tracker.close(buffer);
    }

    @Override
    public String toString() {
        return kind + " allocated by " + thread
                + (tracker == null ? ", run with -Dio.netty.leakDetection.level=paranoid to see where" : tracker);
    }
}
