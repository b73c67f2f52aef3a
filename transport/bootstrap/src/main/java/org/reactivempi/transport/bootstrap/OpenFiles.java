package org.reactivempi.transport.bootstrap;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import org.jspecify.annotations.Nullable;

/** This process's limit to open files, for the messages of those who have come to it. */
public final class OpenFiles {

    private static final String REACHED = "Too many open files";

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
