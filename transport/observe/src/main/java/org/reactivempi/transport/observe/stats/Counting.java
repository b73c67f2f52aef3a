package org.reactivempi.transport.observe.stats;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.reactivempi.transport.channel.log.Log;
import org.reactivempi.transport.engine.auth.Rejection;
import org.reactivempi.transport.engine.event.EngineListener;
import org.reactivempi.transport.engine.event.Protocol;
import org.reactivempi.transport.engine.event.Span;
import org.reactivempi.transport.engine.progress.Outcome;
import org.reactivempi.transport.observe.count.Counts;
import org.reactivempi.transport.observe.parts.Parts;

/**
 * Counts what one rank does, on its progress thread, and writes it down at the end: of the session, or of a process that is
 * told to end.
 */
final class Counting implements EngineListener {

    static final int MOST_WAITS = 10;

    private static final Log log = Log.of(Counting.class);

    private final int rank;
    private final int size;
    private final Parts parts;
    private final Counts sent;
    private final Counts sentBytes;
    private final Counts arrived;
    private final Counts arrivedBytes;
    private final Counts unexpected;
    private final Counts stalls;
    private final Counts stallNanos;
    private final Counts reconnects;
    private final Counts refused = new Counts(1);
    private final long[] stalledAt;
    private final AtomicBoolean written = new AtomicBoolean();
    private final Thread atShutdown = new Thread(this::write, "reactive-mpi-stats");
    private volatile List<Wait> slowest = List.of();
    private long shortestOfSlowest;

    Counting(int rank, int size, Parts parts) {
        this.rank = rank;
        this.size = size;
        this.parts = parts;
        sent = new Counts(size);
        sentBytes = new Counts(size);
        arrived = new Counts(size);
        arrivedBytes = new Counts(size);
        unexpected = new Counts(size);
        stalls = new Counts(size);
        stallNanos = new Counts(size);
        reconnects = new Counts(size);
        stalledAt = new long[size];
        Runtime.getRuntime().addShutdownHook(atShutdown);
    }

    @Override
    public boolean timesAll() {
        return true;
    }

    @Override
    public void sent(int slot, Protocol protocol, int context, int peer, int tag, long lengthBytes) {
        sent.add(peer, 1);
        sentBytes.add(peer, lengthBytes);
    }

    @Override
    public void arrived(
            Protocol protocol, int context, int peer, int tag, long lengthBytes, long message, boolean expected) {
        arrived.add(peer, 1);
        arrivedBytes.add(peer, lengthBytes);
        if (!expected && protocol == Protocol.EAGER) {
            unexpected.add(peer, 1);
        }
    }

    @Override
    public void stalled(int peer) {
        stalls.add(peer, 1);
        stalledAt[peer] = System.nanoTime();
    }

    @Override
    public void resumed(int peer) {
        stallNanos.add(peer, System.nanoTime() - stalledAt[peer]);
    }

    @Override
    public void connected(int peer, String channel, boolean again) {
        reconnects.add(peer, again ? 1 : 0);
    }

    @Override
    public void refused(Rejection why) {
        refused.add(0, 1);
    }

    @Override
    public void ended(Span span) {
        long nanos = span.endNanos() - span.startNanos();
        if (nanos > shortestOfSlowest && span.outcome() == Outcome.DONE && Wait.isOfInterest(span)) {
            insert(Wait.of(span));
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
        IntStream.range(0, size).forEach(peer -> peers.put(peer, peer(peer)));
        peers.values().removeIf(RankStats.NOTHING::equals);
        return new RankStats(rank, size, peers, refused.get(0), slowest);
    }

    private RankStats.Peer peer(int peer) {
        return new RankStats.Peer(
                sent.get(peer),
                sentBytes.get(peer),
                arrived.get(peer),
                arrivedBytes.get(peer),
                unexpected.get(peer),
                stalls.get(peer),
                stallNanos.get(peer),
                reconnects.get(peer));
    }
}
