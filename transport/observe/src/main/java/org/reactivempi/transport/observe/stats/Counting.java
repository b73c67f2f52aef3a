package org.reactivempi.transport.observe.stats;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.reactivempi.transport.channel.log.Log;
import org.reactivempi.transport.engine.auth.Rejection;
import org.reactivempi.transport.engine.event.CollectiveReport;
import org.reactivempi.transport.engine.event.ContextId;
import org.reactivempi.transport.engine.event.Protocol;
import org.reactivempi.transport.engine.event.Span;
import org.reactivempi.transport.engine.progress.Outcome;
import org.reactivempi.transport.observe.count.PeerCounting;
import org.reactivempi.transport.observe.parts.Parts;

/**
 * Counts what one rank does, on its progress thread, and writes it down at the end: of the session, or of a process that is
 * told to end.
 */
final class Counting extends PeerCounting {

    static final int MOST_WAITS = 10;

    private static final Log log = Log.of(Counting.class);

    private final int rank;
    private final int size;
    private final Parts parts;
    private final AtomicBoolean written = new AtomicBoolean();
    private final Thread atShutdown = new Thread(this::write, "reactive-mpi-stats");
    private final Map<Integer, RankStats.Late> late = new ConcurrentHashMap<>();
    private volatile List<Wait> slowest = List.of();
    private long shortestOfSlowest;

    Counting(int rank, int size, Parts parts) {
        this.rank = rank;
        this.size = size;
        this.parts = parts;
        Runtime.getRuntime().addShutdownHook(atShutdown);
    }

    @Override
    public boolean timesAll() {
        return true;
    }

    /** That a packet of a stream has waited is no mistake of the program, which posts no receives for it. */
    @Override
    public void arrived(
            Protocol protocol, int context, int peer, int tag, long lengthBytes, long message, boolean expected) {
        boolean ofStream = switch (ContextId.purpose(context)) {
            case STREAM_ANNOUNCEMENTS, STREAM_ELEMENTS -> true;
            case MESSAGES, COLLECTIVE, QUESTIONS, ANSWERS, CREATION -> false;
        };
        super.arrived(protocol, context, peer, tag, lengthBytes, message, expected || ofStream);
    }

    @Override
    public void ended(Span span) {
        long nanos = span.endNanos() - span.startNanos();
        if (nanos > shortestOfSlowest && span.outcome() == Outcome.DONE && Wait.isOfInterest(span)) {
            insert(Wait.of(span));
        }
    }

    @Override
    public void ended(CollectiveReport operation) {
        if (operation.awaited() != CollectiveReport.NOBODY) {
            late.merge(operation.awaited(), new RankStats.Late(1, operation.waitNanos()), RankStats.Late::and);
        }
    }

    private void insert(Wait wait) {
        List<Wait> changed = new ArrayList<>(slowest);
        changed.add(wait);
        changed.sort(Comparator.comparingLong(Wait::nanos).reversed());
        if (changed.size() > MOST_WAITS) {
            changed.remove(MOST_WAITS);
            shortestOfSlowest = changed.get(MOST_WAITS - 1).nanos();
        }
        slowest = List.copyOf(changed);
    }

    @Override
    public void closed() {
        write();
        try {
            Runtime.getRuntime().removeShutdownHook(atShutdown);
        } catch (IllegalStateException e) {
            // The process is ending: the hook finds that all has been written.
        }
    }

    private void write() {
        if (written.compareAndSet(false, true)) {
            try {
                StatsText.write(stats(), parts.part(rank));
                parts.done(rank, JobStats::merge);
            } catch (IOException e) {
                log.warn("there will be no statistics of rank {}: {}", rank, e.toString());
            }
        }
    }

    RankStats stats() {
        Map<Integer, RankStats.Peer> peers = new TreeMap<>();
        forEachPeer(peer -> peers.put(peer.peer(), RankStats.Peer.of(peer)));
        peers.values().removeIf(RankStats.NOTHING::equals);
        long refused =
                Arrays.stream(Rejection.values()).mapToLong(this::refusals).sum();
        return new RankStats(rank, size, peers, refused, slowest, new TreeMap<>(late));
    }
}
