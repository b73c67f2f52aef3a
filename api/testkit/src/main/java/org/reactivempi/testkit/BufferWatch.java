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
}
