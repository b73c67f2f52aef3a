package org.reactivempi.transport.shm;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.reactivempi.transport.channel.settings.Setting;
import org.reactivempi.transport.channel.settings.SettingException;
import org.reactivempi.transport.channel.settings.SettingSource;
import org.reactivempi.transport.channel.settings.SharedSettings;
import org.reactivempi.transport.shm.ring.RingFile;

/**
 * The settings of a rank's shared memory channel.
 *
 * @param ringBytes the length of each of a link's two rings, a power of two
 * @param directory where the shared files are made
 * @param handshakeTimeout how long a peer may take to answer, or to say what it wants
 */
record ShmSettings(int ringBytes, Path directory, Duration handshakeTimeout) {

    private static final Setting<Integer> RING_BYTES = Setting.number(
                    "shm-ring-bytes", 1024 * 1024, RingFile.LEAST_RING_BYTES, RingFile.MOST_RING_BYTES)
            .described(
                    "The length of a ring in shared memory, a power of two. Each pair of ranks that talks over `shm` "
                            + "has two; who opens the link decides.");
    private static final Setting<String> DIRECTORY = Setting.text(
                    "shm-directory", "/dev/shm", "the absolute path of a directory")
            .described("Where shared memory is made: one that lies in memory. Ranks reach each other by `shm` only if "
                    + "theirs is the same.");

    /** All that a program can set. */
    static final List<Setting<?>> ALL = List.of(RING_BYTES, DIRECTORY, SharedSettings.HANDSHAKE_TIMEOUT);

    static ShmSettings from(SettingSource source) {
        return new ShmSettings(
                ringBytes(RING_BYTES.in(source)),
                path(DIRECTORY.in(source)),
                SharedSettings.HANDSHAKE_TIMEOUT.in(source));
    }

    private static int ringBytes(int bytes) {
        if (!RingFile.isRingBytes(bytes)) {
            throw new SettingException(
                    RING_BYTES.name(),
                    Integer.toString(bytes),
                    "a power of two from " + RingFile.LEAST_RING_BYTES + " to " + RingFile.MOST_RING_BYTES);
        }
        return bytes;
    }

    private static Path path(String text) {
        try {
            Path path = Path.of(text);
            if (path.isAbsolute()) {
                return path;
            }
        } catch (InvalidPathException e) {
            // Told below, as any other that is not allowed.
        }
        throw new SettingException(DIRECTORY.name(), text, "the absolute path of a directory");
    }
}
