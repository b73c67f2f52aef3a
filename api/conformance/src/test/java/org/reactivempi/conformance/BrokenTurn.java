package org.reactivempi.conformance;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.event.EngineListener;
import org.reactivempi.transport.engine.event.EngineListenerProvider;
import org.reactivempi.transport.engine.event.WatchedRank;

/** Throws out of a turn of rank 0's loop, once, as a defect of the engine does, in sessions whose settings it is attached to. */
final class BrokenTurn implements EngineListener {

    private final AtomicReference<@Nullable Error> next = new AtomicReference<>();
    private volatile @Nullable Thread thread;

    /** The next turn throws this. */
    void throwNext(Error error) {
        next.set(error);
    }

    /** The thread that was inside. */
    @Nullable
    Thread thread() {
        return thread;
    }

    @Override
    public void turnEnded(
            int posted, int unexpected, long unexpectedBytes, long postedAttempts, long unexpectedAttempts) {
        Error error = next.getAndSet(null);
        if (error != null) {
            thread = Thread.currentThread();
            throw error;
        }
    }

    /** Found by {@code ServiceLoader}. */
    public static final class Provider implements EngineListenerProvider {

        @Override
        public Optional<EngineListener> listener(WatchedRank rank) {
            return rank.rank() == 0 ? rank.attached(BrokenTurn.class).map(broken -> broken) : Optional.empty();
        }
    }
}
