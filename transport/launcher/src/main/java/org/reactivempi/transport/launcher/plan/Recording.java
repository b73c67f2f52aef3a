package org.reactivempi.transport.launcher.plan;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.bootstrap.LostProvider;
import org.reactivempi.transport.bootstrap.launch.JobRecorder;

/**
 * What is recorded of a job, by the {@link JobRecorder} of the class path.
 *
 * <p>It may end on two threads, that of the job and the one that stops it; the second one waits until all is written.
 */
public final class Recording {

    /** That of reactive-mpi-observe. */
    private static final String RECORDER = "org.reactivempi.transport.observe.JobRecords";

    private Map<String, String> environment = Map.of();
    private @Nullable JobRecorder recorder;

    /**
     * Prepares it.
     *
     * @param host the host of rank 0, if that is not this one
     * @return why that isn't possible, if so
     */
    public Optional<String> begin(int ranks, @Nullable Path trace, boolean stats, @Nullable String host) {
        if (trace == null && !stats) {
            return Optional.empty();
        }
        Optional<JobRecorder> found = ServiceLoader.load(JobRecorder.class, Recording.class.getClassLoader())
                .findFirst();
        if (found.isEmpty()) {
            return Optional.of((trace == null ? "--stats" : "--trace") + " " + missing(LostProvider.IS_THERE));
        }
        try {
            environment = found.get().begin(ranks, trace, stats, host);
            recorder = found.get();
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    /** What is needed, for want of any recorder. */
    static String missing(Predicate<String> isThere) {
        return isThere.test(RECORDER)
                ? "has nobody who records: " + LostProvider.mend(JobRecorder.class, RECORDER)
                : "needs org.reactivempi:reactive-mpi-observe on the class path";
    }

    /** What the ranks need. */
    Map<String, String> environment() {
        return environment;
    }

    /** Shows what is to be shown, once. */
    public synchronized void end(Consumer<String> out) {
        JobRecorder current = recorder;
        recorder = null;
        if (current != null) {
            current.end(out);
        }
    }
}
