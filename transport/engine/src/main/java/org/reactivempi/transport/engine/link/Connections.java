package org.reactivempi.transport.engine.link;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.channel.log.Log;
import org.reactivempi.transport.engine.auth.Rejections;
import org.reactivempi.transport.engine.event.Rejection;

/**
 * The connections of a rank, from their beginning to their end.
 *
 * <pre>
 *  add -----------------------------+
 *  addStranger --identified, -------+--&gt; open --ended; by this rank: closing --closed--&gt; forgotten
 *        |
 *        +-- too many of them: the oldest is closed
 * </pre>
 */
final class Connections {

    private static final Log log = Log.of(Connections.class);

    /** So many may wait to say which rank they are; where more come, the one that has waited longest is closed. */
    private static final int MOST_STRANGERS = 256;

    /** A connection, as far as it matters here. */
    interface Entry {

        /** Ends it, after what was written has left. */
        void close();
    }

    private final Rejections rejections;
    private final Set<Entry> open = new LinkedHashSet<>();
    private final Set<Entry> strangers = new LinkedHashSet<>();
    /** This rank has closed them; their links have not ended yet. */
    private final Set<Entry> closing = new LinkedHashSet<>();

    private @Nullable Runnable whenClosed;

    Connections(Rejections rejections) {
        this.rejections = rejections;
    }

    /** One that this rank opens. */
    void add(Entry connection) {
        open.add(connection);
    }

    /** One that was opened by another process, which has not said yet which rank it is. */
    void addStranger(Entry connection) {
        open.add(connection);
        strangers.add(connection);
        if (strangers.size() > MOST_STRANGERS) {
            rejections.count(Rejection.CROWD);
            log.warn("closed a connection that had not said who it is: {} others haven't either", MOST_STRANGERS);
            strangers.iterator().next().close();
        }
    }

    /** The rank at its other end is known. */
    void identified(Entry connection) {
        strangers.remove(connection);
    }

    /** It carries nothing any more. */
    void ended(Entry connection) {
        strangers.remove(connection);
        open.remove(connection);
    }

    /** This rank closes it: what was written last may still be leaving. */
    void closing(Entry connection) {
        closing.add(connection);
    }

    /** The channel has closed it. */
    void closed(Entry connection) {
        if (closing.remove(connection)) {
            runIfClosed();
        }
    }

    void closeAll() {
        List.copyOf(open).forEach(Entry::close);
    }

    /** Runs {@code action} once, as soon as none is closing. */
    void whenClosed(Runnable action) {
        whenClosed = action;
        runIfClosed();
    }

    private void runIfClosed() {
        if (closing.isEmpty()) {
            waitNoLonger();
        }
    }

    /** Runs now what waits until none is closing. */
    void waitNoLonger() {
        Runnable action = whenClosed;
        whenClosed = null;
        if (action != null) {
            action.run();
        }
    }
}
