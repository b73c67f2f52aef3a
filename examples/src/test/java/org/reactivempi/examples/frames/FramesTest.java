package org.reactivempi.examples.frames;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.reactivempi.Settings;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import picocli.CommandLine;
import reactor.core.publisher.Flux;

class FramesTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    @OnEveryChannel(ranks = 3)
    @DisplayName("all other ranks see each frame, whole, over any channel")
    void anyChannel(Ranks ranks) {
        assertThat(show(ranks, "--frames", "300", "--kib", "3").lines())
                .hasSize(2)
                .anyMatch(line -> line.startsWith("frames: rank 1 has seen 300 frames of 3 KiB in 4 slots"))
                .anyMatch(line -> line.startsWith("frames: rank 2 has seen 300 frames of 3 KiB in 4 slots"));
    }

    @ParameterizedTest
    @CsvSource({"1, 1, 1, 2", "1, 50, 200, 3", "2, 100, 64, 2", "4, 20, 1, 100"})
    @DisplayName("so do any number of ranks, one alone too, with rings of any size")
    void anyNumber(int size, int frames, int kib, int slots) {
        try (Ranks ranks = Ranks.start(size, Settings.create())) {
            assertThat(show(ranks, "--frames", "" + frames, "--kib", "" + kib, "--slots", "" + slots))
                    .contains(" has seen " + frames + " frames of " + kib + " KiB in " + slots + " slots")
                    .hasLineCount(Math.max(1, size - 1));
        }
    }

    @Test
    @DisplayName("a frame that is of another one in part is noticed")
    void wrong() {
        long[] pixels = new long[16];
        Frame.draw(3, pixels);
        ByteBuffer frame = ByteBuffer.allocate(16 * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        frame.asLongBuffer().put(pixels);
        Frame.check(3, frame);
        frame.putLong(9 * Long.BYTES, 4L << Integer.SIZE | 9);
        assertThatThrownBy(() -> Frame.check(3, frame)).hasMessage("pixel 9 of frame 3 is of frame 4, pixel 9");
    }

    private static String show(Ranks ranks, String... arguments) {
        FramesOptions options = new FramesOptions();
        new CommandLine(options).setSeparator(" ").parseArgs(arguments);
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(said, true, UTF_8);
        Flux.range(0, ranks.size())
                .flatMap(rank -> new Frames(ranks.world(rank), options, out).run(), ranks.size())
                .blockLast(TIMEOUT);
        return said.toString(UTF_8);
    }
}
