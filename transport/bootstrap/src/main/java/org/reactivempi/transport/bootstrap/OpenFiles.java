package org.reactivempi.transport.bootstrap;

import com.sun.management.UnixOperatingSystemMXBean;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** This process's limits to open files, and to threads, for the messages of errors that come from them. */
public final class OpenFiles {

    private static final String REACHED = "Too many open files";
    private static final String NO_THREAD = "unable to create native thread";

    /** Linux tells it here in no time; Java's management takes 20 ms of each start to do so. */
    private static final Path LIMITS = Path.of("/proc/self/limits");

    private static final String LIMIT = "Max open files";

    /** What a rank's JVM has open besides jars: libraries, standard streams, what it waits with, launcher, a port. */
    private static final int BESIDE_JARS = 20;

    private OpenFiles() {}

    /**
     * A message that names the limit where it says that it was reached.
     *
     * @param message what went wrong, in the words of the system
     * @return the message, perhaps with more after it
     */
    public static String explained(@Nullable String message) {
        String text = String.valueOf(message);
        if (text.contains(NO_THREAD)) {
            return text
                    + "; ulimit -u says how many processes and threads this user may have, and a container's limit (pids)"
                    + " how many there may be in it";
        }
        return text.contains(REACHED) ? text + limit() : text;
    }

    /**
     * Why a JVM with this class path would come to the limit before it has loaded its classes, which it would report as classes
     * that are missing. Loads no class of another jar.
     *
     * @param classPath as in {@code java.class.path}
     * @return what is needed and what is allowed; empty where it is enough, or not known
     */
    public static Optional<String> shortage(String classPath) {
        int jars = 0;
        for (String entry : classPath.split(File.pathSeparator)) {
            if (entry.endsWith(".jar")) {
                jars++;
            }
        }
        long most = most();
        return most < jars + BESIDE_JARS
                ? Optional.of("this process may have " + most + " open files (ulimit -n), and needs "
                        + (jars + BESIDE_JARS) + " at least, with the " + jars + " jars of its class path")
                : Optional.empty();
    }

    private static long most() {
        long limit = limitOfLinux();
        return limit > 0 ? limit : limitOfManagement();
    }

    /** The limit in force, which stands before the one that it may be raised to; 0 where it cannot be had here. */
    private static long limitOfLinux() {
        try (BufferedReader lines = Files.newBufferedReader(LIMITS, StandardCharsets.US_ASCII)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith(LIMIT)) {
                    String numbers = line.substring(LIMIT.length()).strip();
                    return Long.parseLong(numbers.substring(0, numbers.indexOf(' ')));
                }
            }
        } catch (IOException | NumberFormatException | StringIndexOutOfBoundsException e) {
            // Not Linux, or "unlimited": management knows.
        }
        return 0;
    }

    private static long limitOfManagement() {
        try {
            return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
                    ? unix.getMaxFileDescriptorCount()
                    : Long.MAX_VALUE;
        } catch (LinkageError e) {
            return Long.MAX_VALUE;
        }
    }

    /** Without a number where even the JVM's own libraries cannot be opened any more. */
    private static String limit() {
        try {
            return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
                    ? "; this process may have " + unix.getMaxFileDescriptorCount() + " (ulimit -n)"
                    : "";
        } catch (LinkageError e) {
            return "; ulimit -n says how many this process may have";
        }
    }
}
