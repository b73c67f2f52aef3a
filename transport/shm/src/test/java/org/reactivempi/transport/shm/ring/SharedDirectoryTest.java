package org.reactivempi.transport.shm.ring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.netty.buffer.Unpooled;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.unix.FileDescriptor;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivempi.transport.shm.file.SharedDirectory;
import org.reactivempi.transport.shm.handshake.HostIdentity;
import org.reactivempi.transport.shm.ring.RingFile.Side;

class SharedDirectoryTest {

    private static final int RING_BYTES = 64 * 1024;
    private static final byte[] NAME = new byte[16];
    private static final byte[] NONCE = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};

    @TempDir
    Path path;

    private long uid;
    private SharedDirectory directory;
    private Path file;
    private FileDescriptor given;

    @BeforeAll
    static void loadNative() {
        Epoll.ensureAvailability();
    }

    @BeforeEach
    void directory() throws IOException {
        uid = HostIdentity.here(path).uid();
        directory = new SharedDirectory(path, uid);
        file = directory.file(NAME);
    }

    @AfterEach
    void close() throws IOException {
        if (given != null) {
            given.close();
        }
    }

    private boolean isEmpty() throws IOException {
        try (Stream<Path> files = Files.list(path)) {
            return files.findAny().isEmpty();
        }
    }

    private RingFile make(byte[] nonce) throws IOException {
        RingFile.Made made = RingFile.create(directory, NAME, nonce, RING_BYTES);
        given = made.descriptor();
        return made.file();
    }

    private void assertRefused(String why) {
        assertThatIOException()
                .isThrownBy(() -> RingFile.open(directory, given, NONCE, RING_BYTES))
                .withMessage("cannot use what was given: " + why);
    }

    private Path nameless() {
        return Path.of("/proc/self/fd", Integer.toString(given.intValue()));
    }

    @Test
    @DisplayName("PRG-1 an interrupt of the thread that makes or opens a file harms no connection, and is kept")
    void interrupted() throws Exception {
        Thread.currentThread().interrupt();
        RingFile made = make(NONCE);
        assertThat(Thread.interrupted()).isTrue();

        Thread.currentThread().interrupt();
        RingFile opened = RingFile.open(directory, given, NONCE, RING_BYTES);
        assertThat(Thread.interrupted()).isTrue();
        made.free();
        opened.free();
    }

    @Test
    @DisplayName("PRG-1 interrupts that come again and again while files are made and opened harm no connection")
    void interruptedMeanwhile() throws Exception {
        Thread self = Thread.currentThread();
        AtomicBoolean over = new AtomicBoolean();
        AtomicInteger interrupts = new AtomicInteger();
        Thread other = new Thread(() -> {
            Random random = new Random(1);
            while (!over.get()) {
                self.interrupt();
                interrupts.incrementAndGet();
                for (int i = random.nextInt(20_000); i > 0; i--) {
                    Thread.onSpinWait();
                }
            }
        });
        other.start();
        try {
            for (int round = 0; round < 100; round++) {
                RingFile made = make(NONCE);
                RingFile.open(directory, given, NONCE, RING_BYTES).free();
                made.free();
                given.close();
            }
        } finally {
            over.set(true);
            while (other.isAlive()) {
                Thread.onSpinWait();
            }
            Thread.interrupted();
        }
        assertThat(interrupts).hasPositiveValue();
        assertThat(isEmpty()).isTrue();
    }

    @Test
    @DisplayName("a file has no name, is of its owner alone, has its memory, and both ends see the same bytes")
    void createAndOpen() throws Exception {
        RingFile made = make(NONCE);
        assertThat(isEmpty()).isTrue();
        Map<String, Object> found = Files.readAttributes(nameless(), "unix:mode,size,uid,nlink");
        assertThat(found)
                .containsEntry("mode", 0100600)
                .containsEntry("size", RingFile.lengthBytes(RING_BYTES))
                .containsEntry("uid", (int) uid)
                .containsEntry("nlink", 0);
        RingFile opened = RingFile.open(directory, given, NONCE, RING_BYTES);
        for (Side side : Side.values()) {
            made.flag(side).set(3);
            made.closed(side).set(4);
            made.beat(side).set(5);
            assertThat(opened.flag(side).get()).isEqualTo(3);
            assertThat(opened.closed(side).get()).isEqualTo(4);
            assertThat(opened.beat(side).get()).isEqualTo(5);
        }
        made.writer(Side.CONNECTOR).put(Unpooled.wrappedBuffer(NONCE), 16);
        RingWriter writer = opened.writer(Side.ACCEPTOR);
        writer.put(Unpooled.wrappedBuffer(NONCE), 16);
        writer.publish();
        assertThat(made.reader(Side.CONNECTOR).availableBytes()).isEqualTo(16);
        assertThat(opened.reader(Side.ACCEPTOR).availableBytes()).isZero();
    }

    @Test
    @DisplayName("the memory goes when the file and the ends of its rings are free, and a view that was lent")
    void free() throws Exception {
        RingFile made = make(NONCE);
        RingWriter writer = made.writer(Side.CONNECTOR);
        RingReader reader = made.reader(Side.CONNECTOR);
        RingView lent = writer.room(1, 1);
        lent.retain();
        made.free();
        writer.free();
        reader.free();
        assertThat(mappings()).isEqualTo(1);
        lent.writeByte(1);
        lent.release();
        assertThat(mappings()).isZero();
    }

    private long mappings() throws IOException {
        try (Stream<String> maps = Files.lines(Path.of("/proc/self/maps"))) {
            return maps.filter(line -> line.contains(file.toString())).count();
        }
    }

    @Test
    @DisplayName("a file that is there already stays, and is told")
    void exists() throws Exception {
        Files.createFile(file);
        assertThatIOException()
                .isThrownBy(() -> RingFile.create(directory, NAME, NONCE, RING_BYTES))
                .withMessageContaining("cannot make " + file);
        assertThat(Files.exists(file)).isTrue();
    }

    @Test
    @DisplayName("a directory that is not there is told by name")
    void missing() {
        Path missing = path.resolve("missing");
        assertThatIOException()
                .isThrownBy(() -> RingFile.create(new SharedDirectory(missing, uid), NAME, NONCE, RING_BYTES))
                .withMessageContaining("of 135168 bytes: shm-directory " + missing + " does not exist");
    }

    @Test
    @DisplayName("a full directory is told with what is needed and what is left, and no file stays")
    void full() throws Exception {
        assumeTrue(Tmpfs.mount(path, "100k"), "needs to mount a file system");
        try {
            assertThatIOException()
                    .isThrownBy(() -> RingFile.create(directory, NAME, NONCE, RING_BYTES))
                    .withMessageStartingWith("cannot make " + file + " of 135168 bytes: No space left on device")
                    .withMessageEndingWith("shm-directory " + path + " has 102400 bytes left");
            assertThat(isEmpty()).isTrue();
        } finally {
            Tmpfs.unmount(path);
        }
    }

    @ParameterizedTest
    @CsvSource({"rw-rw----, 100660", "rw----r--, 100604", "r--------, 100400", "rwx------, 100700"})
    @DisplayName("a file of another mode is refused")
    void otherMode(String mode, String octal) throws Exception {
        make(NONCE);
        Files.setPosixFilePermissions(nameless(), PosixFilePermissions.fromString(mode));
        assertRefused("its mode is " + octal + ", must be 100600");
    }

    @Test
    @DisplayName("a file of another owner is refused")
    void otherOwner() throws Exception {
        make(NONCE);
        directory = new SharedDirectory(path, uid + 1);
        assertRefused("its owner is " + uid + ", must be " + (uid + 1));
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 4096, 135_167, 135_169})
    @DisplayName("a file of another length is refused")
    void otherLength(long length) throws Exception {
        make(NONCE);
        try (RandomAccessFile raw = new RandomAccessFile(nameless().toFile(), "rw")) {
            raw.setLength(length);
        }
        assertRefused("its length is " + length + ", must be 135168");
    }

    @Test
    @DisplayName("a file with another nonce is refused")
    void otherNonce() throws Exception {
        make(new byte[16]);
        assertRefused("it is not the file that was offered");
    }

    @Test
    @DisplayName("what is no file is refused")
    void noFile() throws Exception {
        FileDescriptor[] pipe = FileDescriptor.pipe();
        given = pipe[0];
        assertRefused("its mode is 10600, must be 100600");
        pipe[1].close();
    }
}
