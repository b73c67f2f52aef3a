package org.reactivempi.transport.engine.link;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.ScheduledFuture;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.reactivempi.transport.channel.Endpoint;
import org.reactivempi.transport.engine.auth.Credentials;
import org.reactivempi.transport.engine.auth.Rejections;
import org.reactivempi.transport.engine.progress.CompletionQueue;

/** What all links of a rank share: its identity, its settings and channels, and its progress loop with the clock and the steps. */
public final class LinkContext {

    final Identity identity;
    final Processes processes;
    final LinkSettings settings;
    final Credentials credentials;
    final Rejections rejections = new Rejections();
    final RandomGenerator random;
    final CompletionQueue completions;
    private final EventLoop loop;
    private final Runnable onInput;
    private final InstantSource clock;
    private List<Route> routes = List.of();

    /**
     * What a rank tells its peers of itself.
     *
     * @param job hash of the job's id
     * @param rank this rank
     * @param size how many ranks the job has
     * @param creditBytes how many bytes of eager messages it takes from each peer
     * @param incarnation tells this process from all others that have been, or will be, this rank, and so does its upper half; neither is 0
     */
    public record Identity(long job, int rank, int size, long creditBytes, long incarnation) {}

    /**
     * One of the channels by which this rank connects and listens.
     *
     * @param channel the name of the channel
     * @param mayBreak whether its connections may end while both sides live
     * @param endpoint this rank's
     */
    public record Route(String channel, boolean mayBreak, Endpoint endpoint) {}

    /**
     * That of a rank.
     *
     * @param identity the rank
     * @param settings how long it waits for its peers
     * @param credentials what it proves its identity with
     * @param turns when its links act
     * @param clock the date
     * @param random chance
     */
    public LinkContext(
            Identity identity,
            LinkSettings settings,
            Credentials credentials,
            Turns turns,
            InstantSource clock,
            RandomGenerator random) {
        this.identity = identity;
        this.processes = new Processes(identity.job(), identity.rank(), identity.size());
        this.settings = settings;
        this.credentials = credentials;
        this.loop = turns.loop;
        this.completions = turns.completions;
        this.onInput = turns.onInput;
        this.clock = clock;
        this.random = random;
    }

    /**
     * The turns of a rank.
     *
     * @param loop its progress loop
     * @param onInput run for each input
     * @param completions each callback of a link is a step of this
     */
    public record Turns(EventLoop loop, Runnable onInput, CompletionQueue completions) {}

    /** Sets the channels, the best first; before there is any link. */
    void use(List<Route> routes) {
        this.routes = routes;
    }

    List<Route> routes() {
        return routes;
    }

    /** The date. */
    Instant now() {
        return clock.instant();
    }

    /** Something has come from a peer. */
    void traffic() {
        onInput.run();
    }

    /** Asserted where links are entered. */
    boolean onProgressThread() {
        return loop.inEventLoop();
    }

    /** Runs {@code action} in a step of its own, when the one that runs is over. */
    void later(Runnable action) {
        loop.execute(() -> completions.step(action));
    }

    /** Runs {@code action} in a later turn; not if the engine has ended meanwhile, and needs no answer any more. For any thread. */
    void answer(Runnable action) {
        try {
            loop.execute(action);
        } catch (RejectedExecutionException e) {
            // The engine has ended.
        }
    }

    ScheduledFuture<?> after(Duration delay, Runnable action) {
        return loop.schedule(action, delay.toNanos(), TimeUnit.NANOSECONDS);
    }

    /**
     * Runs {@code action} again and again, in steps. With a delay, not at a rate: a process that was stopped would make up for all
     * that time at once.
     */
    void every(Duration delay, Runnable action) {
        long nanos = delay.toNanos();
        loop.scheduleWithFixedDelay(() -> completions.step(action), nanos, nanos, TimeUnit.NANOSECONDS);
    }

    static ByteBuf buffer(int bytes) {
        return PooledByteBufAllocator.DEFAULT.directBuffer(bytes);
    }
}
