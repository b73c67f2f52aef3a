package org.reactivempi.transport.observe.trace;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import org.reactivempi.transport.channel.log.Log;
import org.reactivempi.transport.channel.settings.SettingException;
import org.reactivempi.transport.engine.event.EngineListener;
import org.reactivempi.transport.engine.event.EngineListenerProvider;
import org.reactivempi.transport.engine.event.Records;
import org.reactivempi.transport.engine.event.WatchedRank;
import org.reactivempi.transport.observe.parts.OwnPart;
import org.reactivempi.transport.observe.parts.Parts;

/** Traces sessions with the setting {@code trace}. Where the file cannot be written, the job runs without a trace. */
public final class TraceProvider implements EngineListenerProvider {

    private static final Log log = Log.of(TraceProvider.class);

    /** For {@code ServiceLoader}. */
    public TraceProvider() {}

    @Override
    public Optional<EngineListener> listener(WatchedRank rank) {
        String file = Records.TRACE.in(rank);
        return file.isEmpty() ? Optional.empty() : start(rank, path(file));
    }

    private static Path path(String file) {
        try {
            return Path.of(file);
        } catch (InvalidPathException e) {
            throw new SettingException(Records.TRACE.name(), file, "a path of a file");
        }
    }

    private static Optional<EngineListener> start(WatchedRank rank, Path file) {
        try {
            if (Files.exists(file) && !Files.isRegularFile(file)) {
                throw new IOException(file + " is no regular file");
            }
            OwnPart part = OwnPart.beside(new Parts(file, rank.size()), rank.rank(), rank.hasFarRanks());
            return Optional.of(Tracing.start(part, rank.size(), rank.ticker(), rank.clock()));
        } catch (IOException e) {
            log.warn("there will be no trace of rank {}: it cannot be written: {}", rank.rank(), e.toString());
            return Optional.empty();
        }
    }
}
