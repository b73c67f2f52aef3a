package org.reactivempi.transport.launcher.archive;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OwnFilesTest {

    @TempDir
    private Path directory;

    @Test
    @DisplayName("a directory behind a link is used without the link, which may lead elsewhere by then")
    void link() throws Exception {
        Path own = OwnFiles.newDirectory(directory.resolve("own")).toRealPath();
        Path other = OwnFiles.newDirectory(directory.resolve("other"));
        Path link = Files.createSymbolicLink(directory.resolve("link"), own);

        Path used = OwnFiles.directory(link);
        Files.delete(link);
        Files.createSymbolicLink(link, other);
        assertThat(used).isEqualTo(own);
    }

    @Test
    @DisplayName("an archive behind a link is used without the link")
    void archive() throws Exception {
        Path jar = Files.createFile(directory.resolve("program.jar"));
        // What an archive begins with; newer than the program.
        Path own = Files.write(directory.resolve("own.jsa"), new byte[] {(byte) 0xf0, 0x0b, (byte) 0xab, (byte) 0xa2});
        Path link = Files.createSymbolicLink(directory.resolve("link.jsa"), own);

        ClassArchive archive = new ClassArchive.Choice(link.toString(), jar.toString(), List.of(), Map.of()).open();
        assertThat(archive.arguments(0)).first().isEqualTo("-XX:SharedArchiveFile=" + own.toRealPath());
    }
}
