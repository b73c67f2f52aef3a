package org.reactivempi.transport.bootstrap.launcher;

import java.io.IOException;
import java.io.InputStream;
import java.lang.ProcessBuilder.Redirect;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A rank's process, and two threads that carry its output. */
final class RankProcess {

    private static final int CHUNK_BYTES = 8192;

    private final int rank;
    private final Process process;
    private final List<Thread> pumps;

    private RankProcess(int rank, Process process, SharedOutput out, SharedOutput err) {
        this.rank = rank;
        this.process = process;
        this.pumps = List.of(
                pump("out", process.getInputStream(), new RankLines(rank, out)),
                pump("err", process.getErrorStream(), new RankLines(rank, err)));
    }

    /** Starts a rank. The launcher's standard input goes to rank 0, the others have an empty one. */
    static RankProcess start(int rank, ProcessBuilder builder, SharedOutput out, SharedOutput err) throws IOException {
        Process process = builder.redirectInput(rank == 0 ? Redirect.INHERIT : Redirect.PIPE)
                .start();
        process.getOutputStream().close();
        return new RankProcess(rank, process, out, err);
    }

    int rank() {
        return rank;
    }

    Process process() {
        return process;
    }

    /** Waits until all output has come out; children of the rank that keep it open don't make this longer. */
    void awaitOutput(long deadlineNanos) {
        try {
            for (Thread pump : pumps) {
                long millis = TimeUnit.NANOSECONDS.toMillis(deadlineNanos - System.nanoTime());
                pump.join(Math.max(1, millis));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Thread pump(String name, InputStream from, RankLines to) {
        Thread thread = new Thread(() -> copy(from, to), "rank-" + rank + "-" + name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private static void copy(InputStream from, RankLines to) {
        byte[] chunk = new byte[CHUNK_BYTES];
        try (from) {
            for (int count = from.read(chunk); count >= 0; count = from.read(chunk)) {
                to.write(chunk, 0, count);
            }
        } catch (IOException e) {
            // The rank is gone, and with it the rest of its output.
        } finally {
            to.end();
        }
    }
}
