package org.reactivempi.testkit;

import io.netty.util.ResourceLeakDetector;
import io.netty.util.ResourceLeakDetectorFactory;
import io.netty.util.ResourceLeakTracker;
import org.jspecify.annotations.Nullable;

/**
 * Netty's leak detector, which also tells each test which buffers of its own are open.
 *
 * <p>Netty by itself reports a buffer when the garbage collector finds it, which may be long after the test that lost it.
 * This one counts: whatever a test's thread allocates is open until it is released. It does nothing for other threads.
 *
 * <p>It must be installed before Netty's buffers are used for the first time in the JVM; after that, it has no effect.
 *
 * @param <T> what Netty tracks
 */
final class BufferWatch<T> extends ResourceLeakDetector<T> {

    private BufferWatch(Class<?> type, int samplingInterval) {
        super(type, samplingInterval);
    }

    static void install() {
        ResourceLeakDetectorFactory.setResourceLeakDetectorFactory(new ResourceLeakDetectorFactory() {
            @Override
            @SuppressWarnings("deprecation") // The only one that is abstract.
            public <R> ResourceLeakDetector<R> newResourceLeakDetector(
                    Class<R> type, int samplingInterval, long unused) {
                return new BufferWatch<>(type, samplingInterval);
            }

            @Override
            public <R> ResourceLeakDetector<R> newResourceLeakDetector(Class<R> type, int samplingInterval) {
                return new BufferWatch<>(type, samplingInterval);
            }
        });
    }

    /** Not for a test's own buffers: it is enough to know where they were allocated, and a stack trace per access is slow. */
    @Override
    public boolean isRecordEnabled() {
        return RankThreads.current() == null && super.isRecordEnabled();
    }

    @Override
    public @Nullable ResourceLeakTracker<T> track(T buffer) {
        ResourceLeakTracker<T> tracker = super.track(buffer);
        RankThreads owner = RankThreads.current();
        if (owner == null) {
            return tracker;
        }
        OpenBuffer<T> open = new OpenBuffer<>(owner, buffer, tracker);
        owner.add(open);
        return open;
    }

    /** A network buffer that has not been released. */
    private static final class OpenBuffer<T> implements ResourceLeakTracker<T> {

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
}
