package org.reactivempi.transport.launcher.output;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * Standard output or error, which ranks share: takes whole lines, never mixes two. Any thread.
 *
 * <p>A last line without its end stays open; it is ended only if somebody else writes after it.
 */
public final class SharedOutput {

    /** Who writes when it is no rank. */
    static final int NOBODY = -1;

    private static final int NONE_OPEN = -2;

    private final PrintStream out;
    private final boolean prefixed;
    private int open = NONE_OPEN;

    SharedOutput(PrintStream out, boolean prefixed) {
        this.out = out;
        this.prefixed = prefixed;
    }

    /** Writes a rank's lines; the last one may lack its end. */
    public synchronized void write(int rank, byte[] lines, int length) {
        if (open != NONE_OPEN && open != rank) {
            out.write('\n');
            open = NONE_OPEN;
        }
        if (prefixed && rank != NOBODY) {
            writePrefixed(rank, lines, length);
        } else {
            out.write(lines, 0, length);
        }
        out.flush();
        boolean ended = RankLines.endsLine(lines[length - 1]);
        open = ended ? NONE_OPEN : rank;
    }

    /** Writes a line of the launcher's own. */
    public void line(String text) {
        byte[] line = (text + System.lineSeparator()).getBytes(StandardCharsets.UTF_8);
        write(NOBODY, line, line.length);
    }

    /** Whether something could not be written, as on a full disk; a {@code PrintStream} only remembers that. */
    public boolean isBroken() {
        return out.checkError();
    }

    private void writePrefixed(int rank, byte[] lines, int length) {
        byte[] prefix = ("[" + rank + "] ").getBytes(StandardCharsets.US_ASCII);
        for (int start = 0; start < length; ) {
            if (start > 0 || open != rank) {
                out.write(prefix, 0, prefix.length);
            }
            int end = RankLines.lineEnd(lines, start, length);
            out.write(lines, start, end - start);
            start = end;
        }
    }
}
