package org.reactivempi.transport.sim;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.channel.log.LogLines;

/** What the ranks of a run log: it is kept for its report, and written nowhere. The last lines stay. */
public final class RunLog implements LogLines {

    private static final int MOST_LINES = 200;

    private final Deque<String> lines = new ArrayDeque<>();

    /** No lines yet. */
    public RunLog() {}

    @Override
    public void put(Consumer<String> out, @Nullable Object subject, String format, @Nullable Object... arguments) {
        if (lines.size() == MOST_LINES) {
            lines.removeFirst();
        }
        lines.add(LogLines.text(format, arguments));
    }

    @Override
    public void afterLines(Runnable next) {
        next.run();
    }

    /** The lines that were kept, oldest first. */
    public List<String> lines() {
        return List.copyOf(lines);
    }
}
