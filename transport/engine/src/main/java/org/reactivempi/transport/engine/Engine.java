package org.reactivempi.transport.engine;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.channel.Channel;
import org.reactivempi.transport.channel.log.Log;
import org.reactivempi.transport.engine.auth.Credentials;
import org.reactivempi.transport.engine.auth.Rejections;
import org.reactivempi.transport.engine.auth.Secret;
import org.reactivempi.transport.engine.diagnosis.PendingOperation;
import org.reactivempi.transport.engine.event.EngineListener;
import org.reactivempi.transport.engine.event.Events;
import org.reactivempi.transport.engine.link.LinkContext;
import org.reactivempi.transport.engine.link.LinkContext.Identity;
import org.reactivempi.transport.engine.link.LinkStatus;
import org.reactivempi.transport.engine.link.Links;
import org.reactivempi.transport.engine.link.PeerAddress;
import org.reactivempi.transport.engine.link.PeerDirectory;
import org.reactivempi.transport.engine.link.PeerLink;
import org.reactivempi.transport.engine.link.PeerLostException;
import org.reactivempi.transport.engine.link.Route;
import org.reactivempi.transport.engine.link.UndeliveredException;
import org.reactivempi.transport.engine.operation.Operation;
import org.reactivempi.transport.engine.progress.Binding;
import org.reactivempi.transport.engine.progress.CompletionQueue;
import org.reactivempi.transport.engine.progress.ProgressLoop;
import org.reactivempi.transport.engine.progress.ProgressScheduler;
import org.reactivempi.transport.engine.progress.Waiting;
import org.reactivempi.transport.engine.protocol.CreditBalance;
import org.reactivempi.transport.engine.protocol.Messages;
import org.reactivempi.transport.engine.protocol.RankContext;
import reactor.core.CoreSubscriber;
import reactor.core.Exceptions;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;
import reactor.core.publisher.Operators;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/** One rank's engine, from start to end. For any thread, except that {@link #messages} are for the progress thread. */
public final class Engine implements Operation.Host {

    private static final Log log = Log.of(Engine.class);

    /** A session that takes longer to close says what it waits for. */
    private static final Duration LONGEST_LOGGING = Duration.ofMillis(500);

    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final ProgressLoop loop;
    private final Scheduler scheduler;
    private final CompletionQueue signals;
    private final Messages messages;
    private final Links links;
    private final Diagnosis diagnosis;
    private final Sinks.Empty<Void> ended = Sinks.empty();
    private final Sinks.Empty<Void> broken = Sinks.empty();
    private volatile List<PeerAddress> addresses = List.of();
    private final @Nullable Events events;
    private boolean closing;
    private boolean aborted;
    private boolean told;
    private @Nullable UndeliveredException undelivered;

    private Engine(
            Job job,
            Secret secret,
            EngineSettings settings,
            boolean sockets,
            PeerDirectory directory,
            @Nullable EngineListener listener) {
        String name = "reactive-mpi-" + job.rank();
        Waiting waiting =
                new Waiting(settings.progress().waiting(), settings.progress().spin());
        loop = new ProgressLoop(name, job.id(), job.rank(), sockets, waiting, this::tellEnd);
        signals = new CompletionQueue(loop);
        ProgressScheduler tasks = new ProgressScheduler(loop, signals, name, this::drop);
        scheduler = tasks;
        int credit = settings.grantBytes(job.size());
        events = listener == null ? null : new Events(listener);
        messages = new Messages(new RankContext(
                job.rank(),
                job.size(),
                new RankContext.Limits(settings.eagerLimitBytes(), credit),
                signals,
                loop,
                events));
        Identity identity = new Identity(job.hash(), job.rank(), job.size(), credit, incarnation());
        Credentials credentials = new Credentials(secret, identity.job(), identity.rank());
        links = new Links(new LinkContext(identity, settings.links(), credentials, loop, waiting, signals), directory);
        messages.use(links);
        messages.communicators().use((rank, answer) -> ask(directory, rank, answer));
        diagnosis = new Diagnosis(job, messages, links, tasks, loop, settings.stalls());
        loop.onEndOfTurn(events == null ? links::flush : this::endOfTurn);
        if (events != null) {
            signals.use(events);
            links.rejections().tell(events::refused);
        }
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

    /**
     * Starts a rank's engine.
     *
     * @param job the rank's place
     * @param secret what all ranks of the job know, and nobody else
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
        return start(job, secret, settings, channels, directory, Optional::empty);
    }

    /**
     * The same, with somebody who watches.
     *
     * @param listener asked once for each engine
     */
    public static Mono<Engine> start(
            Job job,
            Secret secret,
            EngineSettings settings,
            List<? extends Channel> channels,
            PeerDirectory directory,
            Supplier<Optional<EngineListener>> listener) {
        return Mono.defer(() -> {
            boolean sockets = channels.stream().anyMatch(Channel::usesSockets);
            Engine engine = new Engine(
                    job, secret, settings, sockets, directory, listener.get().orElse(null));
            Openings openings = new Openings(engine.loop, engine.links);
            return Flux.fromIterable(channels)
                    .concatMap(openings::open)
                    .collectList()
                    .flatMap(routes -> routes.isEmpty() ? openings.failure() : Mono.just(routes))
                    .doOnNext(routes -> openings.warn())
                    .map(engine::listening)
                    .delayUntil(ready -> bound(job, settings, ready.loop))
                    .filter(ready -> openings.done())
                    .doOnError(error -> openings.giveUp(engine::endLoop))
                    .doOnCancel(() -> openings.giveUp(engine::endLoop));
        });
    }

    private static Mono<Void> bound(Job job, EngineSettings settings, ProgressLoop loop) {
        return switch (settings.progress().bindTo()) {
            case NONE -> Mono.empty();
            case CORE -> new Binding(job.rank(), job.ranksOnHost()).bind(loop).publishOn(Schedulers.fromExecutor(loop));
        };
    }

    private Engine listening(List<Route> routes) {
        links.use(routes);
        diagnosis.start();
        addresses = routes.stream()
                .map(route -> new PeerAddress(route.channel(), route.endpoint().address()))
                .toList();
        return this;
    }

    /** What peers need to reach this rank, for each of its channels, the best first. */
    public List<PeerAddress> addresses() {
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

    /** How the links stand that there are or were, by the peer's rank, in order; cold, on the progress thread. */
    public Mono<SortedMap<Integer, LinkStatus>> links() {
        return Mono.fromCallable(this::statuses).subscribeOn(scheduler);
    }

    private SortedMap<Integer, LinkStatus> statuses() {
        SortedMap<Integer, LinkStatus> statuses = new TreeMap<>();
        links.forEach(peer -> statuses.put(peer.rank(), status(peer)));
        return statuses;
    }

    /** Who was never connected, and has gone, may be known to have ended in order. */
    private LinkStatus status(PeerLink peer) {
        LinkStatus status = peer.status();
        return messages.communicators().hasFinalized(peer.rank()) ? status.finalized() : status;
    }

    /** How the credit for eager messages stands, with this rank itself and with each peer; cold, on the progress thread. */
    public Mono<List<CreditBalance>> balances() {
        return Mono.fromCallable(messages::balances).subscribeOn(scheduler);
    }

    /** How many connections this rank has refused, and why; for any thread. */
    public Rejections rejections() {
        return links.rejections();
    }

    /** The progress thread as a scheduler. */
    public Scheduler scheduler() {
        return scheduler;
    }

    /** The program knows that a rank has failed, without an operation that told it so; only for the progress thread. */
    public void noteKnown(int rank) {
        links.noteKnown(rank);
    }

    /** Whether the caller is the progress thread. */
    @Override
    public boolean inProgressThread() {
        return loop.inEventLoop();
    }

    /** Whether the caller is some rank's progress thread. */
    public static boolean inAnyProgressThread() {
        return ProgressScheduler.inProgressThread();
    }

    /** Puts a command into the mailbox; throws {@link RejectedExecutionException} when the engine has ended. */
    @Override
    public void execute(Runnable command) {
        loop.execute(command);
    }

    /** Does something of the program's, of which all signals come after it; only for the progress thread. */
    public void act(Runnable work) {
        signals.act(work);
    }

    /**
     * Tells of what a subscriber of the program has thrown: Reactor's hook for dropped errors. An error that Reactor's
     * operators pass to no subscriber, but rethrow, is the end of {@link #failure} as well, since nobody else may hear of it.
     *
     * @param thrown by the subscriber, which gets no further signal
     * @param subscriber who has thrown it
     */
    @Override
    public void drop(Throwable thrown, CoreSubscriber<?> subscriber) {
        try {
            Operators.onErrorDropped(thrown, subscriber.currentContext());
        } catch (Throwable hook) {
            log.error(hook, "a hook for dropped errors threw");
        }
        broken(thrown);
    }

    /** The same of a task on the {@link #scheduler}; Reactor tells of what isn't the JVM's. */
    private void drop(Throwable thrown) {
        if (Exceptions.isJvmFatal(thrown)) {
            log.error(thrown, "a task on the progress thread has thrown");
            broken(thrown);
        }
    }

    private void broken(Throwable thrown) {
        if (Exceptions.isFatal(thrown)) {
            try {
                broken.tryEmitError(thrown);
            } catch (Throwable listener) {
                log.error(listener, "who waits for the failure of the program threw");
            }
        }
    }

    /**
     * The end of what this rank has logged so far, for a process that is to exit: the logging system may not outlive the
     * beginning of an exit.
     *
     * @return cold; completes when all lines have left, or could not within half a second, on any thread
     */
    public Mono<Void> logged() {
        return Mono.<Void>create(sink -> execute(() -> Log.afterLines(sink::success)))
                .timeout(LONGEST_LOGGING)
                .onErrorComplete();
    }

    /** Fails with the first error that no subscriber of the program got; hot, on any thread, and never completes. */
    public Mono<Void> failure() {
        return broken.asMono();
    }

    /** Sends and receives; only for the progress thread. */
    public Messages messages() {
        return messages;
    }

    /** Describes each operation of the user that has not ended; signalled on the progress thread. */
    public Mono<List<String>> pending() {
        return diagnosis.pending().map(PendingOperation::lines);
    }

    /** What this rank waits for, and whether it does so for ever. */
    public Diagnosis diagnosis() {
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
        command(() -> {
            if (!closing) {
                closing = true;
                messages.close("the session is closed");
                signals.whenIdle(() -> links.close(this::endInOrder));
                loop.schedule(this::sayWhatIsPending, PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
            }
        });
        return ended.asMono();
    }

    /**
     * Ends the engine at once: whatever runs fails. Only what tells the peers may take a moment.
     *
     * @param why for the errors of the operations
     * @return hot: completes as the progress thread's last act
     */
    public Mono<Void> abort(String why) {
        command(() -> {
            closing = true;
            aborted = true;
            messages.close(why);
            messages.abort();
            links.abort(why, this::end);
        });
        return ended.asMono().onErrorComplete();
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

    private void sayWhatIsPending() {
        List<String> pending = messages.pending();
        if (!pending.isEmpty()) {
            log.warn("closing waits for {}", String.join("; ", pending));
        }
    }

    private void command(Runnable command) {
        try {
            loop.execute(command);
        } catch (RejectedExecutionException e) {
            // It has ended already, which is all that the caller wants.
        }
    }

    private void endInOrder() {
        List<PeerLostException> losses = links.silentLosses();
        if (!aborted && !losses.isEmpty()) {
            undelivered = new UndeliveredException(losses);
        }
        end();
    }

    private void tellEnd() {
        UndeliveredException failure = undelivered;
        if (failure == null) {
            ended.tryEmitEmpty();
        } else {
            ended.tryEmitError(failure);
        }
    }

    private void end() {
        diagnosis.end();
        links.closeEndpoints();
        endLoop();
    }

    private void endLoop() {
        if (events != null && !told) {
            told = true;
            events.closed();
        }
        loop.end();
    }

    private static long incarnation() {
        return UUID.randomUUID().getMostSignificantBits() | 1;
    }
}
