package org.reactivempi.transport.channel.log;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import reactor.util.Logger;
import reactor.util.Loggers;

/**
 * The lines of one thread, which another thread writes: the first one waits for nothing.
 *
 * <pre>
 *  put --first of its kind in a second---------------------------&gt; queue --in order--&gt; written
 *   |                                                               ^
 *   +--second one: held until the second is over, then with "and N more"
 *   +--the rest: counted with the one that is held
 *   +--the queue is full: dropped, and counted for a line that says so, in the place of the missing ones
 * </pre>
 * So a kind has one line in a second, whatever strangers do, and the numbers in the lines add up to what has happened. What is
 * there when the process ends is written before, as far as that takes no longer than {@link #LONGEST_END_MILLIS}.
 *
 * <p>One thread at a time puts lines and closes; the writing thread starts with the first line. Where the JVM gets no more threads, the
 * one that puts lines writes them.
 */
public final class LogQueue implements LogLines {

    /** What a thread writes to while it does the work of a {@link LoggingThread} in its place. */
    private static final ThreadLocal<@Nullable LogLines> LENT = new ThreadLocal<>();

    static final int MOST_LINES = 1000;

    /** Which kinds are known, for a second each; lines of more kinds than that are not limited, but by the queue. */
    static final int MOST_KINDS = 256;

    static final long LONGEST_END_MILLIS = 500;

    private static final long WINDOW_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final Logger log = Loggers.getLogger(LogQueue.class);

    private final Queue<Line> lines = new ConcurrentLinkedQueue<>();
    private final AtomicInteger waiting = new AtomicInteger();
    private final AtomicInteger dropped = new AtomicInteger();
    private final Map<Kind, Window> windows = new HashMap<>();
    private final String name;
    private final Consumer<String> out;
    private final ThreadFactory threads;
    private @Nullable Thread writer;
    private @Nullable Thread atShutdown;
    private volatile boolean ending;
    /** Nobody writes any more but the thread that puts. */
    private volatile boolean ended;

    private record Kind(String format, @Nullable Object subject) {}

    /** What is known of a kind: until when a line of it is held back, and the line that is held. */
    private static final class Window {

        private long untilNanos;
        private @Nullable Line held;
    }

    /** No lines yet; {@code name} is that of the thread that will write them. */
    public LogQueue(String name) {
        this(name, log::warn);
    }

    /** The same, which tells {@code out} of lines that are missing. */
    LogQueue(String name, Consumer<String> out) {
        this(name, out, lines -> {
            Thread thread = new Thread(lines, name);
            thread.setDaemon(true);
            return thread;
        });
    }

    /** The same, with {@code threads} for the one that writes. */
    LogQueue(String name, Consumer<String> out, ThreadFactory threads) {
        this.name = name;
        this.out = out;
        this.threads = threads;
    }

    /** Writes a line, later and by another thread. */
    @Override
    public void put(Consumer<String> out, @Nullable Object subject, String format, @Nullable Object... arguments) {
        long now = System.nanoTime();
        Window window = window(new Kind(format, subject), now);
        Line held = window.held;
        if (held != null && held.countOneMore()) {
            return;
        }
        boolean first = now - window.untilNanos >= 0;
        Line line = new Line(out, LogLines.text(format, arguments), now, first ? 0 : window.untilNanos - now);
        window.untilNanos = (first ? now : window.untilNanos) + WINDOW_NANOS;
        window.held = add(line) && !first ? line : null;
    }

    private Window window(Kind kind, long now) {
        Window window = windows.get(kind);
        if (window == null) {
            if (windows.size() >= MOST_KINDS) {
                windows.values().removeIf(old -> now - old.untilNanos >= 0);
            }
            window = new Window();
            window.untilNanos = now;
            if (windows.size() < MOST_KINDS) {
                windows.put(kind, window);
            }
        }
        return window;
    }

    /** False if there is no room. */
    private boolean add(Line line) {
        if (waiting.get() >= MOST_LINES) {
            dropped.incrementAndGet();
            return false;
        }
        addDropped();
        waiting.incrementAndGet();
        lines.add(line);
        if (ended) {
            writeAll(List.of());
        } else {
            LockSupport.unpark(started());
        }
        return true;
    }

    /** Both threads come here; the first that notices that there is room again adds the line. */
    private void addDropped() {
        int missing = dropped.getAndSet(0);
        if (missing > 0) {
            waiting.incrementAndGet();
            String text = missing + " lines of the log are missing here: they came faster than they could be written";
            lines.add(new Line(out, text, 0, 0));
        }
    }

    private Thread started() {
        Thread thread = writer;
        if (thread == null) {
            thread = threads.newThread(this::run);
            writer = thread;
            if (!ending) {
                endAtShutdown(thread);
            }
            try {
                thread.start();
            } catch (OutOfMemoryError e) {
                // There are no more threads, which is what the first line may be about.
                ended = true;
                writeAll(List.of());
            }
        }
        return thread;
    }

    private void endAtShutdown(Thread thread) {
        Thread hook = new Thread(() -> end(thread), name + "-end");
        try {
            Runtime.getRuntime().addShutdownHook(hook);
            atShutdown = hook;
        } catch (IllegalStateException e) {
            // The process is ending already: in the rest of its time the thread writes what it can.
        }
    }

    /** Writes what there is. What is put later is written at once, unless the log takes nothing. */
    public void close() {
        ending = true;
        Thread thread = writer;
        if (thread == null) {
            return;
        }
        end(thread);
        Thread hook = atShutdown;
        try {
            if (hook != null) {
                Runtime.getRuntime().removeShutdownHook(hook);
            }
        } catch (IllegalStateException e) {
            // It runs.
        }
    }

    private void end(Thread thread) {
        ending = true;
        LockSupport.unpark(thread);
        try {
            thread.join(LONGEST_END_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        List<Line> held = new ArrayList<>();
        while (!ending) {
            writeAll(held);
            writeDue(held);
            if (lines.isEmpty() && !ending) {
                park(held);
            }
        }
        writeAll(held);
        ended = true;
        // Of what was put meanwhile, each of the two threads finds what the other one doesn't.
        writeAll(held);
        held.forEach(Line::write);
    }

    private void writeAll(List<Line> held) {
        for (Line line = next(); line != null; line = next()) {
            if (line.delayNanos > 0 && !ended) {
                held.add(line);
            } else {
                line.write();
            }
            waiting.decrementAndGet();
        }
    }

    private static void writeDue(List<Line> held) {
        long now = System.nanoTime();
        List<Line> due = held.stream().filter(line -> line.waitNanos(now) <= 0).toList();
        held.removeAll(due);
        due.forEach(Line::write);
    }

    private @Nullable Line next() {
        Line line = lines.poll();
        if (line == null) {
            addDropped();
            line = lines.poll();
        }
        return line;
    }

    private void park(List<Line> held) {
        if (held.isEmpty()) {
            LockSupport.park(this);
        } else {
            long now = System.nanoTime();
            LockSupport.parkNanos(
                    this,
                    held.stream().mapToLong(line -> line.waitNanos(now)).min().orElse(0));
        }
    }

    @Override
    public void afterLines(Runnable next) {
        put(nothing -> next.run(), next, "");
    }

    /** A line, and how many more it stands for. */
    private static final class Line {

        private static final int WRITTEN = -1;

        private final Consumer<String> out;
        private final String text;
        private final long putNanos;
        private final long delayNanos;
        private final AtomicInteger more = new AtomicInteger();

        Line(Consumer<String> out, String text, long putNanos, long delayNanos) {
            this.out = out;
            this.text = text;
            this.putNanos = putNanos;
            this.delayNanos = delayNanos;
        }

        /** False if it has been written. */
        boolean countOneMore() {
            return more.getAndUpdate(count -> count == WRITTEN ? WRITTEN : count + 1) != WRITTEN;
        }

        long waitNanos(long now) {
            return delayNanos - (now - putNanos);
        }

        void write() {
            int others = more.getAndSet(WRITTEN);
            long seconds = Math.max(1, Math.round((System.nanoTime() - putNanos) / (double) WINDOW_NANOS));
            String ending = others == 0
                    ? ""
                    : ", and " + others + " more in the last " + (seconds == 1 ? "second" : seconds + " seconds");
            try {
                out.accept(text + ending);
            } catch (Throwable e) {
                // Of a logging system that fails there is nobody to tell.
            }
        }
    }

    /** Has the calling thread write there as well, until it gives that back. */
    public static void lend(LogLines lines) {
        LENT.set(lines);
    }

    /** The calling thread writes to the logging system again. */
    public static void giveBack() {
        LENT.set(null);
    }

    /** What is lent to the calling thread, or null. */
    public static @Nullable LogLines lent() {
        return LENT.get();
    }
}
