package org.reactivempi.transport.observe;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.bootstrap.launch.JobRecorder;
import org.reactivempi.transport.engine.event.Records;
import org.reactivempi.transport.observe.parts.Parts;
import org.reactivempi.transport.observe.stats.JobStats;
import org.reactivempi.transport.observe.trace.Merger;

/** Traces and statistics for the launcher: tells ranks where to write, and puts together what they have written. */
public final class JobRecords implements JobRecorder {

    private @Nullable Path statsFile;
    private @Nullable Path traceFile;
    private @Nullable String host;
    private int ranks;

    /** For {@code ServiceLoader}. */
    public JobRecords() {}

    @Override
    public Map<String, String> begin(int ranks, @Nullable Path trace, boolean stats, @Nullable String host)
            throws IOException {
        this.ranks = ranks;
        this.host = host;
        Map<String, String> environment = new LinkedHashMap<>();
        if (trace != null) {
            traceFile = trace.toAbsolutePath();
            if (host == null) {
                prepare(traceFile);
            }
            environment.put("REACTIVEMPI_TRACE", traceFile.toString());
        }
        if (stats && host != null) {
            // Rank 0 prints them, and its standard error is the launcher's.
            environment.put("REACTIVEMPI_STATS", Records.STANDARD_ERROR);
        } else if (stats) {
            Path file = Files.createTempDirectory("reactive-mpi-").resolve("stats");
            statsFile = file;
            environment.put("REACTIVEMPI_STATS", file.toString());
        }
        return environment;
    }

    /** Better now than when the job has run. */
    private void prepare(Path file) throws IOException {
        if (Files.isDirectory(file)) {
            throw new IOException("the trace cannot be written: " + file + " is a directory");
        }
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            // What is put together takes its place, which nobody wants of a device.
            throw new IOException("the trace cannot be written: " + file + " is no regular file");
        }
        Parts parts = new Parts(file, ranks);
        try {
            parts.clear();
            Files.createFile(parts.part(0));
            Files.delete(parts.part(0));
        } catch (IOException e) {
            throw new IOException("the trace cannot be written: " + words(e), e);
        }
    }

    private static String words(IOException e) {
        if (e instanceof NoSuchFileException) {
            return "there is no directory "
                    + Path.of(String.valueOf(e.getMessage())).getParent();
        }
        return e instanceof AccessDeniedException ? "no access to " + e.getMessage() : String.valueOf(e.getMessage());
    }

    @Override
    public void end(Consumer<String> out) {
        Path trace = traceFile;
        if (trace != null && host != null) {
            out.accept("rank 0 has written the trace, if it has come to its end: " + trace + " on " + host
                    + ", for https://ui.perfetto.dev");
        } else if (trace != null) {
            finishTrace(trace, out);
        }
        Path file = statsFile;
        if (file != null) {
            printStats(file, out);
        }
    }

    /** Where a rank was killed, nobody has put the parts together. */
    private void finishTrace(Path file, Consumer<String> out) {
        try {
            new Parts(file, ranks).mergeRest(Merger::merge);
            out.accept(
                    Files.exists(file)
                            ? "the trace is in " + file + ", for https://ui.perfetto.dev"
                            : "no rank has written a trace");
        } catch (IOException e) {
            out.accept("the trace could not be put together: " + words(e));
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
