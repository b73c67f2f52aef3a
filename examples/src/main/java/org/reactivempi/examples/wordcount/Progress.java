package org.reactivempi.examples.wordcount;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import org.reactivempi.examples.cli.FileProblem;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Flux;

/** How far the reading is; shows it as a bar where somebody watches and it takes long. Any thread. */
final class Progress {

    /** Set by {@code examples/run} where standard error is a terminal; a rank's own is a pipe to the launcher. */
    private static final String BAR_WANTED = "EXAMPLES_PROGRESS";

    private static final Duration DELAY = Duration.ofSeconds(1);
    private static final Duration PERIOD = Duration.ofMillis(100);
    private static final int BAR_WIDTH = 40;
    private static final double MEGA = 1e6;
    private static final double NANOS_PER_SECOND = 1e9;

    private final long totalBytes;
    private final long startNanos = System.nanoTime();
    private final AtomicLong bytesDone = new AtomicLong();
    private final Disposable bar;
    private boolean drawn;

    private Progress(long totalBytes, boolean showBar) {
        this.totalBytes = totalBytes;
        this.bar = showBar ? Flux.interval(DELAY, PERIOD).subscribe(tick -> draw()) : Disposables.disposed();
    }

    /** Starts the clock, after a look at each file. */
    static Progress of(List<Path> files) {
        long totalBytes = files.stream().mapToLong(Progress::lengthBytes).sum();
        return new Progress(totalBytes, System.getenv(BAR_WANTED) != null);
    }

    void add(int bytes) {
        bytesDone.addAndGet(bytes);
    }

    /** Ends the bar's line, so that the next one begins below. */
    synchronized void stop() {
        bar.dispose();
        if (drawn) {
            System.err.println(bar());
        }
    }

    long bytesDone() {
        return bytesDone.get();
    }

    long nanos() {
        return System.nanoTime() - startNanos;
    }

    private static long lengthBytes(Path file) {
        if (Files.isDirectory(file)) {
            throw FileProblem.of(file, "is a directory");
        }
        try {
            return Files.size(file);
        } catch (IOException e) {
            throw FileProblem.of(file, e);
        }
    }

    private synchronized void draw() {
        if (!bar.isDisposed()) {
            drawn = true;
            // The carriage return comes last: the launcher passes on whole lines.
            System.err.print(bar() + "\r");
        }
    }

    private String bar() {
        double done = totalBytes == 0 ? 1 : Math.min(1, (double) bytesDone.get() / totalBytes);
        int filled = (int) (done * BAR_WIDTH);
        double rate = bytesDone.get() / MEGA / (nanos() / NANOS_PER_SECOND);
        return String.format(
                Locale.ROOT,
                "[%s%s] %3.0f %%, %.1f MB/s ",
                "#".repeat(filled),
                ".".repeat(BAR_WIDTH - filled),
                100 * done,
                rate);
    }
}
