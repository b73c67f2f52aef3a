package org.reactivempi.transport.launcher.job;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.reactivempi.transport.launcher.output.RankLines;
import org.reactivempi.transport.launcher.output.SharedOutput;

/** A rank's process, and two threads that carry its output. */
final class RankProcess {

    private static final int CHUNK_BYTES = 8192;
    /** The most that a pipe holds, unless root has made it larger: what a rank may have left behind. */
    private static final long PIPE_BYTES = 1 << 20;

    private static final long BETWEEN_WRITES_MILLIS = 10;

    private final int rank;
    private final Process process;
    private final List<Pump> pumps;
    private final Consumer<Throwable> whenBroken;
    private final AtomicBoolean endTaken = new AtomicBoolean();

    private RankProcess(int rank, Process process, SharedOutput out, SharedOutput err, Consumer<Throwable> whenBroken) {
        this.rank = rank;
        this.process = process;
        this.whenBroken = whenBroken;
        this.pumps = List.of(
                new Pump("out", process.getInputStream(), new RankLines(rank, out)),
                new Pump("err", process.getErrorStream(), new RankLines(rank, err)));
        pumps.forEach(pump -> pump.thread.start());
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
            try {
                // It stays open: the other end takes its end for that of this launcher.
                OutputStream shell = process.getOutputStream();
                shell.write(script.getBytes(StandardCharsets.UTF_8));
                shell.flush();
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

    /**
     * Waits until all output of the rank, which has ended, has come out; children of the rank that keep it open don't make this longer.
     *
     * @return false if there may be more; the reader of the launcher's output has to make room for it
     */
    boolean awaitOutput(long deadlineNanos) {
        boolean isOut = true;
        for (Pump pump : pumps) {
            isOut &= pump.awaitEnd(deadlineNanos);
        }
        return isOut;
    }

    /** A thread that carries one of the two. */
    private final class Pump {

        private final Thread thread;
        private final InputStream from;
        private final RankLines to;
        /** How many bytes it has read; not all of them may have been written. */
        private volatile long taken;

        private volatile boolean writes;

        /** How many it will have read when it has all of the rank's, at most; negative before the rank's end. */
        private long most = -1;

        Pump(String name, InputStream from, RankLines to) {
            this.from = from;
            this.to = to;
            thread = new Thread(this::copy, "rank-" + rank + "-" + name);
            thread.setDaemon(true);
        }

        private void copy() {
            byte[] chunk = new byte[CHUNK_BYTES];
            try (from) {
                for (int count = from.read(chunk); count >= 0; count = from.read(chunk)) {
                    writes = true;
                    taken += count;
                    to.write(chunk, 0, count);
                    writes = false;
                }
            } catch (IOException e) {
                // The rank is gone, and with it the rest of its output.
            } catch (Throwable e) {
                whenBroken.accept(e);
            } finally {
                writes = true;
                to.end();
            }
        }

        /** False if it is writing then. One that waits has read all; and what is more than the rank can have left is a child's. */
        synchronized boolean awaitEnd(long deadlineNanos) {
            if (most < 0) {
                most = taken + PIPE_BYTES;
            }
            try {
                long millis = TimeUnit.NANOSECONDS.toMillis(deadlineNanos - System.nanoTime());
                thread.join(Math.max(1, millis));
                long before = taken;
                if (!writes) {
                    // Perhaps just between two writes.
                    thread.join(BETWEEN_WRITES_MILLIS);
                }
                return !thread.isAlive() || !writes && taken == before || taken > most;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return true;
            }
        }
    }
}
