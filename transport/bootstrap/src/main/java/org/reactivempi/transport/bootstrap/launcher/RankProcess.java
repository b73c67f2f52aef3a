package org.reactivempi.transport.bootstrap.launcher;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** A rank's process, and two threads that carry its output. */
final class RankProcess {

    private static final int CHUNK_BYTES = 8192;

    private final int rank;
    private final Process process;
    private final List<Thread> pumps;
    private final Consumer<Throwable> whenBroken;
    private final AtomicBoolean endTaken = new AtomicBoolean();

    private RankProcess(int rank, Process process, SharedOutput out, SharedOutput err, Consumer<Throwable> whenBroken) {
        this.rank = rank;
        this.process = process;
        this.whenBroken = whenBroken;
        this.pumps = List.of(
                pump("out", process.getInputStream(), new RankLines(rank, out)),
                pump("err", process.getErrorStream(), new RankLines(rank, err)));
        pumps.forEach(Thread::start);
    }

    /**
     * Starts a rank. The launcher's standard input goes to rank 0, the others have an empty one.
     *
     * @param whenBroken is told of what ends a thread before its output; then the rank may wait for ever for somebody to read
     */
    static RankProcess start(
            int rank, ProcessBuilder builder, SharedOutput out, SharedOutput err, Consumer<Throwable> whenBroken)
            throws IOException {
        Process process = builder.redirectInput(rank == 0 ? Redirect.INHERIT : Redirect.PIPE)
                .start();
        try {
            process.getOutputStream().close();
            return new RankProcess(rank, process, out, err, whenBroken);
        } catch (Throwable e) {
            // There may be no more threads to be had.
            process.destroyForcibly();
            throw e;
        }
    }

    /**
     * Starts a rank on another host.
     *
     * @param script what the shell reads that {@code builder} starts there
     * @param whenBroken as in {@link #start}
     */
    static RankProcess startBy(
            String script,
            int rank,
            ProcessBuilder builder,
            SharedOutput out,
            SharedOutput err,
            Consumer<Throwable> whenBroken)
            throws IOException {
        Process process = builder.start();
        try {
            RankProcess started = new RankProcess(rank, process, out, err, whenBroken);
            try (OutputStream shell = process.getOutputStream()) {
                shell.write(script.getBytes(StandardCharsets.UTF_8));
            } catch (IOException e) {
                // It has ended already, and has said why.
            }
            return started;
        } catch (Throwable e) {
            process.destroyForcibly();
            throw e;
        }
    }

    int rank() {
        return rank;
    }

    Process process() {
        return process;
    }

    /** Whether the process has ended, and this is asked for the first time since. Any thread. */
    boolean takeEnd() {
        return !process.isAlive() && endTaken.compareAndSet(false, true);
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
        return thread;
    }

    private void copy(InputStream from, RankLines to) {
        byte[] chunk = new byte[CHUNK_BYTES];
        try (from) {
            for (int count = from.read(chunk); count >= 0; count = from.read(chunk)) {
                to.write(chunk, 0, count);
            }
        } catch (IOException e) {
            // The rank is gone, and with it the rest of its output.
        } catch (Throwable e) {
            whenBroken.accept(e);
        } finally {
            to.end();
        }
    }
}
