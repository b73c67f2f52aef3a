package org.reactivempi.transport.observe.stats;

import io.netty.util.concurrent.Ticker;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.channel.log.Log;
import org.reactivempi.transport.engine.auth.Rejection;
import org.reactivempi.transport.engine.event.CollectiveReport;
import org.reactivempi.transport.engine.event.ContextId;
import org.reactivempi.transport.engine.event.Protocol;
import org.reactivempi.transport.engine.event.RankRecord;
import org.reactivempi.transport.engine.event.Span;
import org.reactivempi.transport.engine.progress.Outcome;
import org.reactivempi.transport.observe.count.PeerCounting;
import org.reactivempi.transport.observe.parts.Handover;
import org.reactivempi.transport.observe.parts.OwnPart;
import org.reactivempi.transport.observe.parts.Parts;

/**
 * Counts what one rank does, on its progress thread, and writes it down at the end: of the session, or of a process that is
 * told to end.
 */
final class Counting extends PeerCounting {

    static final int MOST_WAITS = 10;

    private static final Log log = Log.of(Counting.class);

    private final int size;
    private final OwnPart part;
    private final Parts.Merge merge;
    private final Handover.Completion afterwards;
    private final Thread atShutdown = new Thread(this::end, "reactive-mpi-stats");
    private final Map<Integer, RankStats.Late> late = new ConcurrentHashMap<>();
    private volatile List<Wait> slowest = List.of();
    private volatile @Nullable RankStats frozen;
    private long shortestOfSlowest;
    private boolean written;

    Counting(OwnPart part, int size, Ticker ticker, Parts.Merge merge) {
        this(part, size, ticker, merge, () -> {});
    }

    /** {@code afterwards} is done when the statistics have been put together, or could not be. */
    Counting(OwnPart part, int size, Ticker ticker, Parts.Merge merge, Handover.Completion afterwards) {
        super(ticker);
        this.part = part;
        this.size = size;
        this.merge = merge;
        this.afterwards = afterwards;
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
            case MESSAGES, COLLECTIVE, QUESTIONS, ANSWERS, CREATION, RECORDS -> false;
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
    public List<RankRecord> records() {
        return List.of(new Handover("stats", part, () -> frozen = stats(), this::complete));
    }

    @Override
    public void closed() {
        end();
        try {
            Runtime.getRuntime().removeShutdownHook(atShutdown);
        } catch (IllegalStateException e) {
            // The process is ending: the hook finds that all has been written.
        }
    }

    private void end() {
        try {
            complete();
            if (part.end(merge)) {
                afterwards.complete();
            }
        } catch (IOException e) {
            log.warn("there will be no statistics of rank {}: {}", part.rank(), e.toString());
        }
    }

    private synchronized void complete() throws IOException {
        if (!written) {
            written = true;
            RankStats now = frozen;
            StatsText.write(now == null ? stats() : now, part.create());
            part.isWhole();
        }
    }

    RankStats stats() {
        Map<Integer, RankStats.Peer> peers = new TreeMap<>();
        forEachPeer(peer -> peers.put(peer.peer(), RankStats.Peer.of(peer)));
        peers.values().removeIf(RankStats.NOTHING::equals);
        long refused =
                Arrays.stream(Rejection.values()).mapToLong(this::refusals).sum();
        return new RankStats(part.rank(), size, peers, refused, slowest, new TreeMap<>(late));
    }
}
