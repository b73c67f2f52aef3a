package org.reactivempi.transport.observe.stats;

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
import org.reactivempi.transport.engine.event.CollectiveReport;
import org.reactivempi.transport.engine.event.EngineListener;
import org.reactivempi.transport.engine.event.Outcome;
import org.reactivempi.transport.engine.event.RankRecord;
import org.reactivempi.transport.engine.event.Rejection;
import org.reactivempi.transport.engine.event.Span;
import org.reactivempi.transport.engine.event.WatchedRank;
import org.reactivempi.transport.observe.count.PeerCounts.Number;
import org.reactivempi.transport.observe.count.RankCounts;
import org.reactivempi.transport.observe.parts.Handover;
import org.reactivempi.transport.observe.parts.OwnPart;
import org.reactivempi.transport.observe.parts.Parts;

/**
 * Writes down what one rank's counts say, and what took long, at the end: of the session, or of a process that is told to end.
 */
final class Counting implements EngineListener {

    static final int MOST_WAITS = 10;

    private static final Log log = Log.of(Counting.class);

    private final int size;
    private final OwnPart part;
    private final RankCounts counts;
    private final Parts.Merge merge;
    private final Handover.Completion afterwards;
    private final Thread atShutdown = new Thread(this::end, "reactive-mpi-stats");
    private final Map<Integer, RankStats.Late> late = new ConcurrentHashMap<>();
    private volatile List<Wait> slowest = List.of();
    private volatile @Nullable RankStats frozen;
    private long shortestOfSlowest;
    private boolean written;

    Counting(OwnPart part, WatchedRank rank, Parts.Merge merge) {
        this(part, rank, merge, () -> {});
    }

    /** {@code afterwards} is done when the statistics have been put together, or could not be. */
    Counting(OwnPart part, WatchedRank rank, Parts.Merge merge, Handover.Completion afterwards) {
        this.part = part;
        this.size = rank.size();
        this.counts = RankCounts.of(rank);
        this.merge = merge;
        this.afterwards = afterwards;
        Runtime.getRuntime().addShutdownHook(atShutdown);
    }

    @Override
    public boolean hearsEachMessage() {
        return false;
    }

    @Override
    public List<EngineListener> reads() {
        return List.of(counts);
    }

    @Override
    public boolean timesAll() {
        return true;
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
        Map<Integer, Map<Number, Long>> peers = new TreeMap<>();
        counts.forEachPeer(counted -> peers.merge(counted.peer(), RankStats.peer(counted::get), Counting::sum));
        peers.values().removeIf(peer -> peer.values().stream().allMatch(number -> number == 0));
        long refused =
                Arrays.stream(Rejection.values()).mapToLong(counts::refusals).sum();
        return new RankStats(part.rank(), size, peers, refused, slowest, new TreeMap<>(late));
    }

    /** Over two channels. */
    private static Map<Number, Long> sum(Map<Number, Long> one, Map<Number, Long> other) {
        return RankStats.peer(number -> one.getOrDefault(number, 0L) + other.getOrDefault(number, 0L));
    }
}
