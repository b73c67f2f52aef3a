package org.reactivempi.core.session;

import java.time.Duration;
import java.util.List;
import java.util.SortedMap;
import java.util.function.BiPredicate;
import org.reactivempi.BufferedMode;
import org.reactivempi.Communicator;
import org.reactivempi.ErrorClass;
import org.reactivempi.MpiException;
import org.reactivempi.Session;
import org.reactivempi.Snapshot;
import org.reactivempi.Stall;
import org.reactivempi.core.buffered.Attachment;
import org.reactivempi.core.communicator.CoreCommunicator;
import org.reactivempi.core.operation.ContractFailures;
import org.reactivempi.core.operation.OperationMono;
import org.reactivempi.core.settings.DeadlockPolicy;
import org.reactivempi.transport.bootstrap.Bootstrap;
import org.reactivempi.transport.bootstrap.JobListener;
import org.reactivempi.transport.bootstrap.JobPlace;
import org.reactivempi.transport.bootstrap.Life;
import org.reactivempi.transport.channel.log.Log;
import org.reactivempi.transport.engine.Engine;
import org.reactivempi.transport.engine.diagnosis.DiagnosedStall;
import org.reactivempi.transport.engine.link.LinkStatus;
import org.reactivempi.transport.engine.progress.OnProgressThread;
import org.reactivempi.transport.engine.protocol.EagerCredit;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/** A session on an engine. */
public final class CoreSession implements Session {

    private static final Log log = Log.of(CoreSession.class);
    private static final int LARGEST_CODE = 255;
    private static final Duration LONGEST_ANSWER = Duration.ofSeconds(2);

    private static final String CONTRACT = Session.class.getPackageName();
    private static final String CORE = CONTRACT + ".core.";

    private final Engine engine;
    private final JobPlace place;
    private final Life life;
    private final Attachment buffers;
    private final Communicator world;
    private final Mono<Void> closing;

    CoreSession(Engine engine, Bootstrap bootstrap, DeadlockPolicy onDeadlock) {
        this.engine = engine;
        this.place = bootstrap.place();
        this.life = bootstrap.life();
        this.buffers = Attachment.ofSession(engine);
        this.world = CoreCommunicator.world(engine, buffers, this::abort, place.jobId(), place.rank(), place.size());
        this.closing = life.finish(Mono.defer(engine::close).onErrorMap(ContractFailures::of))
                .cache();
        bootstrap.exchange().ifPresent(exchange -> exchange.listen(new Listener()));
        engine.diagnosis().skipFrames(CoreSession::isOfLibrary);
        ignoreThreads((thread, stack) -> false);
        engine.diagnosis().stalls().subscribe(stall -> report(stall, onDeadlock));
    }

    /** The program's call into the library is the frame below these. */
    private static boolean isOfLibrary(StackTraceElement frame) {
        String type = frame.getClassName();
        int end = type.lastIndexOf('.');
        return end > 0 && type.substring(0, end).equals(CONTRACT) || type.startsWith(CORE);
    }

    @Override
    public Communicator world() {
        return world;
    }

    @Override
    public Scheduler scheduler() {
        return engine.scheduler();
    }

    @Override
    public Mono<Snapshot> snapshot() {
        return engine.diagnosis()
                .pending()
                .map(pending -> Snapshots.of(
                        place.rank(), place.size(), pending, engine.diagnosis().places()));
    }

    /** Tells the log, and ends the job where that is wanted. */
    @OnProgressThread
    private void report(DiagnosedStall stall, DeadlockPolicy onDeadlock) {
        log.about(stall.report()).warn("{}", stall.report());
        if (stall.proven() && onDeadlock == DeadlockPolicy.ABORT) {
            engine.logged().then(life.abort(DeadlockPolicy.CODE)).subscribe();
        }
    }

    /** Prints what this rank waits for, for its user. */
    private void tell() {
        snapshot()
                .map(Snapshot::text)
                .timeout(LONGEST_ANSWER, Mono.just("rank " + place.rank() + ": its progress thread does not answer"))
                .onErrorResume(ended -> Mono.empty())
                .subscribe(Log::print);
    }

    @Override
    public Flux<Stall> stalls() {
        return engine.diagnosis().stalls().map(stall -> new Stall(stall.proven(), stall.ranks(), stall.report()));
    }

    @Override
    public Mono<Void> failure() {
        return engine.failure();
    }

    @Override
    public Mono<Void> close() {
        return closing;
    }

    @Override
    public Mono<Void> abort(int code) {
        return OperationMono.of(engine, Mono.defer(() -> {
            if (code < 1 || code > LARGEST_CODE) {
                throw new MpiException(ErrorClass.ARG, "exit code " + code + " is outside 1.." + LARGEST_CODE);
            }
            return engine.logged().then(life.abort(code));
        }));
    }

    @Override
    public BufferedMode buffers() {
        return buffers;
    }

    /**
     * Describes each operation that has not ended, to look into a program that hangs.
     *
     * @return cold; on the progress scheduler
     */
    public Mono<List<String>> pending() {
        return engine.pending();
    }

    /**
     * How the links to other ranks stand. There is one as soon as a message has gone either way.
     *
     * @return cold; by the peer's rank in the world, in order, on the progress scheduler
     */
    public Mono<SortedMap<Integer, LinkStatus>> links() {
        return engine.links();
    }

    /**
     * How the credit for eager messages stands, with this rank itself and with each peer that isn't lost: a test that checks a
     * program can see that none of it is lost.
     *
     * @return cold; on the progress scheduler; fails where the session has ended
     */
    public Mono<List<EagerCredit.Balance>> balances() {
        return engine.balances();
    }

    /**
     * Why no deadlock is proven.
     *
     * @return in words; empty where this rank has not tried
     */
    public String doubt() {
        return engine.diagnosis().doubt();
    }

    /**
     * Says which threads never start an operation of this rank, and so don't count where it may wait for ever; beside those of
     * Reactor that never do.
     *
     * @param harmless judges a thread, and where it is
     */
    public void ignoreThreads(BiPredicate<Thread, StackTraceElement[]> harmless) {
        engine.diagnosis()
                .ignoreThreads((thread, stack) -> ReactorThreads.isHarmless(thread) || harmless.test(thread, stack));
    }

    /**
     * Ends the session at once: whatever runs fails with the session error class, and peers see this rank as lost.
     *
     * @return completes when the progress thread is about to die
     */
    public Mono<Void> abort(String why) {
        return Mono.defer(() -> engine.abort(why));
    }

    /** What the launcher and other ranks say. */
    private final class Listener implements JobListener {

        @Override
        public void onAsked() {
            tell();
        }

        @Override
        public void onFailed(int rank) {
            engine.onProcessEnded(rank);
        }

        @Override
        public void onAborted(String why) {
            engine.abort(why);
        }
    }
}
