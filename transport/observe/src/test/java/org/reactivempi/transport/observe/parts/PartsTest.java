package org.reactivempi.transport.observe.parts;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PartsTest {

    private static final int RANKS = 8;

    @TempDir
    Path directory;

    private Path file;
    private Parts parts;

    @BeforeEach
    void begin() {
        file = directory.resolve("all");
        parts = new Parts(file, RANKS);
    }

    private void write(int rank) {
        try {
            Files.writeString(parts.part(rank), rank + ";");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void finish(int rank) {
        try {
            parts.done(rank, PartsTest::join);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void join(List<Path> parts, Path into) throws IOException {
        StringBuilder all = new StringBuilder();
        for (Path part : parts) {
            all.append(Files.readString(part));
        }
        Files.writeString(into, all);
    }

    private void assertOnly(String content) throws IOException {
        assertThat(file).hasContent(content);
        try (var files = Files.list(directory)) {
            assertThat(files).containsExactly(file);
        }
    }

    @Test
    @DisplayName("ranks that end at the same time: one of them puts all parts together")
    void together() throws IOException {
        for (int i = 0; i < 30; i++) {
            IntStream.range(0, RANKS).forEach(this::write);
            IntStream.range(0, RANKS).parallel().forEach(this::finish);
            assertOnly("0;1;2;3;4;5;6;7;");
            Files.delete(file);
        }
    }

    @Test
    @DisplayName("where a rank did not come to its end, its part counts as far as it goes")
    void rest() throws IOException {
        write(0);
        write(3);
        finish(3);
        assertThat(file).doesNotExist();
        assertThat(parts.mergeRest(PartsTest::join)).isTrue();
        assertOnly("0;3;");
        assertThat(parts.mergeRest(PartsTest::join)).isFalse();
    }

    @Test
    @DisplayName("what an earlier job has left is not taken for this one's")
    void clear() throws IOException {
        write(1);
        write(2);
        finish(2);
        Files.writeString(file, "old");
        parts.clear();
        try (var files = Files.list(directory)) {
            assertThat(files).isEmpty();
        }
    }
}
