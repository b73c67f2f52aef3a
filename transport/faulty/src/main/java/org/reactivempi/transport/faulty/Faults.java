package org.reactivempi.transport.faulty;

import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * Faults on demand, and the count of those that have come, for a test or a program that attaches this to its settings.
 *
 * <pre>{@code
 * Faults faults = Faults.create();
 * Settings settings = Settings.create().channel("faulty").attach(faults);
 * ...
 * faults.cut();
 * }</pre>
 *
 * <p>Several ranks of a JVM may share one. For any thread.
 */
public final class Faults {

    /** Who writes, and to whom. */
    private record Way(int rank, int peer) {}

    private final Map<Fault, AtomicLong> counts = new EnumMap<>(Fault.class);
    /** In the order in which they were opened; locked by itself. */
    private final Set<FaultyLink> links = new LinkedHashSet<>();

    private final Map<Way, Long> wanted = new ConcurrentHashMap<>();
    private volatile boolean refuses;

    private Faults() {
        for (Fault fault : Fault.values()) {
            counts.put(fault, new AtomicLong());
        }
    }

    /** No faults but those of the plan. */
    public static Faults create() {
        return new Faults();
    }

    /** How many connections were cut at their ends here. */
    public long cuts() {
        return counter(Fault.CUT).get();
    }

    /** How many directions of connections were frozen at their ends here. */
    public long freezes() {
        return counter(Fault.FREEZE).get();
    }

    /** How many writes and reads were changed. */
    public long corruptions() {
        return counter(Fault.CORRUPT).get();
    }

    /** Cuts all connections of the ranks that have this, now. */
    public void cut() {
        open().forEach(link -> on(link, FaultyLink::cut));
    }

    /** Cuts the connections between two ranks, now, at the first one's end; what it has not sent yet is lost. */
    public void cut(int rank, int peer) {
        between(rank, peer, FaultyLink::cut);
    }

    /**
     * Cuts the connection between two ranks when the first has sent so many more bytes to the other. Where there is none,
     * the next one.
     */
    public void cutAfter(int rank, int peer, long bytes) {
        wanted.put(new Way(rank, peer), bytes);
        between(rank, peer, link -> identified(link, rank, peer));
    }

    /**
     * From now on, the ranks that have this can make no connection; existing ones stay, until they are cut. Then the next
     * of their channels carries what is under way, if they have one.
     */
    public void refuse() {
        refuses = true;
    }

    boolean refuses() {
        return refuses;
    }

    /** From now on, nothing that a rank sends over the connections to another one arrives. */
    public void freeze(int rank, int peer) {
        between(rank, peer, FaultyLink::freeze);
    }

    private void between(int rank, int peer, Consumer<FaultyLink> action) {
        open().forEach(link -> on(link, each -> {
            if (each.isBetween(rank, peer)) {
                action.accept(each);
            }
        }));
    }

    private static void on(FaultyLink link, Consumer<FaultyLink> action) {
        try {
            link.later(() -> action.accept(link));
        } catch (RejectedExecutionException ended) {
            // Its rank has ended, and with it the link.
        }
    }

    void count(Fault fault) {
        counter(fault).incrementAndGet();
    }

    private AtomicLong counter(Fault fault) {
        return Objects.requireNonNull(counts.get(fault));
    }

    void opened(FaultyLink link) {
        synchronized (links) {
            links.add(link);
        }
    }

    void closed(FaultyLink link) {
        synchronized (links) {
            links.remove(link);
        }
    }

    private List<FaultyLink> open() {
        synchronized (links) {
            return List.copyOf(links);
        }
    }

    /** The link of {@code rank} knows that {@code peer} is at its other end: takes what is wanted for it. On its loop. */
    void identified(FaultyLink link, int rank, int peer) {
        Long bytes = wanted.remove(new Way(rank, peer));
        if (bytes != null) {
            link.cutAfter(bytes);
        }
    }
}
