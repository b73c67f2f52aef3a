package org.reactivempi.conformance;

import java.util.List;
import java.util.stream.Stream;

/** What the code that has to run again as it has run before takes from the JVM in spite of that. */
final class KnownUses {

    /** The one place of each thing, which a rank's platform stands before; and what only a platform with threads comes to. */
    private static final List<String> HOMES = List.of(
            "engine.progress.SystemTime: System.nanoTime",
            "engine.progress.SystemTime: Instant.now",
            // What Netty counts the time of its tasks by.
            "engine.progress.ProgressLoop: Ticker.systemTicker",
            "engine.platform.SystemPlatform: Ticker.systemTicker",
            "engine.platform.SystemPlatform: SecureRandom.getInstance",
            "engine.platform.SystemPlatform: SecureRandom.nextBytes",
            "engine.platform.SystemPlatform: Schedulers.parallel",
            "engine.diagnosis.Watchdog: new Thread",
            "engine.platform.JvmThreads: Thread.getAllStackTraces",
            "engine.platform.JvmThreads: Collectors.toSet<Thread>",
            // Tells this JVM from the others of a job; of its value only that counts.
            "local.LocalSegments: UUID.randomUUID",
            // Programs that block, of which one runs at a time.
            "sim.Programs: new Thread",
            // Asks Reactor's own threads whether they have anything to do.
            "core.session.ReactorThreads: Schedulers.parallel",
            "core.session.ReactorThreads: Schedulers.single",
            // Ends the process, while the program may compute on.
            "core.session.ProgramRunner: new Thread",
            "core.session.SocketJoin: new Thread");

    /** To go. */
    private static final List<String> LEFT = List.of(
            // Where a wait has nothing that its rank could drive.
            "core.request.WaitMono: Mono.block");

    private KnownUses() {}

    static List<String> all() {
        return Stream.of(HOMES, LEFT).flatMap(List::stream).toList();
    }
}
