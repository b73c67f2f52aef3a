package org.reactivempi.core.communicator;

import java.util.stream.IntStream;
import org.reactivempi.Group;
import org.reactivempi.Mpi;
import org.reactivempi.core.operation.RankMap;

/**
 * Who is in a communicator, and with which rank: what {@link Group} tells users, at the price of an array access.
 *
 * <p>As a {@link RankMap} it allows everything: the library's own messages have the right arguments, and go on when their
 * communicator is freed.
 */
final class Members implements RankMap {

    private final Group group;
    private final int[] worldRanks;
    private final int rank;

    /** The members of {@code group}, of which this process must be one. */
    Members(Group group) {
        this.group = group;
        this.worldRanks = IntStream.range(0, group.size()).map(group::worldRank).toArray();
        this.rank = group.rank().orElseThrow();
    }

    /** Some of the members, in the order of their new ranks, this process among them. */
    Members part(int[] ranks) {
        return new Members(group.incl(ranks));
    }

    Group group() {
        return group;
    }

    int size() {
        return worldRanks.length;
    }

    int[] worldRanks() {
        return worldRanks.clone();
    }

    /** This process's rank. */
    int rank() {
        return rank;
    }

    @Override
    public int worldRank(int rank) {
        return worldRanks[rank];
    }

    @Override
    public int rankOf(int worldRank) {
        return IntStream.range(0, size())
                .filter(rank -> worldRanks[rank] == worldRank)
                .findFirst()
                .orElse(Mpi.UNDEFINED);
    }

    @Override
    public int destination(int destination, int tag) {
        return worldRanks[destination];
    }

    @Override
    public int source(int source, int tag) {
        return source == Mpi.ANY_SOURCE ? source : worldRanks[source];
    }
}
