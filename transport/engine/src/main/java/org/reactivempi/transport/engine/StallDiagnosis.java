package org.reactivempi.transport.engine;

import java.util.List;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.diagnosis.Description;
import org.reactivempi.transport.engine.diagnosis.OwnEvidence;
import org.reactivempi.transport.engine.diagnosis.StallDetector;
import org.reactivempi.transport.engine.diagnosis.StallSettings;
import org.reactivempi.transport.engine.diagnosis.Watchdog;
import org.reactivempi.transport.engine.event.DiagnosedStall;
import org.reactivempi.transport.engine.event.OpenOperations;
import org.reactivempi.transport.engine.event.PendingOperation;
import org.reactivempi.transport.engine.link.Links;
import org.reactivempi.transport.engine.link.PeerLink;
import org.reactivempi.transport.engine.packet.PacketKind.Family;
import org.reactivempi.transport.engine.platform.Platform;
import org.reactivempi.transport.engine.platform.Program;
import org.reactivempi.transport.engine.port.Diagnosis;
import org.reactivempi.transport.engine.port.Job;
import org.reactivempi.transport.engine.progress.ProgressScheduler;
import org.reactivempi.transport.engine.progress.RankLoop;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Scheduler;

/** What a rank waits for, and whether it does so for ever. For any thread, but for what says otherwise. */
final class StallDiagnosis implements Diagnosis {

    private final OwnEvidence evidence;
    private final Scheduler scheduler;
    private final StallSettings settings;
    private final Program threads;
    private final boolean hasThreads;
    private final StallDetector detector;
    private final Watchdog watchdog;
    private final Sinks.Many<String> blocked = Sinks.many().multicast().directBestEffort();
    private final Sinks.Many<DiagnosedStall> stalls = Sinks.many().replay().limit(1);
    private volatile String onCollectives = "";

    StallDiagnosis(
            Job job,
            RankParts parts,
            ProgressScheduler tasks,
            RankLoop loop,
            StallSettings settings,
            Platform platform) {
        Links links = parts.links();
        this.evidence = parts.evidence();
        this.scheduler = tasks;
        this.settings = settings;
        this.threads = platform.program(job.id(), tasks, loop::pendingTasks);
        this.hasThreads = platform.hasThreads();
        ignoreThreads((thread, stack) -> false);
        this.watchdog = new Watchdog(job.rank(), settings, loop::inside, blocked::tryEmitNext);
        this.detector = new StallDetector(
                evidence, threads, rank -> toAsk(links, rank), settings, loop, new StallDetector.Listener() {
                    @Override
                    public void stalled(DiagnosedStall stall) {
                        stalls.tryEmitNext(advised(stall));
                    }

                    @Override
                    public void ticked() {
                        watchdog.onTick();
                    }
                });
        evidence.countIn(settings.tick());
        links.register(Family.DIAGNOSIS, detector::handler);
    }

    /** A rank that may still come is not looked for by the rank that asks whether it does. */
    private static @Nullable PeerLink toAsk(Links links, int rank) {
        return links.ranksComeAndGo() ? links.known(rank) : links.peer(rank);
    }

    private DiagnosedStall advised(DiagnosedStall stall) {
        String advice = onCollectives;
        boolean applies =
                !advice.isEmpty() && evidence.pending().stream().anyMatch(PendingOperation::isPartOfCollective);
        return applies ? new DiagnosedStall(stall.proven(), stall.ranks(), stall.report() + "\n  " + advice) : stall;
    }

    @Override
    public void adviseOnCollectives(String advice) {
        onCollectives = advice;
    }

    @Override
    public void register(OpenOperations kind) {
        evidence.register(kind);
    }

    void start() {
        detector.start();
        if (hasThreads) {
            watchdog.start();
        }
    }

    @Override
    public Mono<List<PendingOperation>> pending() {
        return Mono.fromCallable(evidence::pending).subscribeOn(scheduler);
    }

    @Override
    public List<String> nearMisses(PendingOperation operation, List<PendingOperation> all) {
        return Description.nearMisses(operation, all);
    }

    @Override
    public Mono<Boolean> isClosing() {
        return Mono.fromCallable(evidence::isClosing).subscribeOn(scheduler);
    }

    @Override
    public List<String> places() {
        return threads.places();
    }

    @Override
    public Flux<DiagnosedStall> stalls() {
        return stalls.asFlux();
    }

    @Override
    public String doubt() {
        return detector.doubt();
    }

    @Override
    public Flux<String> blocked() {
        return blocked.asFlux();
    }

    @Override
    public String placeInside() {
        return watchdog.place();
    }

    void end() {
        watchdog.end();
        blocked.tryEmitComplete();
        stalls.tryEmitComplete();
    }

    @Override
    public void ignoreThreads(BiPredicate<Thread, StackTraceElement[]> harmless) {
        threads.ignore((thread, stack) -> settings.ignores(thread.getName()) || harmless.test(thread, stack));
    }

    @Override
    public void leaveThreads(Predicate<Thread> ofOtherRank) {
        threads.leave(ofOtherRank);
    }

    @Override
    public void skipFrames(Predicate<StackTraceElement> ofLibrary) {
        threads.skip(ofLibrary);
    }
}
