package org.reactivempi.transport.engine.diagnosis;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The threads of this process as the system sees them. It alone knows of a thread that has been woken, and that waits for a core: to
 * the JVM it looks parked until it has run, and on a busy machine that takes its time.
 *
 * <pre>
 *  /proc/self/task/1240/stat:   1240 (name, 15 bytes at most) R ...      R: runs, or is about to; D: comes back soon
 * </pre>
 * Only Linux tells. The JVM knows no numbers of threads, so they are told by name. Stateless.
 */
final class SystemThreads {

    private static final Path TASKS = Path.of("/proc/self/task");
    private static final Path CALLER = Path.of("/proc/thread-self");
    private static final int LONGEST_NAME_BYTES = 15;
    /** JDKs cut longer names at the end or, since 22, in the middle. */
    private static final int FIRST_BYTES = 7;

    private static final int LAST_BYTES = 6;

    /** How names begin of threads that the JVM doesn't show, and that run no code in Java. */
    private static final List<String> OF_THE_JVM =
            List.of("C1 Comp", "C2 Comp", "GC Thre", "G1 ", "VM ", "Sweeper", "Service", "Monitor");

    private SystemThreads() {}

    /** The names of those that are awake, without the calling one; none where the system doesn't tell. */
    static Set<String> awake() {
        Set<String> names = new TreeSet<>();
        try (DirectoryStream<Path> tasks = Files.newDirectoryStream(TASKS)) {
            String self = Files.readSymbolicLink(CALLER).getFileName().toString();
            for (Path task : tasks) {
                if (!task.getFileName().toString().equals(self)) {
                    addIfAwake(task, names);
                }
            }
        } catch (IOException notLinux) {
            return Set.of();
        }
        return names;
    }

    private static void addIfAwake(Path task, Set<String> names) {
        try {
            String stat = Files.readString(task.resolve("stat"), StandardCharsets.ISO_8859_1);
            int end = stat.lastIndexOf(')');
            char state = stat.charAt(end + 2);
            String name = stat.substring(stat.indexOf('(') + 1, end);
            if ((state == 'R' || state == 'D') && OF_THE_JVM.stream().noneMatch(name::startsWith)) {
                names.add(name);
            }
        } catch (IOException ended) {
            // A thread that has ended does nothing more.
        }
    }

    /** Whether the system calls a thread so that has the other name in Java. */
    static boolean isNameOf(String system, String java) {
        byte[] bytes = java.getBytes(StandardCharsets.UTF_8);
        if (bytes.length <= LONGEST_NAME_BYTES) {
            return system.equals(text(bytes, 0, bytes.length));
        }
        return system.equals(text(bytes, 0, LONGEST_NAME_BYTES))
                || system.equals(
                        text(bytes, 0, FIRST_BYTES) + ".." + text(bytes, bytes.length - LAST_BYTES, bytes.length));
    }

    private static String text(byte[] bytes, int from, int to) {
        return new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
    }
}
