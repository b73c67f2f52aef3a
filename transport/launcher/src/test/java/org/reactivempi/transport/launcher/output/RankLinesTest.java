package org.reactivempi.transport.launcher.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class RankLinesTest {

    private final ByteArrayOutputStream written = new ByteArrayOutputStream();

    @Test
    @DisplayName("a line goes out when it is complete, and lines of two ranks never mix")
    void wholeLines() {
        SharedOutput out = out(false);
        RankLines zero = new RankLines(0, out);
        RankLines one = new RankLines(1, out);

        write(zero, "a");
        write(one, "1\n2");
        write(zero, "b\n");
        write(one, "3\n");

        assertThat(written()).isEqualTo("1\nab\n23\n");
    }

    @Test
    @DisplayName("a last line without an end stays so, and is ended only when another rank's follows")
    void lastLine() {
        SharedOutput out = out(false);
        RankLines zero = new RankLines(0, out);
        RankLines one = new RankLines(1, out);

        write(zero, "open");
        zero.end();
        assertThat(written()).isEqualTo("open");
        write(one, "last");
        one.end();

        assertThat(written()).isEqualTo("open\nlast");
    }

    @Test
    @DisplayName("progress bars move on with each step, and Windows line ends stay whole")
    void carriageReturns() {
        RankLines zero = new RankLines(0, out(false));

        write(zero, "\r10%");
        assertThat(written()).isEqualTo("\r");
        write(zero, "\r20%");
        assertThat(written()).isEqualTo("\r10%\r");
        write(zero, "\r");
        assertThat(written()).as("what follows is not known yet").isEqualTo("\r10%\r");
        write(zero, "\n");

        assertThat(written()).isEqualTo("\r10%\r20%\r\n");
    }

    @Test
    @DisplayName("each line has its prefix, once")
    void prefix() {
        SharedOutput out = out(true);
        RankLines zero = new RankLines(0, out);
        RankLines one = new RankLines(1, out);

        write(zero, "a\nb\r\nc");
        write(one, "x\n");
        zero.end();
        out.line("of the launcher");

        String end = System.lineSeparator();
        assertThat(written()).isEqualTo("[0] a\n[0] b\r\n[1] x\n[0] c\nof the launcher" + end);
    }

    @Test
    @DisplayName("a line of more than 1 MiB comes out whole where nobody else writes, with one prefix")
    void longLine() {
        RankLines zero = new RankLines(0, out(true));
        String line = "x".repeat(3 * RankLines.LENGTH_MAX) + "\n";

        for (int at = 0; at < line.length(); at += 8191) {
            write(zero, line.substring(at, Math.min(line.length(), at + 8191)));
        }

        assertThat(written()).isEqualTo("[0] " + line);
    }

    private SharedOutput out(boolean prefixed) {
        return new SharedOutput(new PrintStream(written, true, StandardCharsets.UTF_8), prefixed);
    }

    private String written() {
        return written.toString(StandardCharsets.UTF_8);
    }

    private static void write(RankLines lines, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        lines.write(bytes, 0, bytes.length);
    }
}
