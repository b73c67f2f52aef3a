package org.reactivempi.transport.bootstrap;

import com.sun.management.UnixOperatingSystemMXBean;
import java.io.File;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** This process's limit to open files, for the messages of errors that come from it. */
public final class OpenFiles {

    private static final String REACHED = "Too many open files";

    /** What a rank's JVM has open beside jars: its libraries, its standard streams, what it waits with, its launcher, a port. */
    private static final int BESIDE_JARS = 20;

    private OpenFiles() {}

    /**
     * A message that names the limit where it says that it was reached.
     *
     * @param message what went wrong, in the words of the system
     * @return the message, perhaps with more behind it
     */
    public static String explained(@Nullable String message) {
        String text = String.valueOf(message);
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
        long jars = Arrays.stream(classPath.split(File.pathSeparator))
                .filter(entry -> entry.endsWith(".jar"))
                .count();
        long most = most();
        return most < jars + BESIDE_JARS
                ? Optional.of("this process may have " + most + " open files (ulimit -n), and needs "
                        + (jars + BESIDE_JARS) + " at least, with the " + jars + " jars of its class path")
                : Optional.empty();
    }

    private static long most() {
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
