package org.reactivempi.transport.observe;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.bootstrap.launcher.JobRecorder;
import org.reactivempi.transport.observe.parts.Parts;
import org.reactivempi.transport.observe.stats.JobStats;

/** Traces and statistics for the launcher: tells ranks where to write, and puts together what they have written. */
public final class JobRecords implements JobRecorder {

    private @Nullable Path statsFile;
    private int ranks;

    /** For {@code ServiceLoader}. */
    public JobRecords() {}

    @Override
    public Map<String, String> begin(int ranks, @Nullable Path trace, boolean stats) throws IOException {
        this.ranks = ranks;
        Map<String, String> environment = new LinkedHashMap<>();
        if (stats) {
            Path file = Files.createTempDirectory("reactive-mpi-").resolve("stats");
            statsFile = file;
            environment.put("REACTIVEMPI_STATS", file.toString());
        }
        return environment;
    }

    @Override
    public void end(Consumer<String> out) {
        Path file = statsFile;
        if (file != null) {
            printStats(file, out);
        }
    }

    private void printStats(Path file, Consumer<String> out) {
        Parts parts = new Parts(file, ranks);
        try {
            parts.mergeRest(JobStats::merge);
            if (Files.exists(file)) {
                Files.readAllLines(file).forEach(out);
            } else {
                out.accept("no rank has come so far that there are statistics of it");
            }
            parts.clear();
            Files.deleteIfExists(file.resolveSibling(""));
        } catch (IOException e) {
            out.accept("there are no statistics: " + e);
        }
    }
}
