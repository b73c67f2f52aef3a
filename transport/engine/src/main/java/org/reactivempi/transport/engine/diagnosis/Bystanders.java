package org.reactivempi.transport.engine.diagnosis;

import java.util.List;
import java.util.Set;

/**
 * Threads that never start an operation of the program, nor wake who does: the JVM's own, this library's, and those of a few
 * tools. Whatever is not known counts. Stateless.
 */
final class Bystanders {

    /** Whole names, since a program's thread may well begin like one. */
    private static final Set<String> NAMES = Set.of(
            "Reference Handler",
            "Finalizer",
            "Signal Dispatcher",
            "Common-Cleaner",
            "Notification Thread",
            "Attach Listener",
            "DestroyJavaVM",
            "JFR Recorder Thread",
            "JFR Periodic Tasks",
            "Monitor Ctrl-Break");

    private static final List<String> BEGINNINGS =
            List.of("reactive-mpi-", "boundedElastic-evictor-", "junit-jupiter-timeout-watcher", "surefire-forkedjvm-");

    /** The JVM's class of threads that inherit nothing, among them those of {@code Cleaner}s. */
    private static final String OF_THE_JVM = "InnocuousThread";

    private Bystanders() {}

    static boolean contain(Thread thread) {
        String name = thread.getName();
        return NAMES.contains(name)
                || BEGINNINGS.stream().anyMatch(name::startsWith)
                || name.startsWith("Cleaner-")
                        && thread.getClass().getSimpleName().equals(OF_THE_JVM);
    }
}
