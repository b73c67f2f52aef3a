package org.reactivempi.transport.engine.diagnosis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.event.Ages;
import org.reactivempi.transport.engine.event.OpenOperations;
import org.reactivempi.transport.engine.event.PendingOperation;
import org.reactivempi.transport.engine.link.Links;
import org.reactivempi.transport.engine.progress.CompletionQueue;

/**
 * What a rank shows of what it waits for, as told by its links and by what runs operations there. Each tick costs a
 * look at the counters; the rest is found when it is asked for.
 */
public final class OwnEvidence implements Evidence {

    private final int rank;
    private final int size;
    private final CompletionQueue signals;
    private final Links links;
    private final BooleanSupplier closing;
    private final LongSupplier nextOrder;
    private final List<OpenOperations> kinds = new ArrayList<>(4);
    private Ages ages = new Ages(Duration.ZERO);

    /**
     * Evidence of no operations yet.
     *
     * @param rank this rank
     * @param size how many ranks the job has
     * @param signals where its operations end
     * @param links to the peers
     * @param closing whether it finalizes
     * @param nextOrder the number of the next message or receive that comes
     */
    public OwnEvidence(
            int rank, int size, CompletionQueue signals, Links links, BooleanSupplier closing, LongSupplier nextOrder) {
        this.rank = rank;
        this.size = size;
        this.signals = signals;
        this.links = links;
        this.closing = closing;
        this.nextOrder = nextOrder;
    }

    /** One more kind of operations; before the first of them starts. */
    public void register(OpenOperations kind) {
        kinds.add(kind);
    }

    /** Sets how often {@link #onTick} will be called. */
    public void countIn(Duration tick) {
        ages = new Ages(tick);
    }

    @Override
    public int rank() {
        return rank;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public void onTick() {
        signals.countTick();
        ages.note(signals.tick(), nextOrder.getAsLong());
    }

    @Override
    public long epoch() {
        long[] sum = {signals.activity()};
        links.forEach(peer -> sum[0] += peer.told() + peer.heard());
        return sum[0];
    }

    @Override
    public @Nullable String unrest() {
        for (OpenOperations kind : kinds) {
            String unrest = kind.unrest();
            if (unrest != null) {
                return unrest;
            }
        }
        boolean mayWaitForOthers =
                links.processes().hasForeign() && addAwaited(new BitSet()).length() > size;
        return mayWaitForOthers ? "it waits for a process of another job" : null;
    }

    @Override
    public boolean waits() {
        return signals.running()
                > kinds.stream().mapToLong(OpenOperations::idle).sum();
    }

    @Override
    public boolean isClosing() {
        return closing.getAsBoolean();
    }

    /** An operation of which nothing else is known may wait for any other rank. */
    @Override
    public BitSet awaited() {
        BitSet ranks = withoutLost(addAwaited(new BitSet()));
        // Ranks of this job know no numbers of ranks of other jobs; a rank that waits for such a number is not still.
        ranks.clear(size, Math.max(size, ranks.length()));
        return ranks;
    }

    private BitSet addAwaited(BitSet ranks) {
        long known = 0;
        for (OpenOperations kind : kinds) {
            known += kind.addAwaited(ranks);
        }
        if (signals.running() > known) {
            ranks.set(0, rank);
            ranks.set(rank + 1, size);
        }
        return ranks;
    }

    /** A rank that is lost sends nothing any more, unless it may come again. */
    private BitSet withoutLost(BitSet ranks) {
        if (!links.ranksComeAndGo()) {
            links.forEach(peer -> {
                if (peer.loss() != null) {
                    ranks.clear(peer.rank());
                }
            });
        }
        return ranks;
    }

    @Override
    public void forEachLink(LinkVisitor visitor) {
        links.forEach(peer -> {
            if (links.processes().isOwn(peer.rank())) {
                visitor.accept(peer.rank(), peer.told(), peer.heard());
            }
        });
    }

    @Override
    public List<PendingOperation> pending() {
        List<PendingOperation> pending = new ArrayList<>();
        kinds.forEach(kind -> kind.forEachPending(ages, pending::add));
        long unknown = signals.running()
                - kinds.stream().mapToLong(OpenOperations::running).sum();
        if (unknown > 0) {
            pending.add(PendingOperation.other(
                    unknown == 1 ? "an operation that is no message" : unknown + " operations that are no messages"));
        }
        return pending;
    }

    @Override
    public List<String> absences() {
        List<String> absences = new ArrayList<>();
        OpenOperations.Absence toList = (call, ranks, revocable) -> {
            List<Integer> missing = ranks.stream().boxed().toList();
            absences.add(Description.ranks(missing) + (missing.size() == 1 ? " has" : " have") + " not called " + call
                    + (revocable ? "; a revoke would end what it still waits for there" : ""));
        };
        kinds.forEach(kind -> kind.forEachAbsence(toList));
        return absences;
    }
}
