package org.reactivempi.examples.wordcount;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BatchCutterTest {

    private static final int WORD_BYTES_MAX = 64;

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 16, 64})
    @DisplayName("batches together are the text, and count like the text as a whole, wherever it is cut")
    void anyCut(int batchBytes) throws IOException {
        for (long seed = 0; seed < 50; seed++) {
            String text = SampleText.of(seed, 400);

            List<String> batches = cut(text.getBytes(UTF_8), batchBytes);

            assertThat(String.join("", batches)).isEqualTo(text);
            WordCounts counts = new WordCounts();
            batches.forEach(counts::addText);
            assertThat(counts.sorted()).map(Object::toString).isEqualTo(SampleText.naiveCounts(text));
        }
    }

    @Test
    @DisplayName("batches end at the ends of lines")
    void lines() throws IOException {
        assertThat(cut("one two\nthree four\nfive".getBytes(UTF_8), 20))
                .containsExactly("one two\nthree four\n", "five");
    }

    @Test
    @DisplayName("a line that is longer than a batch is cut behind a character that is no letter")
    void longLine() throws IOException {
        assertThat(cut("über, straße – ende".getBytes(UTF_8), 16)).containsExactly("über, straße ", "– ende");
    }

    @Test
    @DisplayName("a word that is longer than a batch stays whole, up to a limit")
    void longWord() throws IOException {
        String word = "ä".repeat(WORD_BYTES_MAX / 2 - 1);

        assertThat(cut((". " + word + " .").getBytes(UTF_8), 8)).contains(word + " .");
        assertThatThrownBy(() -> cut((". " + word + "ä .").getBytes(UTF_8), 8))
                .hasMessage("a word of 64 bytes or more at byte 2");
    }

    @Test
    @DisplayName("bytes that are not UTF-8 are named by their place")
    void malformed() {
        byte[] bytes = "0123456789 0123456789 é".getBytes(UTF_8);
        bytes[14] = (byte) 0xFF;

        assertThatThrownBy(() -> cut(bytes, 8)).hasMessage("not UTF-8 at byte 14");
        assertThatThrownBy(() -> cut(Arrays.copyOf("é é".getBytes(UTF_8), 4), 8))
                .hasMessage("not UTF-8 at byte 3");
    }

    @Test
    @DisplayName("an empty text has no batch")
    void empty() throws IOException {
        assertThat(cut(new byte[0], 8)).isEmpty();
    }

    private static List<String> cut(byte[] text, int batchBytes) throws IOException {
        BatchCutter cutter = new BatchCutter(new ByteArrayInputStream(text), batchBytes, WORD_BYTES_MAX);
        List<String> batches = new ArrayList<>();
        for (byte[] batch = cutter.next(); batch.length > 0; batch = cutter.next()) {
            batches.add(new String(batch, UTF_8));
        }
        return batches;
    }
}
