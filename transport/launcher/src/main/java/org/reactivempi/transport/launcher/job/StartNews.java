package org.reactivempi.transport.launcher.job;

import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Tells a user who waits how many ranks are there, as long as they start: many of them take their time. The first news come when
 * everybody would be there usually, and then each after twice as long.
 */
final class StartNews {

    private static final long FIRST_NANOS = TimeUnit.SECONDS.toNanos(3);

    private final int ranks;
    private final Consumer<String> told;
    private final LongSupplier nanoTime;
    private final long beginNanos;
    private long nextNanos = FIRST_NANOS;
    private boolean over;

    /**
     * The news of a start that begins.
     *
     * @param ranks how many are to come
     * @param told hears a line; by {@link #look}
     */
    StartNews(int ranks, Consumer<String> told, LongSupplier nanoTime) {
        this.ranks = ranks;
        this.told = told;
        this.nanoTime = nanoTime;
        this.beginNanos = nanoTime.getAsLong();
    }

    /** Whether somebody reads what the launcher writes while it writes it. */
    static boolean isRead() {
        return System.console() != null;
    }

    /** Looks whether it is time for news. */
    void look(int absent) {
        long sinceNanos = nanoTime.getAsLong() - beginNanos;
        over |= absent == 0;
        if (!over && sinceNanos >= nextNanos) {
            told.accept(ranks - absent + " of " + ranks + " ranks have started after "
                    + TimeUnit.NANOSECONDS.toSeconds(sinceNanos) + " s");
            nextNanos = 2 * nextNanos;
        }
    }
}
