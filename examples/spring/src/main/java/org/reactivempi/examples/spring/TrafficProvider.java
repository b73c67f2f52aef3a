package org.reactivempi.examples.spring;

import java.util.Optional;
import org.reactivempi.transport.engine.event.EngineListener;
import org.reactivempi.transport.engine.event.EngineListenerProvider;
import org.reactivempi.transport.engine.event.WatchedRank;

/** Gives the engine the counter that the application has attached to its settings. */
public final class TrafficProvider implements EngineListenerProvider {

    @Override
    public Optional<EngineListener> listener(WatchedRank rank) {
        return rank.attached(Traffic.class).map(EngineListener.class::cast);
    }
}
