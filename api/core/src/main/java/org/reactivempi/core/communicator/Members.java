package org.reactivempi.core.communicator;

import org.reactivempi.Group;
import org.reactivempi.Mpi;
import org.reactivempi.core.operation.RankMap;
import org.reactivempi.transport.engine.port.Incoming;
import org.reactivempi.transport.engine.port.MemberRanks;

/**
 * The members of a communicator, and their ranks: what {@link Group} tells users, whose table is the only one.
 *
 * <p>As a {@link RankMap} it allows everything: the library's own messages have the right arguments, and go on when their
 * communicator is freed.
 */
final class Members implements RankMap {

    private final Group group;
    private final MemberRanks ranks;
    private final int rank;

    /** The members of {@code group}, whether or not this process is one. */
    Members(Group group) {
        this.group = group;
        this.ranks = MemberRanks.of(group.size(), group::worldRank);
        this.rank = group.rank().orElse(Mpi.UNDEFINED);
    }

    private Members(Group group, MemberRanks ranks, int rank) {
        this.group = group;
        this.ranks = ranks;
        this.rank = rank;
    }

    /** The same ones, as another session of this process has them. */
    Members inSession(int number) {
        return new Members(group.inSession(number), ranks, rank);
    }

    /** Some of the members, in the order of their new ranks. */
    Members part(int[] ranks) {
        return new Members(group.incl(ranks));
    }

    Group group() {
        return group;
    }

    int size() {
        return ranks.size();
    }

    MemberRanks ranks() {
        return ranks;
    }

    /** This process's rank, or {@link Mpi#UNDEFINED}. */
    int rank() {
        return rank;
    }

    @Override
    public int worldRank(int rank) {
        return ranks.rank(rank);
    }

    @Override
    public int rankOf(int worldRank) {
        int member = ranks.member(worldRank);
        return member == MemberRanks.NONE ? Mpi.UNDEFINED : member;
    }

    @Override
    public int destination(int destination, int tag) {
        return ranks.rank(destination);
    }

    @Override
    public int source(int source, int tag) {
        return source == Mpi.ANY_SOURCE ? Incoming.ANY : ranks.rank(source);
    }
}
