package org.reactivempi.core.settings;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

/** What tells a host from others, whatever it is called: the present run of its kernel where that has an identity, or else its name. */
final class HostId {

    private static final Path KERNEL = Path.of("/proc/sys/kernel/random/boot_id");

    private HostId() {}

    /** That of this host; equal numbers of different hosts are as likely as equal random ones. */
    static long own() {
        UUID hash = UUID.nameUUIDFromBytes(text().getBytes(StandardCharsets.UTF_8));
        return hash.getMostSignificantBits();
    }

    private static String text() {
        try {
            return Files.readString(KERNEL).strip();
        } catch (IOException elsewhere) {
            return name();
        }
    }

    private static String name() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "localhost";
        }
    }
}
