package org.reactivempi.transport.engine.protocol;

import java.util.BitSet;
import java.util.concurrent.TimeUnit;
import org.reactivempi.transport.engine.event.ContextId;
import org.reactivempi.transport.engine.failure.CommunicatorState;
import org.reactivempi.transport.engine.failure.Communicators;
import org.reactivempi.transport.engine.link.Links;
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

    private final RankContext context;
    private final Links links;
    private final Communicators communicators;
    private boolean armed;
    private long young;

    LongWaits(RankContext context, Links links, Communicators communicators) {
        this.context = context;
        this.links = links;
        this.communicators = communicators;
    }

    /** A receive waits, perhaps for a rank that isn't connected, or for any of some that are not all. */
    void waits(Posted receive) {
        if (receive.peer() == Posted.ANY
                ? links.count() < links.processes().count() - 1
                : !isConnected(receive.peer())) {
            if (!isPatient(receive)) {
                arm();
            }
        }
    }

    /** Where ranks come and go, they see each other without this; a receive for any of them waits for none. */
    private boolean isPatient(Posted receive) {
        return links.ranksComeAndGo() && (receive.peer() == Posted.ANY || receive.listens());
    }

    private void arm() {
        if (!armed) {
            armed = true;
            young = context.queues.nextOrder();
            context.loop.schedule(this::look, BETWEEN_LOOKS_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    private void look() {
        armed = false;
        BitSet wanted = new BitSet();
        BitSet later = new BitSet();
        context.queues.forEachPosted(receive -> addSources(receive, receive.order() < young ? wanted : later));
        int[] next = wanted.stream().limit(MOST_AT_ONCE).toArray();
        if (next.length < wanted.cardinality() || !later.isEmpty()) {
            arm();
        }
        for (int rank : next) {
            links.peer(rank).open();
        }
    }

    private void addSources(Posted receive, BitSet ranks) {
        CommunicatorState communicator = communicators.of(receive.context());
        if (isPatient(receive)) {
            return;
        }
        if (receive.peer() != Posted.ANY) {
            add(receive.peer(), ranks);
        } else if (communicator != null && ContextId.purpose(receive.context()).allowsAnySource()) {
            communicator.forEachSource(receive.context(), rank -> add(rank, ranks));
        }
    }

    private void add(int rank, BitSet ranks) {
        if (!isConnected(rank)) {
            ranks.set(rank);
        }
    }

    private boolean isConnected(int rank) {
        return rank == context.rank || links.known(rank) != null;
    }
}
