package org.reactivempi.transport.shm.handshake;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * What two ranks must have in common to share memory, as one short text.
 *
 * <p>Containers of one host share its kernel, and sometimes its name; what counts is whether they see the same files and
 * the same sockets. So this is a digest of all that decides it.
 *
 * @param boot this run of this host's kernel
 * @param network the network namespace, to which abstract sockets belong
 * @param users the user namespace, in which user numbers mean what they mean
 * @param directory the device and the number of the directory whose files are shared
 * @param uid the user that owns them
 */
public record HostIdentity(String boot, String network, String users, String directory, long uid) {

    private static final int TEXT_BYTES = 16;
    /** Of the users in the line {@code Uid: real effective saved file-system}. */
    private static final int EFFECTIVE = 2;

    /** Of this process. Throws where the system is not Linux, or hides what is needed. */
    public static HostIdentity here(Path directory) throws IOException {
        try {
            return new HostIdentity(
                    Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip(),
                    namespace("net"),
                    namespace("user"),
                    Files.getAttribute(directory, "unix:dev") + ":" + Files.getAttribute(directory, "unix:ino"),
                    user());
        } catch (UnsupportedOperationException | IllegalArgumentException e) {
            throw new IOException("files have no device and number here", e);
        }
    }

    private static String namespace(String kind) throws IOException {
        return Files.readSymbolicLink(Path.of("/proc/self/ns", kind)).toString();
    }

    /** The effective user, as peers hear it of the system. Not the owner of /proc/self: that link is root's for everybody. */
    private static long user() throws IOException {
        Path status = Path.of("/proc/self/status");
        return Files.readAllLines(status, StandardCharsets.ISO_8859_1).stream()
                .filter(line -> line.startsWith("Uid:"))
                .map(line -> Long.parseLong(line.split("\\s+")[EFFECTIVE]))
                .findFirst()
                .orElseThrow(() -> new IOException(status + " names no user"));
    }

    /** 32 hexadecimal digits; the same for two processes only if all parts are. */
    public String text() {
        String parts = String.join("\n", boot, network, users, directory, Long.toString(uid));
        byte[] digest = sha256().digest(parts.getBytes(StandardCharsets.UTF_8));
        return HexFormat.of().formatHex(Arrays.copyOf(digest, TEXT_BYTES));
    }

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }
}
