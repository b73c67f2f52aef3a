package org.reactivempi.transport.shm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SharedDirectoryTest {

    private static final int RING_BYTES = 64 * 1024;
    private static final byte[] NAME = new byte[16];
    private static final byte[] NONCE = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};

    @TempDir
    Path path;

    private long uid;
    private SharedDirectory directory;
    private Path file;

    @BeforeEach
    void directory() throws IOException {
        uid = HostIdentity.here(path).uid();
        directory = new SharedDirectory(path, uid);
        file = directory.file(NAME);
    }

    private boolean isEmpty() throws IOException {
        try (Stream<Path> files = Files.list(path)) {
            return files.findAny().isEmpty();
        }
    }

    private void assertRefused(String why) {
        assertThatIOException()
                .isThrownBy(() -> directory.open(NAME, NONCE, RING_BYTES))
                .withMessageContaining(file.toString())
                .withMessageContaining(why);
    }

    @Test
    @DisplayName("a file is of its owner alone, has its memory, and both ends see the same bytes")
    void createAndOpen() throws Exception {
        RingFile made = directory.create(NAME, NONCE, RING_BYTES);
        Map<String, Object> found = Files.readAttributes(file, "unix:mode,size,uid");
        assertThat(found)
                .containsEntry("mode", 0100600)
                .containsEntry("size", RingFile.lengthBytes(RING_BYTES))
                .containsEntry("uid", (int) uid);
        RingFile opened = directory.open(NAME, NONCE, RING_BYTES);
        directory.unlink(NAME);
        directory.unlink(NAME);
        assertThat(isEmpty()).isTrue();
        for (Side side : Side.values()) {
            made.flag(side).set(3);
            made.closed(side).set(4);
            assertThat(opened.flag(side).get()).isEqualTo(3);
            assertThat(opened.closed(side).get()).isEqualTo(4);
        }
        made.writer(Side.CONNECTOR).put(Unpooled.wrappedBuffer(NONCE), 16);
        RingWriter writer = opened.writer(Side.ACCEPTOR);
        writer.put(Unpooled.wrappedBuffer(NONCE), 16);
        writer.publish();
        assertThat(made.reader(Side.CONNECTOR).availableBytes()).isEqualTo(16);
        assertThat(opened.reader(Side.ACCEPTOR).availableBytes()).isZero();
    }

    @Test
    @DisplayName("a file that is there already stays, and is told")
    void exists() throws Exception {
        Files.createFile(file);
        assertThatIOException()
                .isThrownBy(() -> directory.create(NAME, NONCE, RING_BYTES))
                .withMessageContaining("cannot make " + file);
    }

    @Test
    @DisplayName("a directory that is not there is told by name")
    void missing() {
        Path missing = path.resolve("missing");
        assertThatIOException()
                .isThrownBy(() -> new SharedDirectory(missing, uid).create(NAME, NONCE, RING_BYTES))
                .withMessageContaining("of 135168 bytes: shm-directory " + missing + " does not exist");
    }

    @Test
    @DisplayName("a full directory is told with what is needed and what is left, and no file stays")
    void full() throws Exception {
        assumeTrue(Tmpfs.mount(path, "100k"), "needs to mount a file system");
        try {
            assertThatIOException()
                    .isThrownBy(() -> directory.create(NAME, NONCE, RING_BYTES))
                    .withMessageStartingWith("cannot make " + file + " of 135168 bytes: No space left on device")
                    .withMessageEndingWith("shm-directory " + path + " has 102400 bytes left");
            assertThat(isEmpty()).isTrue();
        } finally {
            Tmpfs.unmount(path);
        }
    }

    @Test
    @DisplayName("a file that is not there is refused")
    void notThere() {
        assertRefused("it is not there");
    }

    @ParameterizedTest
    @ValueSource(strings = {"rw-rw----", "rw----r--", "r--------", "rwx------"})
    @DisplayName("a file of another mode is refused")
    void otherMode(String mode) throws Exception {
        directory.create(NAME, NONCE, RING_BYTES);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
        assertRefused("must be 100600");
    }

    @Test
    @DisplayName("a file of another owner is refused")
    void otherOwner() throws Exception {
        directory.create(NAME, NONCE, RING_BYTES);
        directory = new SharedDirectory(path, uid + 1);
        assertRefused("its owner is " + uid + ", must be " + (uid + 1));
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 4096, 135_167, 135_169})
    @DisplayName("a file of another length is refused")
    void otherLength(long length) throws Exception {
        directory.create(NAME, NONCE, RING_BYTES);
        try (RandomAccessFile raw = new RandomAccessFile(file.toFile(), "rw")) {
            raw.setLength(length);
        }
        assertRefused("must be 135168");
    }

    @Test
    @DisplayName("a file with another nonce is refused")
    void otherNonce() throws Exception {
        directory.create(NAME, new byte[16], RING_BYTES);
        assertRefused("it is not the file that was offered");
    }

    @Test
    @DisplayName("a symbolic link, and a directory, are refused")
    void noFile(@TempDir Path elsewhere) throws Exception {
        new SharedDirectory(elsewhere, uid).create(NAME, NONCE, RING_BYTES);
        Files.createSymbolicLink(file, elsewhere.resolve(file.getFileName()));
        assertRefused("its mode is 120777, must be 100600");
        Files.delete(file);
        Files.createDirectory(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        assertRefused("its mode is 40600, must be 100600");
    }
}
