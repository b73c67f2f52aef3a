package org.reactivempi.transport.engine;

import java.util.List;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import org.reactivempi.transport.engine.diagnosis.DiagnosedStall;
import org.reactivempi.transport.engine.diagnosis.JvmThreads;
import org.reactivempi.transport.engine.diagnosis.PendingOperation;
import org.reactivempi.transport.engine.diagnosis.StallDetector;
import org.reactivempi.transport.engine.diagnosis.StallSettings;
import org.reactivempi.transport.engine.link.Links;
import org.reactivempi.transport.engine.packet.PacketKind.Family;
import org.reactivempi.transport.engine.progress.ProgressLoop;
import org.reactivempi.transport.engine.progress.ProgressScheduler;
import org.reactivempi.transport.engine.protocol.Messages;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Scheduler;

/** What a rank waits for, and whether it does so for ever. For any thread, but for what says otherwise. */
public final class StallDiagnosis {

    private final Messages messages;
    private final Scheduler scheduler;
    private final StallSettings settings;
    private final JvmThreads threads;
    private final StallDetector detector;
    private final Sinks.Many<DiagnosedStall> stalls = Sinks.many().replay().limit(1);

    StallDiagnosis(
            Job job,
            Messages messages,
            Links links,
            ProgressScheduler tasks,
            ProgressLoop loop,
            StallSettings settings) {
        this.messages = messages;
        this.scheduler = tasks;
        this.settings = settings;
        this.threads = new JvmThreads(job.id(), tasks, loop::pendingTasks);
        ignoreThreads((thread, stack) -> false);
        this.detector =
                new StallDetector(messages.evidence(), threads, links::peer, settings, loop, stalls::tryEmitNext);
        messages.countIn(settings.tick());
        links.register(Family.DIAGNOSIS, detector::handler);
    }

    void start() {
        detector.start();
    }

    /** Operations that have not ended, and messages that wait; cold, on the progress thread. */
    public Mono<List<PendingOperation>> pending() {
        return Mono.fromCallable(messages.evidence()::pending).subscribeOn(scheduler);
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

    void end() {
        stalls.tryEmitComplete();
    }

    /**
     * Says which threads of this JVM never start an operation of this rank, judged by themselves and where they are; those that
     * the settings name never do.
     */
    public void ignoreThreads(BiPredicate<Thread, StackTraceElement[]> harmless) {
        threads.ignore((thread, stack) -> settings.ignores(thread.getName()) || harmless.test(thread, stack));
    }

    /** Says which stack frames are of the layers above the engine, so that a report shows those of the program. */
    public void skipFrames(Predicate<StackTraceElement> ofLibrary) {
        threads.skip(ofLibrary);
    }
}
