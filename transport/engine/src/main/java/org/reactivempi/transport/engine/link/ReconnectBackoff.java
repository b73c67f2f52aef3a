package org.reactivempi.transport.engine.link;

import io.netty.util.concurrent.ScheduledFuture;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * The pauses between attempts to connect to one peer, and the time limit for all of them. Pauses grow with each attempt, and are
 * random, so that two ranks don't stay in step.
 *
 * <pre>
 *  calm --miss--&gt; missing --limit--&gt; a time limit runs --expired--&gt; the peer is given up
 *    ^               |                    |
 *    +---- relax ----+--------------------+
 * </pre>
 */
final class ReconnectBackoff {

    private static final Duration SHORTEST_PAUSE = Duration.ofMillis(10);
    static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);

    private final LinkContext context;
    private final Runnable expired;
    private @Nullable ScheduledFuture<?> limit;
    private @Nullable Instant missingSince;
    private int attempts;

    /** {@code expired} runs when a limit is reached. */
    ReconnectBackoff(LinkContext context, Runnable expired) {
        this.context = context;
        this.expired = expired;
    }

    /** A connection is missing. */
    void miss() {
        if (missingSince == null) {
            missingSince = Instant.now();
        }
    }

    /** Since when a connection is missing; null if none is. */
    @Nullable
    Instant missingSince() {
        return missingSince;
    }

    /** Sets a time limit for the search, if none runs. */
    void limit(Duration longest) {
        if (limit == null) {
            limit = context.after(longest, this::onLimit);
        }
    }

    private void onLimit() {
        limit = null;
        expired.run();
    }

    /** Attempts so far, since there was a connection. */
    int attempts() {
        return attempts;
    }

    /** All candidates are tried once more. */
    void attempt() {
        attempts++;
    }

    /** How long to wait before the next attempt. */
    Duration pause() {
        Duration longest = SHORTEST_PAUSE.multipliedBy(1L << Math.min(attempts, 7));
        long millis = Math.min(longest.toMillis(), LONGEST_PAUSE.toMillis());
        return Duration.ofMillis(ThreadLocalRandom.current().nextLong(millis / 2, millis + 1));
    }

    /** A connection stands. */
    void relax() {
        attempts = 0;
        missingSince = null;
        end();
    }

    /** Nothing is looked for any more. */
    void end() {
        ScheduledFuture<?> running = limit;
        limit = null;
        if (running != null) {
            running.cancel(false);
        }
    }
}
