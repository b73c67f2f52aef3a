package org.reactivempi.core.session;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.function.BiPredicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.reactivempi.BufferedMode;
import org.reactivempi.Communicator;
import org.reactivempi.ErrorClass;
import org.reactivempi.ErrorCodes;
import org.reactivempi.Member;
import org.reactivempi.MpiException;
import org.reactivempi.Session;
import org.reactivempi.SessionView;
import org.reactivempi.Snapshot;
import org.reactivempi.Stall;
import org.reactivempi.core.buffered.Attachment;
import org.reactivempi.core.communicator.CoreCommunicator;
import org.reactivempi.core.communicator.SessionObjects;
import org.reactivempi.core.operation.BufferCheck;
import org.reactivempi.core.operation.ContractFailures;
import org.reactivempi.core.operation.OperationMono;
import org.reactivempi.core.operation.ProgramFrames;
import org.reactivempi.core.operation.TypeCheck;
import org.reactivempi.core.port.CorePorts;
import org.reactivempi.core.settings.CollectiveSettings;
import org.reactivempi.core.settings.DeadlockPolicy;
import org.reactivempi.core.settings.PortSettings;
import org.reactivempi.core.settings.ProcessSets;
import org.reactivempi.transport.bootstrap.Bootstrap;
import org.reactivempi.transport.bootstrap.JobListener;
import org.reactivempi.transport.bootstrap.JobPlace;
import org.reactivempi.transport.bootstrap.Life;
import org.reactivempi.transport.bootstrap.RankThreadGroup;
import org.reactivempi.transport.channel.OnProgressThread;
import org.reactivempi.transport.channel.log.Log;
import org.reactivempi.transport.engine.event.ContextId;
import org.reactivempi.transport.engine.event.CreditBalance;
import org.reactivempi.transport.engine.event.DiagnosedStall;
import org.reactivempi.transport.engine.event.LinkStatus;
import org.reactivempi.transport.engine.event.MemberChange;
import org.reactivempi.transport.engine.event.OpenOperations;
import org.reactivempi.transport.engine.event.PendingOperation;
import org.reactivempi.transport.engine.platform.Platform;
import org.reactivempi.transport.engine.port.Engine;
import org.reactivempi.transport.engine.port.EngineException.PeerLostException;
import org.reactivempi.transport.engine.port.OtherJobs;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/** A session on an engine. */
public final class CoreSession extends AnySession implements Session, OtherJobs.Listener {

    private static final Log log = Log.of(CoreSession.class);
    private static final int LARGEST_CODE = 255;
    /** How a process ends that claims a rank which another process has. */
    public static final int RANK_TAKEN_CODE = 36;

    private static final double SECONDS_OF_NANOSECOND = 1e-9;
    /** The number of a rank's program among those of the job: launchers set it. */
    private static final String PROGRAM_NUMBER = "MPI_APPNUM";

    private static final Duration LONGEST_ANSWER = Duration.ofSeconds(2);

    private static final String ON_COLLECTIVES =
            "where ranks may have called different collective operations: rmpirun --check, or the setting check-collectives, says who"
                    + " called what, and where";

    private final JobPlace place;
    private final Life life;
    private final Attachment buffers;
    private final CoreCommunicator world;
    private final NamedProcesses processes;
    private final Mono<Void> closing;
    private final PortSettings portSettings;
    /** Null as long as nobody has asked for them, or connected. */
    private volatile @Nullable CorePorts ports;
    /** Null as long as nobody has asked for it. */
    private volatile @Nullable ErrorCodes codes;

    /**
     * What its user has set.
     *
     * @param bufferCheck looks at the buffers of sends, if anybody wants that
     * @param sets names of ranks
     * @param ports how it meets other jobs
     */
    record Ways(
            DeadlockPolicy onDeadlock,
            @Nullable BufferCheck bufferCheck,
            TypeCheck types,
            CollectiveSettings collectives,
            ProcessSets sets,
            PortSettings ports) {}

    /** {@code last} is what is done before the links close, if anything is. */
    CoreSession(Engine engine, Bootstrap bootstrap, Ways ways, Optional<Mono<Void>> last) {
        super(engine);
        this.place = bootstrap.place();
        this.portSettings = ways.ports();
        engine.otherJobs().listen(this);
        this.life = bootstrap.life();
        this.buffers = Attachment.ofSession(engine, this);
        this.world = CoreCommunicator.world(
                engine,
                buffers,
                () -> this,
                place.jobId(),
                place.rank(),
                place.size(),
                program(place.jvm().environment()),
                ways.bufferCheck(),
                ways.types(),
                ways.collectives(),
                this::ports);
        this.processes = new NamedProcesses(place, engine, ways.collectives().hosts(), ways.sets());
        this.closing = life.finish(Mono.defer(() -> {
                            endPorts();
                            return last.map(engine::close).orElseGet(engine::close);
                        })
                        .onErrorMap(ContractFailures::of)
                        .onErrorResume(failure -> failed(failure)))
                .cache();
        bootstrap.exchange().ifPresent(exchange -> exchange.listen(new Listener()));
        if (portSettings.servesNames()) {
            ports().serveNames();
        }
        engine.diagnosis().register(new OpenOperations() {
            @Override
            public @Nullable String unrest() {
                CorePorts known = ports;
                return known == null ? null : known.unrest();
            }
        });
        if (!ways.collectives().checked()) {
            engine.diagnosis().adviseOnCollectives(ON_COLLECTIVES);
        }
        engine.diagnosis().skipFrames(ProgramFrames::isOfLibrary);
        ignoreThreads((thread, stack) -> false);
        engine.diagnosis().leaveThreads(this::isOfOtherRank);
        DeadlockPolicy onDeadlock = ways.onDeadlock();
        engine.diagnosis().stalls().subscribe(stall -> report(stall, onDeadlock));
        engine.taken().subscribe(this::endAsTaken);
        engine.givenUp().subscribe(why -> life.beGivenUp());
        engine.diagnosis().blocked().subscribe(report -> log.about(report).warn("{}", report));
    }

    @Override
    public CorePorts ports() {
        CorePorts known = ports;
        if (known == null) {
            synchronized (this) {
                known = ports;
                if (known == null) {
                    known = new CorePorts(engine, place.rank(), portSettings);
                    ports = known;
                }
            }
        }
        return known;
    }

    /** Of ports. */
    @Override
    public void onSaid(int number, byte[] words) {
        ports().listener().onSaid(number, words);
    }

    @Override
    public void onLost(int number, Throwable cause) {
        ports().listener().onLost(number, cause);
    }

    private void endPorts() {
        CorePorts known = ports;
        if (known != null) {
            known.end();
        }
    }

    private static OptionalInt program(Map<String, String> environment) {
        String number = environment.getOrDefault(PROGRAM_NUMBER, "");
        return number.matches("[0-9]{1,9}") ? OptionalInt.of(Integer.parseInt(number)) : OptionalInt.empty();
    }

    private boolean isOfOtherRank(Thread thread) {
        return RankThreadGroup.of(thread)
                .map(group -> group.bootstrap().place())
                .filter(other -> other.jobId().equals(place.jobId()) && other.rank() != place.rank())
                .isPresent();
    }

    @Override
    public Communicator world() {
        return world;
    }

    @Override
    SessionObjects objects() {
        return world.objects();
    }

    @Override
    NamedProcesses processes() {
        return processes;
    }

    @Override
    SessionView first() {
        return this;
    }

    /** What this rank has its loop, the time and chance from. */
    Platform platform() {
        return engine.platform();
    }

    @Override
    public Scheduler scheduler() {
        return engine.scheduler();
    }

    @Override
    public Mono<Snapshot> snapshot() {
        return engine.diagnosis()
                .pending()
                .zipWith(engine.diagnosis().isClosing(), CoreSession::withEnd)
                .map(pending -> Snapshots.of(
                        place.rank(), place.size(), engine.platform().clock().instant(), pending, engine.diagnosis()));
    }

    private static List<PendingOperation> withEnd(List<PendingOperation> pending, boolean finalizing) {
        return finalizing
                ? Stream.concat(Stream.of(PendingOperation.other("finalizing")), pending.stream())
                        .toList()
                : pending;
    }

    /** Tells the log, and ends the job where that is wanted. */
    @OnProgressThread
    private void report(DiagnosedStall stall, DeadlockPolicy onDeadlock) {
        log.about(stall.report()).warn("{}", stall.report());
        if (stall.proven() && onDeadlock == DeadlockPolicy.ABORT) {
            engine.logged().then(life.abort(DeadlockPolicy.CODE)).subscribe();
        }
    }

    /** Another process is this rank: this one must not go on as well. */
    @OnProgressThread
    private void endAsTaken(String why) {
        log.warn(
                "{}: two processes claim rank {}. End the other one first, or give this one a rank of its own; "
                        + "this process ends with code {}",
                why,
                place.rank(),
                RANK_TAKEN_CODE);
        engine.logged().then(life.abort(RANK_TAKEN_CODE)).subscribe();
    }

    /** Prints what this rank waits for, for its user. */
    private void tell() {
        snapshot()
                .map(Snapshot::text)
                .timeout(
                        LONGEST_ANSWER,
                        Mono.fromSupplier(this::noAnswer),
                        engine.platform().timer())
                .onErrorResume(ended -> Mono.empty())
                .subscribe(Log::print);
    }

    private String noAnswer() {
        String place = engine.diagnosis().placeInside();
        return "rank " + this.place.rank() + ": its progress thread does not answer"
                + (place.isEmpty() ? "" : "; " + place);
    }

    /**
     * Times at which the thread that moves this rank's messages has been busy in one signal for as long as {@code blocked-after}.
     *
     * @return hot; a report with that thread's stack for each, on a thread of its own; completes when the session ends
     */
    public Flux<String> blocked() {
        return engine.diagnosis().blocked();
    }

    @Override
    public Flux<Member> members() {
        return engine.members().map(CoreSession::member);
    }

    private static Member member(MemberChange change) {
        Member.State state = switch (change.state()) {
            case AWAITED -> Member.State.AWAITED;
            case JOINED -> Member.State.JOINED;
            case SUSPECT -> Member.State.SUSPECT;
            case LEFT -> Member.State.LEFT;
            case FAILED -> Member.State.FAILED;
            case RETURNED -> Member.State.RETURNED;
        };
        return new Member(change.rank(), state, change.incarnation());
    }

    @Override
    public Flux<Stall> stalls() {
        return engine.diagnosis().stalls().map(stall -> new Stall(stall.proven(), stall.ranks(), stall.report()));
    }

    @Override
    public Mono<Void> failure() {
        return engine.failure().onErrorMap(PeerLostException.class, ContractFailures::of);
    }

    /**
     * Others take this rank for failed, and go on without it.
     *
     * @return hot: says why, in words, also later; on the progress thread
     */
    Mono<String> givenUp() {
        return engine.givenUp();
    }

    @Override
    public Mono<Void> close() {
        return closing;
    }

    /**
     * Whether the calling thread runs code of this rank: inside its progress loop, or, where several ranks share the JVM, in its group of
     * threads.
     *
     * @return true if it is known to
     */
    public boolean isInside() {
        return engine.inProgressThread()
                || RankThreadGroup.of(Thread.currentThread())
                        .filter(group -> group.bootstrap().place().equals(place))
                        .isPresent();
    }

    /** Whether this JVM is this rank's alone, as far as it knows: each thread that no other rank knows is. */
    boolean hasOwnJvm() {
        return place.jvm().ranks() == 1;
    }

    @Override
    public Mono<Void> abort(int code) {
        return OperationMono.of(engine, this, "abort(" + code + ")", Mono.defer(() -> {
            if (code < 1 || code > LARGEST_CODE) {
                throw new MpiException(ErrorClass.ARG, "exit code " + code + " is outside 1.." + LARGEST_CODE);
            }
            return engine.logged().then(life.abort(code));
        }));
    }

    @Override
    public double wtime() {
        return engine.platform().ticker().nanoTime() * SECONDS_OF_NANOSECOND;
    }

    @Override
    public double wtick() {
        return SECONDS_OF_NANOSECOND;
    }

    @Override
    public ErrorCodes errorCodes() {
        ErrorCodes known = codes;
        if (known == null) {
            synchronized (this) {
                known = codes;
                if (known == null) {
                    known = new ErrorCodes();
                    codes = known;
                }
            }
        }
        return known;
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
    public Mono<List<CreditBalance>> balances() {
        return engine.balances();
    }

    /**
     * The messages and streams of the program that are here, and that nobody has received.
     *
     * @return cold; a line for each, such as {@code message from 0 (tag 8, world, 4 bytes)}, on the progress scheduler; fails where
     *     the session has ended
     */
    public Mono<List<String>> unreceived() {
        return engine.diagnosis()
                .pending()
                .map(pending -> pending.stream()
                        .filter(any -> any.kind() == PendingOperation.Kind.UNEXPECTED
                                && ContextId.purpose(any.context()).allowsAnySource())
                        .map(message -> (isMessage(message) ? "" : "stream, announced by the ") + message.call())
                        .toList());
    }

    private static boolean isMessage(PendingOperation unexpected) {
        return ContextId.purpose(unexpected.context()) == ContextId.Purpose.MESSAGES;
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
     * Says which threads never start an operation of this rank, and so don't count where it may wait for ever; in addition to those of
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
        public void onAborted(String why, Mono<Void> allTold) {
            engine.endWithJob(why, allTold);
        }
    }
}
