package org.reactivempi.transport.launcher.output;

import java.util.Arrays;

/**
 * Cuts what a rank writes into whole lines and passes them on as soon as they are complete, bytes unchanged.
 *
 * <p>A line ends with a newline, or with a carriage return that no newline follows: progress bars, which only return,
 * move on with each of their steps. A line of more than {@link #LENGTH_MAX} bytes is passed on in parts.
 */
public final class RankLines {

    static final int LENGTH_MAX = 1 << 20;

    private final int rank;
    private final SharedOutput out;
    private byte[] buffer = new byte[8192];
    private int length;

    public RankLines(int rank, SharedOutput out) {
        this.rank = rank;
        this.out = out;
    }

    public synchronized void write(byte[] bytes, int offset, int count) {
        if (buffer.length < length + count) {
            buffer = Arrays.copyOf(buffer, Math.max(length + count, 2 * buffer.length));
        }
        System.arraycopy(bytes, offset, buffer, length, count);
        // A carriage return that came last is looked at again, now that it is known what follows.
        int unseen = Math.max(0, length - 1);
        length += count;
        int end = lastEnd(unseen);
        pass(end == 0 && length >= LENGTH_MAX ? length : end);
    }

    /** Passes on what is left, a line without its end. */
    public synchronized void end() {
        pass(length);
    }

    static boolean endsLine(byte last) {
        return last == '\n' || last == '\r';
    }

    /** The index after the line that begins at {@code start}. */
    static int lineEnd(byte[] lines, int start, int length) {
        for (int i = start; i < length; i++) {
            boolean newlineFollows = i + 1 < length && lines[i + 1] == '\n';
            if (lines[i] == '\n' || lines[i] == '\r' && !newlineFollows) {
                return i + 1;
            }
        }
        return length;
    }

    private int lastEnd(int from) {
        for (int i = length - 1; i >= from; i--) {
            if (buffer[i] == '\n' || buffer[i] == '\r' && i + 1 < length) {
                return i + 1;
            }
        }
        return 0;
    }

    private void pass(int count) {
        if (count > 0) {
            out.write(rank, buffer, count);
            System.arraycopy(buffer, count, buffer, 0, length - count);
            length -= count;
        }
    }
}
