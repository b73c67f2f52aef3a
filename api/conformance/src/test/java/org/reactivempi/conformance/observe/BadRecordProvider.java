package org.reactivempi.conformance.observe;

import java.util.Optional;
import org.reactivempi.transport.engine.event.EngineListener;
import org.reactivempi.transport.engine.event.EngineListenerProvider;
import org.reactivempi.transport.engine.event.WatchedRank;

/** Gives a session the {@link BadRecord} that is attached to its settings. */
public final class BadRecordProvider implements EngineListenerProvider {

    /** For {@code ServiceLoader}. */
    public BadRecordProvider() {}

    @Override
    public Optional<EngineListener> listener(WatchedRank rank) {
        return rank.attached(BadRecord.class).map(EngineListener.class::cast);
    }
}
