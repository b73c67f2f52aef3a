package org.reactivempi.transport.engine;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.reactivempi.transport.channel.Channel;
import org.reactivempi.transport.channel.Endpoint;
import org.reactivempi.transport.engine.progress.Waiting;
import org.reactivempi.transport.engine.link.Identity;
import org.reactivempi.transport.engine.link.Links;
import org.reactivempi.transport.engine.link.PeerDirectory;
import org.reactivempi.transport.engine.progress.ProgressLoop;
import org.reactivempi.transport.engine.progress.ProgressScheduler;
import org.reactivempi.transport.engine.progress.Signals;
import org.reactivempi.transport.engine.protocol.Messages;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Scheduler;
import reactor.util.Logger;
import reactor.util.Loggers;

/** One rank's engine, from start to end. For any thread, except that {@link #messages} are for the progress thread. */
public final class Engine {

    private static final Logger log = Loggers.getLogger(Engine.class);

    /** A session that takes longer to close says what it waits for. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final String channel;
    private final ProgressLoop loop;
    private final Scheduler scheduler;
    private final Signals signals;
    private final Messages messages;
    private final Links links;
    private final Sinks.Empty<Void> ended = Sinks.empty();
    private volatile String address = "";
    private boolean closing;

    private Engine(Job job, EngineSettings settings, Channel channel, PeerDirectory directory) {
        this.channel = channel.name();
        String name = "reactive-mpi-" + job.rank();
        boolean crowded = job.ranksOnHost() > Runtime.getRuntime().availableProcessors();
        Waiting waiting = new Waiting(settings.waiting(), crowded);
        loop = new ProgressLoop(name, channel.ioHandler(waiting), waiting, ended::tryEmitEmpty);
        signals = new Signals(loop);
        scheduler = new ProgressScheduler(loop, signals, name);
        int credit = settings.eagerCreditBytes();
        messages = new Messages(job.rank(), job.size(), signals, loop, settings.eagerLimitBytes(), credit);
        Identity identity = new Identity(hash(job.id()), job.rank(), job.size(), credit, settings.connectTimeout());
        links = new Links(identity, loop, waiting, signals, directory, messages::join);
        messages.use(links);
        loop.onEndOfTurn(links::flush);
    }

    /**
     * Starts a rank's engine.
     *
     * @param job the rank's place
     * @param settings the engine's
     * @param channel what carries its messages
     * @param directory where peers are; asked for a peer when the first message goes there
     * @return the engine, ready to be connected to, on its progress thread
     */
    public static Mono<Engine> start(Job job, EngineSettings settings, Channel channel, PeerDirectory directory) {
        return Mono.defer(() -> {
            Engine engine = new Engine(job, settings, channel, directory);
            return channel.open(engine.loop, engine.links::accept)
                    .map(engine::listening)
                    .doOnError(error -> engine.loop.execute(engine.loop::end));
        });
    }

    private Engine listening(Endpoint endpoint) {
        links.use(endpoint);
        address = endpoint.address();
        return this;
    }

    /** What peers need to reach this rank. */
    public String address() {
        return address;
    }

    /** The name of the channel that carries its messages. */
    public String channel() {
        return channel;
    }

    /** The progress thread as a scheduler. */
    public Scheduler scheduler() {
        return scheduler;
    }

    /** Whether the caller is the progress thread. */
    public boolean inProgressThread() {
        return loop.inEventLoop();
    }

    /** Whether the caller is some rank's progress thread. */
    public static boolean inAnyProgressThread() {
        return ProgressScheduler.inProgressThread();
    }

    /** Puts a command into the mailbox; throws {@link RejectedExecutionException} when the engine has ended. */
    public void execute(Runnable command) {
        loop.execute(command);
    }

    /** Sends and receives; only for the progress thread. */
    public Messages messages() {
        return messages;
    }

    /** Describes each operation that has not ended; signalled on the progress thread. */
    public Mono<List<String>> pending() {
        return Mono.fromCallable(messages::pending).subscribeOn(scheduler);
    }

    /**
     * Ends the engine when all that was started has ended and all that was sent has left. New operations fail from now
     * on.
     *
     * @return hot: completes as the progress thread's last act
     */
    public Mono<Void> close() {
        command(() -> {
            if (!closing) {
                closing = true;
                messages.close("the session is closed");
                signals.whenIdle(() -> links.close(this::end));
                loop.schedule(this::sayWhatIsPending, PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
            }
        });
        return ended.asMono();
    }

    /**
     * Ends the engine at once: whatever runs fails.
     *
     * @param why for the errors of the operations
     * @return hot: completes as the progress thread's last act
     */
    public Mono<Void> abort(String why) {
        command(() -> {
            closing = true;
            messages.close(why);
            messages.abort();
            links.abort(why);
            end();
        });
        return ended.asMono();
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

    private void end() {
        links.closeEndpoint();
        loop.end();
    }

    private static long hash(String job) {
        return UUID.nameUUIDFromBytes(job.getBytes(StandardCharsets.UTF_8)).getMostSignificantBits();
    }
}
