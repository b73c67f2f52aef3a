package org.reactivempi.transport.shm.handshake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostIdentityTest {

    private static final HostIdentity HERE = new HostIdentity("boot", "net:[1]", "user:[2]", "3:4", 5);

    @Test
    @DisplayName("equal parts give an equal text, and each part that differs another one")
    void everyPartCounts() {
        Set<String> texts = Stream.of(
                        HERE,
                        new HostIdentity("other", "net:[1]", "user:[2]", "3:4", 5),
                        new HostIdentity("boot", "net:[6]", "user:[2]", "3:4", 5),
                        new HostIdentity("boot", "net:[1]", "user:[6]", "3:4", 5),
                        new HostIdentity("boot", "net:[1]", "user:[2]", "3:6", 5),
                        new HostIdentity("boot", "net:[1]", "user:[2]", "3:4", 6))
                .map(HostIdentity::text)
                .collect(Collectors.toSet());
        assertThat(texts).hasSize(6).allMatch(text -> text.matches("[0-9a-f]{32}"));
        assertThat(new HostIdentity("boot", "net:[1]", "user:[2]", "3:4", 5).text())
                .isEqualTo(HERE.text());
    }

    @Test
    @DisplayName("of this process: the same each time, another one for another directory")
    void here(@TempDir Path directory, @TempDir Path other) throws Exception {
        assertThat(HostIdentity.here(directory)).isEqualTo(HostIdentity.here(directory));
        assertThat(HostIdentity.here(directory).text())
                .isNotEqualTo(HostIdentity.here(other).text());
    }

    @Test
    @DisplayName("the user is the one that owns what this process makes, also where that is not root")
    void user(@TempDir Path directory) throws Exception {
        Path made = Files.createFile(directory.resolve("made"));
        assertThat(HostIdentity.here(directory).uid())
                .isEqualTo(((Number) Files.getAttribute(made, "unix:uid")).longValue());
    }

    @Test
    @DisplayName("a directory that is not there is told by name")
    void noDirectory(@TempDir Path directory) {
        Path missing = directory.resolve("missing");
        assertThatIOException().isThrownBy(() -> HostIdentity.here(missing)).withMessageContaining(missing.toString());
    }
}
