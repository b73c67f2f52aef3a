package org.reactivempi.transport.observe.context;

import io.micrometer.observation.ObservationRegistry;
import java.util.Optional;
import org.reactivempi.transport.engine.event.EngineListener;
import org.reactivempi.transport.engine.event.EngineListenerProvider;
import org.reactivempi.transport.engine.event.WatchedRank;

/** Traces sessions to whose settings an {@link ObservationRegistry} is attached, and does something. */
public final class ContextProvider implements EngineListenerProvider {

    /** For {@code ServiceLoader}. */
    public ContextProvider() {}

    @Override
    public Optional<EngineListener> listener(WatchedRank rank) {
        return rank.attached(ObservationRegistry.class)
                .filter(registry -> !registry.isNoop())
                .map(registry -> new Observing(registry, rank.rank()));
    }
}
