package org.reactivempi.transport.observe.parts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
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
    @DisplayName("the last rank puts together what there is, where it is known that some parts don't come")
    void missing() throws IOException {
        for (int rank = 1; rank < RANKS; rank += 2) {
            parts.missing(rank);
        }
        write(2);
        // It is being written in this folder: it does come.
        parts.missing(2);
        for (int rank = 4; rank < RANKS; rank += 2) {
            write(rank);
            finish(rank);
        }
        write(0);
        finish(0);
        assertThat(file).doesNotExist();
        finish(2);
        assertOnly("0;2;4;6;");
    }

    @Test
    @DisplayName("what an earlier job has left of parts that don't come does not count")
    void expected() throws IOException {
        for (int rank = 1; rank < RANKS; rank++) {
            parts.missing(rank);
        }
        parts.expectAll();
        write(0);
        finish(0);
        assertThat(file).doesNotExist();
        parts.clear();
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    @DisplayName("a link where a file is to be made is replaced, not followed; only the owner may read the file")
    void planted() throws IOException {
        Path victim = Files.writeString(directory.resolve("victim"), "precious");
        Files.createSymbolicLink(parts.part(0), victim);
        Files.createSymbolicLink(parts.part(1), directory.resolve("nowhere"));

        Parts.create(parts.part(0)).close();
        Parts.write(parts.part(1), List.of("1;"));

        assertThat(victim).hasContent("precious");
        assertThat(directory.resolve("nowhere")).doesNotExist();
        assertThat(parts.part(1)).hasContent("1;").isRegularFile();
        for (int rank = 0; rank < 2; rank++) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(parts.part(rank))))
                    .isEqualTo("rw-------");
        }
    }

    @Test
    @DisplayName("a link in the place of a rank's part is none: what it leads to is not read")
    void linkInstead() throws IOException {
        Files.createSymbolicLink(parts.part(0), Files.writeString(directory.resolve("secret"), "secret"));
        assertThat(parts.mergeRest(PartsTest::join)).isFalse();
        assertThat(file).doesNotExist();
    }

    @Test
    @DisplayName("what is no file, such as a directory, is refused and stays")
    void noFile() throws IOException {
        Files.createDirectory(parts.part(0));
        assertThatThrownBy(() -> Parts.create(parts.part(0)))
                .isInstanceOf(IOException.class)
                .hasMessage(parts.part(0) + " is no regular file");
        assertThat(parts.part(0)).isDirectory();
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
