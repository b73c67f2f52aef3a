package org.reactivempi.transport.launcher.job;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Ends processes with all their children: politely, then for sure. */
final class ProcessTrees {

    private static final long POLITE_MILLIS = 2000;
    private static final long SURE_MILLIS = 2000;
    private static final long LOOK_MILLIS = 5;

    private ProcessTrees() {}

    /** Returns when all are gone; takes less than 5 s. */
    static void end(List<Process> roots) {
        Set<ProcessHandle> all = family(roots);
        all.forEach(ProcessHandle::destroy);
        if (!awaitEnd(all, POLITE_MILLIS)) {
            all.addAll(family(roots));
            all.forEach(ProcessHandle::destroyForcibly);
            awaitEnd(all, SURE_MILLIS);
        }
    }

    /** The same for one, which may not move any more: for sure, and without waiting. */
    static void kill(Process root) {
        family(List.of(root)).forEach(ProcessHandle::destroyForcibly);
    }

    /** The processes and their children. Looked up in one walk through the host's processes, not one for each root. */
    private static Set<ProcessHandle> family(List<Process> roots) {
        Set<ProcessHandle> alive = roots.stream()
                .map(Process::toHandle)
                .filter(ProcessHandle::isAlive)
                .collect(Collectors.toSet());
        Set<ProcessHandle> family = new HashSet<>(alive);
        if (alive.isEmpty()) {
            return family;
        }
        try (Stream<ProcessHandle> ours = ProcessHandle.current().descendants()) {
            ours.filter(process -> descendsFrom(alive, process)).forEach(family::add);
        }
        return family;
    }

    private static boolean descendsFrom(Set<ProcessHandle> roots, ProcessHandle process) {
        Optional<ProcessHandle> ancestor = process.parent();
        while (ancestor.isPresent()) {
            if (roots.contains(ancestor.get())) {
                return true;
            }
            ancestor = ancestor.get().parent();
        }
        return false;
    }

    /** Looks again and again: {@code onExit} takes threads, which may be what there are no more of. */
    private static boolean awaitEnd(Set<ProcessHandle> processes, long millis) {
        long startNanos = System.nanoTime();
        try {
            while (processes.stream().anyMatch(ProcessHandle::isAlive)) {
                if (System.nanoTime() - startNanos >= TimeUnit.MILLISECONDS.toNanos(millis)) {
                    return false;
                }
                Thread.sleep(LOOK_MILLIS);
            }
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
