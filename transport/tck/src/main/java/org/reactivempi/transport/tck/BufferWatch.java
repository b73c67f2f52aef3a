package org.reactivempi.transport.tck;

import io.netty.util.ResourceLeakDetector;
import io.netty.util.ResourceLeakDetectorFactory;
import io.netty.util.ResourceLeakTracker;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Netty's leak detector, which also tells each test which buffers its ranks have open: Netty by itself reports one when the
 * garbage collector finds it, which may be long after the test that lost it.
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

    /** Where a rank's buffer was allocated is enough to find a leak; a stack trace for each access is slow. */
    @Override
    public boolean isRecordEnabled() {
        return Threads.current() == null && super.isRecordEnabled();
    }

    @Override
    public @Nullable ResourceLeakTracker<T> track(T buffer) {
        ResourceLeakTracker<T> tracker = super.track(buffer);
        Threads owner = Threads.current();
        return owner == null ? tracker : new Open<>(owner.openBuffers(), buffer, tracker);
    }

    /** A buffer that has not been released. */
    private static final class Open<T> implements ResourceLeakTracker<T> {

        private final Set<Object> open;
        private final String kind;
        private final @Nullable ResourceLeakTracker<T> tracker;

        Open(Set<Object> open, T buffer, @Nullable ResourceLeakTracker<T> tracker) {
            this.open = open;
            this.kind = buffer.getClass().getSimpleName();
            this.tracker = tracker;
            open.add(this);
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
            open.remove(this);
            return tracker == null || tracker.close(buffer);
        }

        @Override
        public String toString() {
            return kind + (tracker == null ? "" : ", " + tracker);
        }
    }
}
