package org.reactivempi.transport.observe.stats;

import java.nio.file.Path;
import java.util.Optional;
import org.reactivempi.transport.engine.event.EngineListener;
import org.reactivempi.transport.engine.event.EngineListenerProvider;
import org.reactivempi.transport.engine.event.Records;
import org.reactivempi.transport.engine.event.WatchedRank;
import org.reactivempi.transport.observe.parts.Parts;

/** Counts for sessions with the setting {@code stats}. */
public final class StatsProvider implements EngineListenerProvider {

    /** For {@code ServiceLoader}. */
    public StatsProvider() {}

    @Override
    public Optional<EngineListener> listener(WatchedRank rank) {
        String file = Records.STATS.in(rank);
        return file.isEmpty()
                ? Optional.empty()
                : Optional.of(new Counting(rank.rank(), rank.size(), new Parts(Path.of(file), rank.size())));
    }
}
