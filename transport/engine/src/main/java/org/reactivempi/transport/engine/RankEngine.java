package org.reactivempi.transport.engine;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.channel.Channel;
import org.reactivempi.transport.channel.log.Log;
import org.reactivempi.transport.engine.auth.Credentials;
import org.reactivempi.transport.engine.event.CollectiveReport;
import org.reactivempi.transport.engine.event.CreditBalance;
import org.reactivempi.transport.engine.event.EngineListener;
import org.reactivempi.transport.engine.event.Events;
import org.reactivempi.transport.engine.event.LinkStatus;
import org.reactivempi.transport.engine.event.MemberChange;
import org.reactivempi.transport.engine.event.OperationKind;
import org.reactivempi.transport.engine.event.PendingOperation;
import org.reactivempi.transport.engine.event.RankRecord;
import org.reactivempi.transport.engine.event.Rejection;
import org.reactivempi.transport.engine.event.WatchedWindow;
import org.reactivempi.transport.engine.extension.Extensions;
import org.reactivempi.transport.engine.failure.CommunicatorState;
import org.reactivempi.transport.engine.link.LinkContext;
import org.reactivempi.transport.engine.link.LinkContext.Identity;
import org.reactivempi.transport.engine.link.Links;
import org.reactivempi.transport.engine.link.MeetingPeer;
import org.reactivempi.transport.engine.link.PeerLink;
import org.reactivempi.transport.engine.platform.Matches;
import org.reactivempi.transport.engine.platform.Platform;
import org.reactivempi.transport.engine.port.Diagnosis;
import org.reactivempi.transport.engine.port.EndNumbers;
import org.reactivempi.transport.engine.port.Engine;
import org.reactivempi.transport.engine.port.EngineCommunicator;
import org.reactivempi.transport.engine.port.EngineCommunicator.Gathering;
import org.reactivempi.transport.engine.port.EngineException.EngineClosedException;
import org.reactivempi.transport.engine.port.EngineException.PeerLostException;
import org.reactivempi.transport.engine.port.EngineWindows;
import org.reactivempi.transport.engine.port.Job;
import org.reactivempi.transport.engine.port.LocalOperation;
import org.reactivempi.transport.engine.port.MemberRanks;
import org.reactivempi.transport.engine.port.Noting;
import org.reactivempi.transport.engine.port.Operations;
import org.reactivempi.transport.engine.port.OtherJobs;
import org.reactivempi.transport.engine.port.PacketFamily;
import org.reactivempi.transport.engine.port.PeerDirectory;
import org.reactivempi.transport.engine.port.QuestionNews;
import org.reactivempi.transport.engine.port.Secret;
import org.reactivempi.transport.engine.port.StartStep;
import org.reactivempi.transport.engine.progress.Binding;
import org.reactivempi.transport.engine.progress.CompletionQueue;
import org.reactivempi.transport.engine.progress.Order;
import org.reactivempi.transport.engine.progress.ProgressScheduler;
import org.reactivempi.transport.engine.progress.ProgressSettings;
import org.reactivempi.transport.engine.progress.RankLoop;
import org.reactivempi.transport.engine.progress.Waiting;
import org.reactivempi.transport.engine.protocol.Messages;
import org.reactivempi.transport.engine.protocol.RankContext;
import org.reactivempi.transport.engine.window.WindowCheck;
import org.reactivempi.transport.engine.window.Windows;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/** One rank's engine, from start to end. For any thread, except that {@link #messages} are for the progress thread. */
public final class RankEngine implements Engine {

    /** Neither half of the number of a process is 0: each tells it from none. */
    private static final long BOTH_HALVES = 0x0000_0001_0000_0001L;

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

    /** What layers above have added, from its start on. */
    private @Nullable Extensions extensions;

    /** Null as long as there are none: few programs have any. */
    private @Nullable Windows windows;

    private boolean loopEnds;
    private final boolean checksWindows;
    /** The class of subscribers that any thread may tell, which came last: to look through its interfaces at each signal takes as long as that. */
    private @Nullable Class<?> alwaysQuiet;

    private RankEngine(Job job, Secret secret, RankSettings settings, boolean sockets, Surroundings surroundings) {
        Platform platform = surroundings.platform;
        PeerDirectory directory = surroundings.directory;
        List<EngineListener> listeners = surroundings.listeners;
        this.platform = platform;
        rank = job.rank();
        checksWindows = settings.windows() == WindowCheck.ON;
        String name = "reactive-mpi-" + rank;
        // Before the loop, which nobody would give back where a listener throws.
        events = listeners.isEmpty() ? null : new Events(listeners, platform.ticker());
        records = events == null ? List.of() : events.records();
        ProgressSettings progress = settings.progress();
        Waiting waiting = new Waiting(progress.waiting(), progress.spin(), isCrowded(job));
        loop = platform.loop(new Platform.LoopRequest(name, job.id(), job.rank(), sockets, waiting, this::tellEnd));
        random = platform.random(job.rank());
        signals = new CompletionQueue(loop);
        ProgressScheduler tasks = new ProgressScheduler(loop, signals, name, uncaught::thrownByTask, platform.clock());
        scheduler = tasks;
        int credit = settings.grantBytes(job.size());
        Identity identity = new Identity(job.hash(), job.rank(), job.size(), credit, random.nextLong() | BOTH_HALVES);
        Credentials credentials = new Credentials(secret, identity.job(), identity.rank(), random);
        links = new Links(
                new LinkContext(
                        identity,
                        settings.links(),
                        credentials,
                        new LinkContext.Turns(loop, loop::traffic, signals),
                        platform.clock(),
                        random),
                directory);
        MeetingPeer.register(links);
        endpoints = new Endpoints(loop, links);
        RankContext.Limits limits = new RankContext.Limits(settings.eagerLimitBytes(), credit);
        parts = RankParts.of(new RankContext(identity, limits, signals, loop, events, random), links);
        messages = parts.messages();
        parts.communicators().use(links::askFinalized);
        parts.communicators().use((failed, goesOn) -> giveUp(directory, failed, goesOn), this::onGivenUp);
        links.whenGivenUp(this::onGivenUp);
        diagnosis = new StallDiagnosis(job, parts, tasks, loop, settings.stalls(), platform);
        shutdown = new Shutdown(loop, signals, parts, links, this::release);
        loop.onEndOfTurn(events == null ? links::flush : this::endOfTurn);
        loop.onFault(this::fail);
        Matches matches = platform.matches();
        if (matches != null) {
            messages.defer(matches);
        }
        Order order = platform.order();
        if (order != null) {
            signals.use(order);
        }
        if (events != null) {
            signals.use(events);
            links.rejections().tell(events::refused);
        }
    }

    /**
     * What a rank has from outside.
     *
     * @param directory where its peers are
     * @param listeners hear of its events
     * @param platform gives it time, chance and threads
     */
    private record Surroundings(PeerDirectory directory, List<EngineListener> listeners, Platform platform) {}

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

    /** As {@link Engine#start}. */
    static Mono<Engine> start(
            Job job,
            Secret secret,
            RankSettings settings,
            List<? extends Channel> channels,
            PeerDirectory directory,
            Supplier<List<EngineListener>> listeners,
            Platform platform,
            List<PacketFamily> families) {
        return StartStep.of(() -> {
            boolean sockets = channels.stream().anyMatch(Channel::usesSockets);
            RankEngine engine = new RankEngine(
                    job, secret, settings, sockets, new Surroundings(directory, listeners.get(), platform));
            engine.begin(job, families);
            Mono<RankEngine> listening = StartStep.of(() -> engine.endpoints.open(channels))
                    .then(StartStep.of(() -> Mono.just(engine.listening())))
                    .delayUntil(ready -> StartStep.of(() -> ready.bound(job, settings)))
                    .filter(ready -> ready.endpoints.keep());
            // What is fatal to the JVM may come on the loop's thread as well, where nobody else would hear of it.
            Mono<Engine> broken = engine.failure().<Engine>then(Mono.never()).onErrorMap(StartStep::passable);
            return Mono.firstWithSignal(listening.cast(Engine.class), broken)
                    .doOnError(error -> engine.giveUp())
                    .doOnCancel(engine::giveUp);
        });
    }

    /** Without a thread there is nothing to be opened. */
    private void begin(Job job, List<PacketFamily> families) {
        try {
            extensions = extensions(job, families);
            loop.begin();
        } catch (Throwable e) {
            tellListeners();
            throw e;
        }
    }

    private Extensions extensions(Job job, List<PacketFamily> families) {
        try {
            return new Extensions(rank, job.size(), links, loop, families);
        } catch (Throwable e) {
            loop.discard();
            throw e;
        }
    }

    private void giveUp() {
        endpoints.giveUp(() -> {
            diagnosis.end();
            endLoop();
        });
    }

    private Mono<Void> bound(Job job, RankSettings settings) {
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

    private RankEngine listening() {
        diagnosis.start();
        links.whenRankIsTaken(taken::tryEmitValue);
        command(parts.membership()::start);
        addresses = endpoints.addresses();
        return this;
    }

    @Override
    public Platform platform() {
        return platform;
    }

    @Override
    public RandomGenerator random() {
        return random;
    }

    @Override
    public List<PeerDirectory.Address> addresses() {
        return addresses;
    }

    @Override
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

    @Override
    public Flux<MemberChange> members() {
        return Flux.defer(() -> parts.membership().changes()).subscribeOn(scheduler);
    }

    @Override
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

    @Override
    public Mono<List<CreditBalance>> balances() {
        return Mono.fromCallable(messages::balances).subscribeOn(scheduler);
    }

    @Override
    public EndNumbers ends() {
        return ends;
    }

    @Override
    public long rejected(Rejection why) {
        return links.rejections().of(why);
    }

    @Override
    public boolean ranksComeAndGo() {
        return links.ranksComeAndGo();
    }

    @Override
    public Mono<String> taken() {
        return taken.asMono();
    }

    @Override
    public Mono<String> givenUp() {
        return givenUp.asMono();
    }

    @Override
    public Scheduler scheduler() {
        return scheduler;
    }

    @Override
    public void noteKnown(int rank) {
        links.noteKnown(rank);
    }

    /** Whether the caller is the progress thread, or the thread that drives the loop in its place. */
    @Override
    public boolean inProgressThread() {
        return loop.inEventLoop();
    }

    @Override
    public boolean drive(Drive wanted) {
        return loop.drive(wanted);
    }

    @Override
    public void waits() {
        loop.waits();
    }

    @Override
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

    @Override
    public void look() {
        if (!Schedulers.isInNonBlockingThread()) {
            loop.look();
        }
    }

    @Override
    public void sendLeft() {
        loop.sendLeft();
    }

    @Override
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

    @Override
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

    @Override
    public Mono<Void> logged() {
        return Mono.<Void>create(sink -> execute(() -> Log.afterLines(sink::success)))
                .timeout(LONGEST_LOGGING, platform.timer())
                .onErrorComplete();
    }

    @Override
    public Mono<Void> failure() {
        return uncaught.first();
    }

    @Override
    public boolean isWatched() {
        return events != null;
    }

    @Override
    public void started(
            LocalOperation operation, OperationKind kind, WatchedWindow window, int target, long lengthBytes) {
        if (events != null) {
            events.started(operation, kind, window, target, lengthBytes);
        }
    }

    @Override
    public void ended(CollectiveReport operation) {
        if (events != null) {
            events.ended(operation);
        }
    }

    @Override
    public Operations messages() {
        return messages;
    }

    @Override
    public EngineCommunicator add(
            int number, String origin, MemberRanks members, MemberRanks far, IntUnaryOperator numbers) {
        return parts.communicators().add(number, origin, members, far, numbers);
    }

    @Override
    public OtherJobs otherJobs() {
        return links;
    }

    @Override
    public void remove(EngineCommunicator communicator) {
        parts.communicators().remove((CommunicatorState) communicator);
    }

    @Override
    public void retire(EngineCommunicator communicator, Runnable whenGone) {
        parts.communicators().retire((CommunicatorState) communicator, whenGone);
    }

    @Override
    public void callAll(IntSupplier offers, Consumer<Gathering> told) {
        parts.membership().callAll(offers, told);
    }

    @Override
    public EngineWindows windows() {
        Windows begun = windows;
        if (begun == null) {
            begun = new Windows(links, parts.flows(), signals, loop, endpoints.segments(), checksWindows);
            parts.evidence().register(begun);
            parts.communicators().alsoUse(begun);
            shutdown.alsoAborts(begun::onAborted);
            windows = begun;
        }
        return begun;
    }

    @Override
    public QuestionNews askNews() {
        return parts.askNews();
    }

    @Override
    public Mono<List<String>> pending() {
        return diagnosis.pending().map(PendingOperation::lines);
    }

    @Override
    public Diagnosis diagnosis() {
        return diagnosis;
    }

    @Override
    public Mono<Void> close() {
        command(() -> shutdown.close(null));
        return shutdown.ended();
    }

    @Override
    public Mono<Void> close(Mono<Void> last) {
        command(() -> shutdown.close(last));
        return shutdown.ended();
    }

    @Override
    public List<RankRecord> records() {
        return records;
    }

    @Override
    public Mono<Void> abort(String why) {
        command(() -> shutdown.abort(why));
        return shutdown.ended().onErrorComplete();
    }

    @Override
    public void endWithJob(String why, Mono<Void> allTold) {
        command(() -> shutdown.endWithJob(why, allTold));
    }

    @Override
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
        try {
            if (extensions != null) {
                extensions.end(new EngineClosedException("rank " + rank + " has ended", null));
            }
        } finally {
            // Whatever a family throws, the rank ends.
            endpoints.close();
            endLoop();
        }
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
