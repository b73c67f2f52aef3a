package org.reactivempi.transport.engine.protocol;

import io.netty.channel.EventLoop;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.event.Events;
import org.reactivempi.transport.engine.link.LinkContext.Identity;
import org.reactivempi.transport.engine.match.MatchQueues;
import org.reactivempi.transport.engine.progress.CompletionQueue;

/** What all parts of one rank's protocols share: who the rank is, its limits, its thread, its queues, and who watches. */
public final class RankContext {

    /**
     * How much is sent and kept without asking.
     *
     * @param eagerBytes the longest message that is sent without asking
     * @param creditBytes how much of eager messages each peer may have under way to this rank
     */
    public record Limits(long eagerBytes, long creditBytes) {}

    /** In the job. */
    public final int rank;
    /** How many ranks the job has. */
    public final int size;

    /** How much is sent and kept without asking. */
    public final Limits limits;

    /** Where its operations complete. */
    public final CompletionQueue signals;

    /** Its progress thread. */
    public final EventLoop loop;

    /** Who watches, if anybody does. */
    public final @Nullable Events events;
    /** Chance. */
    public final RandomGenerator random;

    final MatchQueues queues;
    final MemoryCopy copies = new MemoryCopy();

    /**
     * A rank without any messages.
     *
     * @param identity which rank of which job
     * @param limits how much is sent and kept without asking
     * @param signals where its operations complete
     * @param loop its progress thread
     * @param events who watches, if anybody does
     * @param random chance
     */
    public RankContext(
            Identity identity,
            Limits limits,
            CompletionQueue signals,
            EventLoop loop,
            @Nullable Events events,
            RandomGenerator random) {
        this.rank = identity.rank();
        this.size = identity.size();
        this.limits = limits;
        this.signals = signals;
        this.loop = loop;
        this.events = events;
        this.random = random;
        this.queues = new MatchQueues(signals, events);
    }

    /** For assertions. */
    boolean onProgressThread() {
        return loop.inEventLoop();
    }
}
