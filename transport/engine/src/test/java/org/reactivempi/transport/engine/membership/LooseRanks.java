package org.reactivempi.transport.engine.membership;

import java.time.Duration;
import java.util.BitSet;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.reactivempi.transport.engine.fake.FakeNetwork;

/** The ranks of a job that come and go, with one clock. */
final class LooseRanks implements AutoCloseable {

    /** As long as sightings come together. */
    private static final Duration MOMENT = Duration.ofMillis(20);

    final FakeNetwork network = new FakeNetwork();
    private final int size;
    private final SortedMap<Integer, LooseRank> ranks = new TreeMap<>();
    private int processes;

    LooseRanks(int size) {
        this.size = size;
    }

    /** A process of a rank, as all others: in the place of the one before, if there was one. */
    LooseRank start(int rank) {
        LooseRank made = new LooseRank(network, rank, size, processes++);
        ranks.put(rank, made);
        return made;
    }

    LooseRank rank(int rank) {
        LooseRank found = ranks.get(rank);
        if (found == null) {
            throw new IllegalArgumentException("rank " + rank + " has not come");
        }
        return found;
    }

    Stream<LooseRank> living() {
        return ranks.values().stream().filter(rank -> !rank.isDead());
    }

    BitSet livingRanks() {
        BitSet living = new BitSet();
        ranks.forEach((rank, process) -> living.set(rank, !process.isDead()));
        return living;
    }

    /** So much time goes by for all of them. */
    void pass(Duration time) {
        network.run();
        for (Duration passed = Duration.ZERO; passed.compareTo(time) < 0; passed = passed.plus(MOMENT)) {
            ranks.values().forEach(rank -> rank.fake.advance(MOMENT));
            network.run();
        }
    }

    /** Whether each that lives is connected with each other, over others or not. */
    boolean isConnected() {
        BitSet living = livingRanks();
        BitSet reached = new BitSet();
        BitSet next = new BitSet();
        next.set(living.nextSetBit(0));
        while (!next.isEmpty()) {
            int rank = next.nextSetBit(0);
            reached.set(rank);
            next.or(rank(rank).connected());
            next.and(living);
            next.andNot(reached);
        }
        return reached.equals(living);
    }

    @Override
    public void close() {
        ranks.values().forEach(LooseRank::end);
    }
}
