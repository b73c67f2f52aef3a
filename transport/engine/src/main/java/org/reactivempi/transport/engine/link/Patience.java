package org.reactivempi.transport.engine.link;

import io.netty.util.concurrent.ScheduledFuture;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * For how long a connection with one peer is looked for, and how long this rank rests between two attempts: longer each time, and
 * never the same on both sides.
 *
 * <pre>
 *  calm --miss--&gt; missing --limit--&gt; a time limit runs --expired--&gt; the peer is given up
 *    ^               |                    |
 *    +---- relax ----+--------------------+
 * </pre>
 * Only the progress thread comes here.
 */
final class Patience {

    private static final Duration SHORTEST_REST = Duration.ofMillis(10);
    static final Duration LONGEST_REST = Duration.ofSeconds(1);

    private final Links links;
    private final Runnable expired;
    private @Nullable ScheduledFuture<?> limit;
    private @Nullable Instant missingSince;
    private int attempts;

    /** {@code expired} runs when a limit is reached. */
    Patience(Links links, Runnable expired) {
        this.links = links;
        this.expired = expired;
    }

    /** A connection is missing. */
    void miss() {
        if (missingSince == null) {
            missingSince = Instant.now();
        }
    }

    /** Since when; null if none is. */
    @Nullable
    Instant missingSince() {
        return missingSince;
    }

    /** Sets a time limit for the search, if none runs. */
    void limit(Duration longest) {
        if (limit == null) {
            limit = links.after(longest, this::onLimit);
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

    /** All ways are tried once more. */
    void attempt() {
        attempts++;
    }

    /** How long to rest before the next attempt. */
    Duration backoff() {
        Duration longest = SHORTEST_REST.multipliedBy(1L << Math.min(attempts, 7));
        long millis = Math.min(longest.toMillis(), LONGEST_REST.toMillis());
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
