package org.reactivempi.transport.engine;

import java.util.List;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.diagnosis.DiagnosedStall;
import org.reactivempi.transport.engine.diagnosis.OwnEvidence;
import org.reactivempi.transport.engine.diagnosis.Program;
import org.reactivempi.transport.engine.diagnosis.StallDetector;
import org.reactivempi.transport.engine.diagnosis.StallSettings;
import org.reactivempi.transport.engine.diagnosis.Watchdog;
import org.reactivempi.transport.engine.event.OpenOperations;
import org.reactivempi.transport.engine.event.PendingOperation;
import org.reactivempi.transport.engine.link.Links;
import org.reactivempi.transport.engine.link.PeerLink;
import org.reactivempi.transport.engine.packet.PacketKind.Family;
import org.reactivempi.transport.engine.platform.Platform;
import org.reactivempi.transport.engine.progress.ProgressScheduler;
import org.reactivempi.transport.engine.progress.RankLoop;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Scheduler;

/** What a rank waits for, and whether it does so for ever. For any thread, but for what says otherwise. */
public final class StallDiagnosis {

    private final OwnEvidence evidence;
    private final Scheduler scheduler;
    private final StallSettings settings;
    private final Program threads;
    private final boolean hasThreads;
    private final StallDetector detector;
    private final Watchdog watchdog;
    private final Sinks.Many<String> blocked = Sinks.many().multicast().directBestEffort();
    private final Sinks.Many<DiagnosedStall> stalls = Sinks.many().replay().limit(1);

    StallDiagnosis(
            Job job,
            OwnEvidence evidence,
            Links links,
            ProgressScheduler tasks,
            RankLoop loop,
            StallSettings settings,
            Platform platform) {
        this.evidence = evidence;
        this.scheduler = tasks;
        this.settings = settings;
        this.threads = platform.program(job.id(), tasks, loop::pendingTasks);
        this.hasThreads = platform.hasThreads();
        ignoreThreads((thread, stack) -> false);
        this.watchdog = new Watchdog(job.rank(), settings, loop::inside, blocked::tryEmitNext);
        this.detector = new StallDetector(
                evidence, threads, rank -> toAsk(links, rank), settings, loop, stalls::tryEmitNext, watchdog::onTick);
        evidence.countIn(settings.tick());
        links.register(Family.DIAGNOSIS, detector::handler);
    }

    /** A rank that may still come is not looked for by who asks whether it does. */
    private static @Nullable PeerLink toAsk(Links links, int rank) {
        return links.ranksComeAndGo() ? links.known(rank) : links.peer(rank);
    }

    /**
     * One more kind of operations, of a part that the engine does not know, such as that of a layer above; before the first of them
     * starts, on the progress thread.
     */
    public void register(OpenOperations kind) {
        evidence.register(kind);
    }

    void start() {
        detector.start();
        if (hasThreads) {
            watchdog.start();
        }
    }

    /** Operations that have not ended, and messages that wait; cold, on the progress thread. */
    public Mono<List<PendingOperation>> pending() {
        return Mono.fromCallable(evidence::pending).subscribeOn(scheduler);
    }

    /** Whether this rank finalizes; cold, on the progress thread. */
    public Mono<Boolean> isClosing() {
        return Mono.fromCallable(evidence::isClosing).subscribeOn(scheduler);
    }

    /** Where threads of the program wait, a line each; any thread. */
    public List<String> places() {
        return threads.places();
    }

    /** Stalls that this rank finds; a late subscriber gets the last one. On the progress thread, ends with the engine. */
    public Flux<DiagnosedStall> stalls() {
        return stalls.asFlux();
    }

    /** Why no deadlock is proven, where this rank has tried to; else empty. */
    public String doubt() {
        return detector.doubt();
    }

    /**
     * The thread that moves this rank's messages has been busy in one signal for long: a report with its stack. On the watchdog's
     * thread; hot, ends with the engine.
     */
    public Flux<String> blocked() {
        return blocked.asFlux();
    }

    /** The thread that moves this rank's messages at this moment, and where it is; empty where there is none. Any thread. */
    public String placeInside() {
        return watchdog.place();
    }

    void end() {
        watchdog.end();
        blocked.tryEmitComplete();
        stalls.tryEmitComplete();
    }

    /**
     * Says which threads of this JVM never start an operation of this rank, judged by themselves and where they are; those that
     * the settings name never do.
     */
    public void ignoreThreads(BiPredicate<Thread, StackTraceElement[]> harmless) {
        threads.ignore((thread, stack) -> settings.ignores(thread.getName()) || harmless.test(thread, stack));
    }

    /** Says which threads are known to be those of other ranks in this JVM, so that their reports show them. */
    public void leaveThreads(Predicate<Thread> ofOtherRank) {
        threads.leave(ofOtherRank);
    }

    /** Says which stack frames are of the layers above the engine, so that a report shows those of the program. */
    public void skipFrames(Predicate<StackTraceElement> ofLibrary) {
        threads.skip(ofLibrary);
    }
}
