package org.reactivempi.transport.observe.stats;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.reactivempi.transport.channel.log.Log;
import org.reactivempi.transport.engine.event.EngineListener;
import org.reactivempi.transport.engine.event.EngineListenerProvider;
import org.reactivempi.transport.engine.event.Records;
import org.reactivempi.transport.engine.event.WatchedRank;
import org.reactivempi.transport.observe.parts.OwnPart;
import org.reactivempi.transport.observe.parts.Parts;

/** Counts for sessions with the setting {@code stats}. */
public final class StatsProvider implements EngineListenerProvider {

    private static final Log log = Log.of(StatsProvider.class);

    /** For {@code ServiceLoader}. */
    public StatsProvider() {}

    @Override
    public Optional<EngineListener> listener(WatchedRank rank) {
        String file = Records.STATS.in(rank);
        if (file.isEmpty()) {
            return Optional.empty();
        }
        return file.equals(Records.STANDARD_ERROR) ? printed(rank) : Optional.of(written(rank, Path.of(file)));
    }

    private static EngineListener written(WatchedRank rank, Path file) {
        OwnPart part = OwnPart.beside(new Parts(file, rank.size()), rank.rank(), rank.hasFarRanks());
        return new Counting(part, rank, JobStats::merge);
    }

    private static Optional<EngineListener> printed(WatchedRank rank) {
        if (rank.rank() != 0) {
            // Without a folder: its part goes to rank 0 in any case.
            Parts nowhere = new Parts(Path.of(Records.STANDARD_ERROR), rank.size());
            return Optional.of(new Counting(OwnPart.travelling(nowhere, rank.rank()), rank, JobStats::merge));
        }
        try {
            PrintedStats printed = new PrintedStats(rank.size(), System.err);
            return Optional.of(
                    new Counting(OwnPart.travelling(printed.parts(), 0), rank, printed::merge, printed::end));
        } catch (IOException e) {
            log.warn("there will be no statistics: they cannot be put together: {}", e.toString());
            return Optional.empty();
        }
    }
}
