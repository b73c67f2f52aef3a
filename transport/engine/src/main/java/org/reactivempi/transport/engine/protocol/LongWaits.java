package org.reactivempi.transport.engine.protocol;

import java.util.BitSet;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import java.util.function.IntPredicate;
import org.reactivempi.transport.engine.event.ContextId;
import org.reactivempi.transport.engine.failure.Communicators;
import org.reactivempi.transport.engine.match.MatchQueues;
import org.reactivempi.transport.engine.match.Posted;

/**
 * Receives that wait for ranks to which there has never been a link: this rank would not notice that such a rank is dead. So after
 * a while it opens links to them, a few at a time.
 *
 * <pre>
 *  IDLE --a receive waits--&gt; ARMED --1 s--&gt; opens links for those that waited all the time
 *    ^                         ^                   |
 *    |                         +--- some are younger, or more links are to be opened
 *    +-----------------------------------------------+
 * </pre>
 * One timer for all receives, and none where all ranks are connected.
 */
final class LongWaits {

    private static final long BETWEEN_LOOKS_MILLIS = 1000;

    /** A receive that waits for any of a thousand ranks doesn't open a thousand connections at once. */
    private static final int MOST_AT_ONCE = 32;

    private final ScheduledExecutorService loop;
    private final MatchQueues queues;
    private final Communicators communicators;
    private final IntPredicate isConnected;
    private final IntConsumer open;
    private boolean armed;
    private long young;

    LongWaits(
            ScheduledExecutorService loop,
            MatchQueues queues,
            Communicators communicators,
            IntPredicate isConnected,
            IntConsumer open) {
        this.loop = loop;
        this.queues = queues;
        this.communicators = communicators;
        this.isConnected = isConnected;
        this.open = open;
    }

    /** A receive waits for a rank that isn't connected, or for any of some that are not all. */
    void waits() {
        if (!armed) {
            armed = true;
            young = queues.nextOrder();
            loop.schedule(this::look, BETWEEN_LOOKS_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    private void look() {
        armed = false;
        BitSet wanted = new BitSet();
        BitSet later = new BitSet();
        queues.forEachPosted(young, (receive, old) -> addSources(receive, old ? wanted : later));
        int[] next = wanted.stream().limit(MOST_AT_ONCE).toArray();
        if (next.length < wanted.cardinality() || !later.isEmpty()) {
            waits();
        }
        for (int rank : next) {
            open.accept(rank);
        }
    }

    private void addSources(Posted receive, BitSet ranks) {
        if (receive.peer() != Posted.ANY) {
            add(receive.peer(), ranks);
        } else if (ContextId.purpose(receive.context()).allowsAnySource()) {
            communicators.forEachMember(receive.context(), rank -> add(rank, ranks));
        }
    }

    private void add(int rank, BitSet ranks) {
        if (!isConnected.test(rank)) {
            ranks.set(rank);
        }
    }
}
