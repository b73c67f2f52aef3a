package org.reactivempi.transport.observe.meters;

import io.micrometer.core.instrument.MeterRegistry;
import java.util.Optional;
import org.reactivempi.transport.engine.event.EngineListener;
import org.reactivempi.transport.engine.event.EngineListenerProvider;
import org.reactivempi.transport.engine.event.WatchedRank;
import org.reactivempi.transport.observe.count.RankCounts;

/** Meters sessions to whose settings a {@link MeterRegistry} is attached. */
public final class MetersProvider implements EngineListenerProvider {

    /** For {@code ServiceLoader}. */
    public MetersProvider() {}

    @Override
    public Optional<EngineListener> listener(WatchedRank rank) {
        return rank.attached(MeterRegistry.class)
                .map(registry -> new Metering(registry, rank.rank(), RankCounts.of(rank)));
    }
}
