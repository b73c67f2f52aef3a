package org.reactivempi.transport.engine;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.channel.Channel;
import org.reactivempi.transport.channel.log.Log;
import org.reactivempi.transport.engine.ask.AskNews;
import org.reactivempi.transport.engine.auth.Credentials;
import org.reactivempi.transport.engine.auth.Rejections;
import org.reactivempi.transport.engine.auth.Secret;
import org.reactivempi.transport.engine.event.EngineListener;
import org.reactivempi.transport.engine.event.Events;
import org.reactivempi.transport.engine.event.PendingOperation;
import org.reactivempi.transport.engine.event.RankRecord;
import org.reactivempi.transport.engine.flow.EagerCredit;
import org.reactivempi.transport.engine.link.LinkContext;
import org.reactivempi.transport.engine.link.LinkContext.Identity;
import org.reactivempi.transport.engine.link.LinkStatus;
import org.reactivempi.transport.engine.link.Links;
import org.reactivempi.transport.engine.link.PeerDirectory;
import org.reactivempi.transport.engine.link.PeerLink;
import org.reactivempi.transport.engine.link.PeerLostException;
import org.reactivempi.transport.engine.membership.MemberChange;
import org.reactivempi.transport.engine.membership.Membership;
import org.reactivempi.transport.engine.operation.EndNumbers;
import org.reactivempi.transport.engine.operation.Noting;
import org.reactivempi.transport.engine.operation.Operation;
import org.reactivempi.transport.engine.platform.Platform;
import org.reactivempi.transport.engine.progress.Binding;
import org.reactivempi.transport.engine.progress.CompletionQueue;
import org.reactivempi.transport.engine.progress.ProgressScheduler;
import org.reactivempi.transport.engine.progress.ProgressSettings;
import org.reactivempi.transport.engine.progress.RankLoop;
import org.reactivempi.transport.engine.progress.Waiting;
import org.reactivempi.transport.engine.protocol.Messages;
import org.reactivempi.transport.engine.protocol.RankContext;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/** One rank's engine, from start to end. For any thread, except that {@link #messages} are for the progress thread. */
public final class Engine implements Operation.Host {

    private static final Duration LONGEST_LOGGING = Duration.ofMillis(500);

    private final int rank;
    private final Platform platform;
    private final RandomGenerator random;
    private final RankLoop loop;
    private final Scheduler scheduler;
    private final CompletionQueue signals;
    private final EndNumbers ends = new EndNumbers();
    private final RankParts parts;
    private final Messages messages;
    private final Links links;
    private final Endpoints endpoints;
    private final StallDiagnosis diagnosis;
    private final UncaughtErrors uncaught = new UncaughtErrors();
    private final Shutdown shutdown;
    private volatile List<PeerDirectory.Address> addresses = List.of();
    private final @Nullable Events events;
    private final List<RankRecord> records;
    private final Sinks.One<String> taken = Sinks.one();
    private final Sinks.One<String> givenUp = Sinks.one();
    /** Why this rank has ended, where others have given it up. */
    private volatile @Nullable PeerLostException ownFailure;

    private boolean loopEnds;
    /** The class of subscribers that any thread may tell, which came last: to look through its interfaces at each signal takes as long as that. */
    private @Nullable Class<?> alwaysQuiet;

    private Engine(
            Job job,
            Secret secret,
            EngineSettings settings,
            boolean sockets,
            PeerDirectory directory,
            List<EngineListener> listeners,
            Platform platform) {
        this.platform = platform;
        rank = job.rank();
        String name = "reactive-mpi-" + rank;
        ProgressSettings progress = settings.progress();
        Waiting waiting = new Waiting(progress.waiting(), progress.spin(), isCrowded(job));
        loop = platform.loop(new Platform.LoopRequest(name, job.id(), job.rank(), sockets, waiting, this::tellEnd));
        random = platform.random(job.rank());
        signals = new CompletionQueue(loop);
        ProgressScheduler tasks = new ProgressScheduler(loop, signals, name, uncaught::thrownByTask);
        scheduler = tasks;
        events = listeners.isEmpty() ? null : new Events(listeners, platform.ticker());
        records = events == null ? List.of() : events.records();
        int credit = settings.grantBytes(job.size());
        Identity identity = new Identity(job.hash(), job.rank(), job.size(), credit, random.nextLong() | 1);
        Credentials credentials = new Credentials(secret, identity.job(), identity.rank(), random);
        links = new Links(
                new LinkContext(
                        identity,
                        settings.links(),
                        credentials,
                        loop,
                        loop::traffic,
                        signals,
                        platform.clock(),
                        random),
                directory);
        endpoints = new Endpoints(loop, links);
        RankContext.Limits limits = new RankContext.Limits(settings.eagerLimitBytes(), credit);
        parts = RankParts.of(new RankContext(job.rank(), job.size(), limits, signals, loop, events, random), links);
        messages = parts.messages();
        parts.communicators().use((rank, answer) -> ask(directory, rank, answer));
        parts.communicators().use((failed, goesOn) -> giveUp(directory, failed, goesOn), this::onGivenUp);
        links.whenGivenUp(this::onGivenUp);
        diagnosis = new StallDiagnosis(job, parts.evidence(), links, tasks, loop, settings.stalls(), platform);
        shutdown = new Shutdown(loop, signals, parts, links, this::release);
        loop.onEndOfTurn(events == null ? links::flush : this::endOfTurn);
        loop.onFault(this::fail);
        if (events != null) {
            signals.use(events);
            links.rejections().tell(events::refused);
        }
    }

    private static boolean isCrowded(Job job) {
        return job.ranksOnHost() > Runtime.getRuntime().availableProcessors();
    }

    /** On the progress thread, whichever thread has run the turn. */
    private void fail(Throwable fault) {
        uncaught.thrownByEngine(fault);
        shutdown.abort("the session has ended by a failure of this rank: " + fault);
    }

    private void endOfTurn() {
        links.flush();
        messages.turnEnded();
    }

    private void ask(PeerDirectory directory, int rank, Consumer<Boolean> answer) {
        directory
                .hasFinalized(rank)
                .onErrorReturn(false)
                .subscribe(finalized -> command(() -> signals.step(() -> answer.accept(finalized))));
    }

    /** Where the launcher can't be asked any more, it decides nothing. */
    private void giveUp(PeerDirectory directory, Set<Integer> failed, Consumer<Boolean> goesOn) {
        directory
                .giveUp(failed)
                .onErrorReturn(true)
                .subscribe(answer -> command(() -> signals.step(() -> goesOn.accept(answer))));
    }

    /** In a turn of its own: that may be said in the middle of something. */
    private void onGivenUp(String why) {
        command(() -> {
            if (ownFailure == null) {
                PeerLostException failure = PeerLostException.ofSelf(rank, why);
                ownFailure = failure;
                givenUp.tryEmitValue(String.valueOf(failure.getMessage()));
                signals.step(() -> shutdown.giveIn(failure));
                uncaught.givenUp(failure);
            }
        });
    }

    /**
     * Starts a rank's engine.
     *
     * @param job the rank's place
     * @param secret what only the ranks of the job know
     * @param settings the engine's
     * @param channels what may carry its messages, the best first; one that cannot be opened is left out, with a warning,
     *     as long as there is another
     * @param directory where peers are; asked for a peer when the first message goes there
     * @return the engine, ready to be connected to, on its progress thread. Where it is cancelled before, or fails, nothing is
     *     left of it
     */
    public static Mono<Engine> start(
            Job job,
            Secret secret,
            EngineSettings settings,
            List<? extends Channel> channels,
            PeerDirectory directory) {
        return start(job, secret, settings, channels, directory, List::of, Platform.system());
    }

    /**
     * The same, with listeners, and on a platform.
     *
     * @param listeners asked once for each engine
     * @param platform where it has its loop, the time and chance from
     */
    public static Mono<Engine> start(
            Job job,
            Secret secret,
            EngineSettings settings,
            List<? extends Channel> channels,
            PeerDirectory directory,
            Supplier<List<EngineListener>> listeners,
            Platform platform) {
        return StartStep.of(() -> {
            boolean sockets = channels.stream().anyMatch(Channel::usesSockets);
            Engine engine = new Engine(job, secret, settings, sockets, directory, listeners.get(), platform);
            engine.begin();
            Mono<Engine> listening = StartStep.of(() -> engine.endpoints.open(channels))
                    .then(StartStep.of(() -> Mono.just(engine.listening())))
                    .delayUntil(ready -> StartStep.of(() -> ready.bound(job, settings)))
                    .filter(ready -> ready.endpoints.keep());
            // What is fatal to the JVM may come on the loop's thread as well, where nobody else would hear of it.
            Mono<Engine> broken = engine.failure().<Engine>then(Mono.never()).onErrorMap(StartStep::passable);
            return Mono.firstWithSignal(listening, broken)
                    .doOnError(error -> engine.giveUp())
                    .doOnCancel(engine::giveUp);
        });
    }

    /** Without a thread there is nothing to be opened. */
    private void begin() {
        try {
            loop.begin();
        } catch (Throwable e) {
            tellListeners();
            throw e;
        }
    }

    private void giveUp() {
        endpoints.giveUp(() -> {
            diagnosis.end();
            endLoop();
        });
    }

    private Mono<Void> bound(Job job, EngineSettings settings) {
        if (!platform.hasThreads()) {
            return Mono.empty();
        }
        return switch (settings.progress().bindTo()) {
            case NONE -> Mono.empty();
            case CORE ->
                new Binding(job.rank(), job.ranksOnHost())
                        .bind(loop, platform.worker())
                        .publishOn(Schedulers.fromExecutor(loop));
        };
    }

    private Engine listening() {
        diagnosis.start();
        links.whenRankIsTaken(taken::tryEmitValue);
        command(links::greetAll);
        addresses = endpoints.addresses();
        return this;
    }

    /** What this rank has its loop, the time and chance from. */
    public Platform platform() {
        return platform;
    }

    /** This rank's chance; only for the progress thread. */
    public RandomGenerator random() {
        return random;
    }

    /** What peers need to reach this rank, for each of its channels, the best first. */
    public List<PeerDirectory.Address> addresses() {
        return addresses;
    }

    /**
     * Which channel carries messages to another rank. Opens the connection if there is none.
     *
     * @param rank in the job
     * @return cold; the channel's name, on the progress thread; fails with a
     *     {@link org.reactivempi.transport.engine.link.PeerLostException} where the rank can't be reached
     */
    public Mono<String> channel(int rank) {
        return Mono.<String>create(sink -> {
                    messages.checkOpen();
                    signals.started();
                    links.peer(rank)
                            .open(peer -> loop.execute(() -> {
                                signals.ended();
                                report(peer, sink);
                            }));
                })
                .subscribeOn(scheduler)
                .publishOn(scheduler);
    }

    private static void report(PeerLink peer, MonoSink<String> sink) {
        String channel = peer.channel();
        PeerLostException loss = peer.loss();
        if (channel != null) {
            sink.success(channel);
        } else {
            sink.error(loss == null ? new PeerLostException(peer.rank(), "is out of reach", null) : loss);
        }
    }

    /**
     * The state of each rank of the job, then each change, before the operations that it concerns.
     *
     * @return on the progress thread; completes when the engine ends
     */
    public Flux<MemberChange> members() {
        return Flux.defer(() -> parts.membership().changes()).subscribeOn(scheduler);
    }

    /** How the links stand that there are or were, by the peer's rank, in order; cold, on the progress thread. */
    public Mono<SortedMap<Integer, LinkStatus>> links() {
        return Mono.fromCallable(this::statuses).subscribeOn(scheduler);
    }

    private SortedMap<Integer, LinkStatus> statuses() {
        SortedMap<Integer, LinkStatus> statuses = new TreeMap<>();
        links.forEach(peer -> statuses.put(peer.rank(), status(peer)));
        return statuses;
    }

    /** A peer that was never connected, and has gone, may be known to have ended in order. */
    private LinkStatus status(PeerLink peer) {
        LinkStatus status = peer.status();
        return parts.communicators().hasFinalized(peer.rank()) ? status.finalized() : status;
    }

    /** How the credit for eager messages stands, with this rank itself and with each peer; cold, on the progress thread. */
    public Mono<List<EagerCredit.Balance>> balances() {
        return Mono.fromCallable(messages::balances).subscribeOn(scheduler);
    }

    /** The numbers of this rank's ends of operations, by which a wait knows which of them was first; for any thread. */
    public EndNumbers ends() {
        return ends;
    }

    /** How many connections this rank has refused, and why; for any thread. */
    public Rejections rejections() {
        return links.rejections();
    }

    /** Whether a rank that is not there may come, or come again. */
    public boolean ranksComeAndGo() {
        return links.ranksComeAndGo();
    }

    /**
     * Where ranks come and go: another process is this rank, as a peer says, and that process lives.
     *
     * @return hot; says which peer, in words, also later; on the progress thread
     */
    public Mono<String> taken() {
        return taken.asMono();
    }

    /**
     * Others take this rank for failed, and go on without it: this session ends, before anything of it hears of that.
     *
     * @return hot; says why, in words, also later; on the progress thread
     */
    public Mono<String> givenUp() {
        return givenUp.asMono();
    }

    /** The progress thread as a scheduler. */
    public Scheduler scheduler() {
        return scheduler;
    }

    /** The program knows that a rank has failed, without an operation that told it so; only for the progress thread. */
    public void noteKnown(int rank) {
        links.noteKnown(rank);
    }

    /** Whether the caller is the progress thread, or the thread that drives the loop in its place. */
    @Override
    public boolean inProgressThread() {
        return loop.inEventLoop();
    }

    /**
     * Has the calling thread move this rank's messages while it waits; see {@link RankLoop#drive}.
     *
     * @return false if that is not possible now: {@code wanted} has not begun
     */
    public boolean drive(RankLoop.Drive wanted) {
        return loop.drive(wanted);
    }

    /** The calling thread is about to wait for this rank's messages without moving them; {@link #hasWaited} follows. */
    public void waits() {
        loop.waits();
    }

    /** The calling thread has waited. */
    public void hasWaited() {
        loop.hasWaited();
    }

    /** Puts a command into the mailbox; throws {@link RejectedExecutionException} when the engine has ended. */
    @Override
    public void execute(Runnable command) {
        try {
            loop.execute(command);
        } catch (RejectedExecutionException ended) {
            throw explained(ended);
        }
    }

    /** With the failure of this rank as the cause, where others have given it up. */
    private RejectedExecutionException explained(RejectedExecutionException ended) {
        PeerLostException failure = ownFailure;
        return failure == null ? ended : new RejectedExecutionException(failure.getMessage(), failure);
    }

    /** On the calling thread where that is possible at once, so that it wakes no other one. */
    @Override
    public void begin(Runnable operation) {
        if (Schedulers.isInNonBlockingThread() || !loop.visit(operation)) {
            execute(operation);
        }
    }

    /** Has the calling thread look once at what has come for this rank, where that is possible at once. */
    public void look() {
        if (!Schedulers.isInNonBlockingThread()) {
            loop.look();
        }
    }

    /** The calling thread has found what it waits for without moving messages: what it has started before is sent now. */
    public void sendLeft() {
        loop.sendLeft();
    }

    /** Whether the calling thread does the progress thread's work for a while, and must run no code of the program. */
    public boolean isLent() {
        return loop.inEventLoop() && loop.isLent();
    }

    @Override
    public boolean isQuiet(CoreSubscriber<?> subscriber) {
        if (subscriber.getClass() == alwaysQuiet) {
            return true;
        }
        if (subscriber instanceof Noting noting && noting.isAlwaysQuiet()) {
            alwaysQuiet = subscriber.getClass();
        }
        return Noting.isQuiet(subscriber);
    }

    @Override
    public boolean leave(Runnable signal) {
        return loop.inEventLoop() && signals.leave(signal);
    }

    /** Does something of the program's, of which all signals come after it; only for the progress thread. */
    public void act(Runnable work) {
        signals.act(work);
    }

    /**
     * Tells of what a subscriber of the program has thrown: Reactor's hook for dropped errors. An error that Reactor's
     * operators pass to no subscriber, but rethrow, is the end of {@link #failure} as well, since no other code may get it.
     *
     * @param thrown by the subscriber, which gets no further signal
     * @param subscriber that has thrown it
     */
    @Override
    public void drop(Throwable thrown, CoreSubscriber<?> subscriber) {
        uncaught.thrownBy(subscriber, thrown);
    }

    /**
     * The end of what this rank has logged so far, for a process that is to exit: the logging system may not outlive the
     * beginning of an exit.
     *
     * @return cold; completes when all lines have left, or could not within half a second, on any thread
     */
    public Mono<Void> logged() {
        return Mono.<Void>create(sink -> execute(() -> Log.afterLines(sink::success)))
                .timeout(LONGEST_LOGGING, platform.timer())
                .onErrorComplete();
    }

    /** Fails with the first error that no subscriber of the program got, or that is the engine's own; hot, on any thread, and never completes. */
    public Mono<Void> failure() {
        return uncaught.first();
    }

    /** What is told to who listens; null where nobody does. */
    public @Nullable Events events() {
        return events;
    }

    /** Sends and receives; only for the progress thread. */
    public Messages messages() {
        return messages;
    }

    /** The ranks that are there, where they come and go; only for the progress thread. */
    public Membership membership() {
        return parts.membership();
    }

    /** What is said of questions, beside the messages that they are; only for the progress thread. */
    public AskNews askNews() {
        return parts.askNews();
    }

    /** Describes each operation of the user that has not ended; signalled on the progress thread. */
    public Mono<List<String>> pending() {
        return diagnosis.pending().map(PendingOperation::lines);
    }

    /** What this rank waits for, and whether it does so for ever. */
    public StallDiagnosis diagnosis() {
        return diagnosis;
    }

    /**
     * Ends the engine when all that was started has ended and all that was sent has left. New operations fail from now
     * on.
     *
     * @return hot: ends as the progress thread's last act; fails with an {@link UndeliveredException} where something that was
     *     sent, and whose send has completed, has not been delivered, and no operation has told of that
     */
    public Mono<Void> close() {
        command(() -> shutdown.close(null));
        return shutdown.ended();
    }

    /**
     * The same, with something that is done when nothing else runs any more, and while the links stand.
     *
     * @param last subscribed once, on the progress thread; its messages are parts of a conversation that has begun by
     *     {@link Messages#beginLast}
     * @return as {@link #close()}; how {@code last} ends does not matter
     */
    public Mono<Void> close(Mono<Void> last) {
        command(() -> shutdown.close(last));
        return shutdown.ended();
    }

    /** What this rank records for files of the job; nothing where nobody listens. */
    public List<RankRecord> records() {
        return records;
    }

    /**
     * Ends the engine at once: whatever runs fails. Only what tells the peers may take a moment.
     *
     * @param why for the errors of the operations
     * @return hot: completes as the progress thread's last act
     */
    public Mono<Void> abort(String why) {
        command(() -> shutdown.abort(why));
        return shutdown.ended().onErrorComplete();
    }

    /**
     * The job ends all its ranks, and tells each of them: whatever runs fails, and no peer hears of it from this rank.
     *
     * @param why which rank has ended the job, for the errors of the operations
     * @param allTold subscribed once, on the progress thread; the links stand until it completes, on any thread, since the end of one could
     *     tell a peer too early
     */
    public void endWithJob(String why, Mono<Void> allTold) {
        command(() -> shutdown.endWithJob(why, allTold));
    }

    /**
     * The launcher says that another rank's process has ended without finalizing: what waits for that rank ends as soon as
     * nothing that it has sent is on its way any more. For any thread.
     *
     * @param rank in the job, not this one
     */
    public void onProcessEnded(int rank) {
        command(() -> signals.step(() -> links.onProcessEnded(rank)));
    }

    private void command(Runnable command) {
        try {
            loop.execute(command);
        } catch (RejectedExecutionException e) {
            // It has ended already, which is all that the caller wants.
        }
    }

    private void release() {
        diagnosis.end();
        parts.membership().end();
        messages.end();
        endpoints.close();
        endLoop();
    }

    private void endLoop() {
        tellListeners();
        loop.end();
    }

    /** Once. */
    private void tellListeners() {
        if (events != null && !loopEnds) {
            events.closed();
        }
        loopEnds = true;
    }

    private void tellEnd() {
        shutdown.tellEnd();
    }
}
