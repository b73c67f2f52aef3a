package org.reactivempi.core.communicator;

import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
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
    /** For each member, the first one of its job; null where all are of this job. */
    private final int @Nullable [] firstOfJob;

    /** The members of {@code group}, which are all of this job, whether or not this process is one. */
    Members(Group group) {
        this(group, MemberRanks.of(group.size(), group::worldRank), null);
    }

    private Members(Group group, MemberRanks ranks, int @Nullable [] firstOfJob) {
        this.group = group;
        this.ranks = ranks;
        this.rank = group.rank().orElse(Mpi.UNDEFINED);
        this.firstOfJob = firstOfJob;
    }

    /**
     * Members that may be of other jobs.
     *
     * @param peers their numbers as peers of this process
     */
    static Members of(Group group, int[] peers) {
        Map<String, Integer> firsts = new HashMap<>();
        int[] firstOfJob = IntStream.range(0, group.size())
                .map(member -> firsts.computeIfAbsent(group.process(member).job(), job -> member))
                .toArray();
        boolean isOfThisJob =
                IntStream.range(0, group.size()).noneMatch(member -> group.worldRank(member) == Mpi.UNDEFINED);
        return isOfThisJob ? new Members(group) : new Members(group, MemberRanks.of(peers), firstOfJob);
    }

    /** The same ones, as another session of this process has them. */
    Members inSession(int number) {
        return new Members(group.inSession(number), ranks, firstOfJob);
    }

    /** Some of the members, in the order of their new ranks. */
    Members part(int[] some) {
        Group part = group.incl(some);
        return firstOfJob == null
                ? new Members(part)
                : of(part, IntStream.of(some).map(ranks::rank).toArray());
    }

    /** These, then those of another group, which has none of them. */
    Members with(Members others) {
        return of(
                group.union(others.group),
                IntStream.concat(
                                IntStream.range(0, size()).map(ranks::rank),
                                IntStream.range(0, others.size()).map(others.ranks::rank))
                        .toArray());
    }

    /** Whether all are of this job. */
    boolean areOfOneJob() {
        return firstOfJob == null;
    }

    /** The first member of the same job as a member. */
    int firstOfJob(int member) {
        return firstOfJob == null ? 0 : firstOfJob[member];
    }

    /** Whether this process, which is a member, is the first one of its job: it takes the number for a communicator of these. */
    boolean isFirstOfJob() {
        return firstOfJob(rank) == rank;
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
    public int members() {
        return ranks.size();
    }

    @Override
    public int rankOf(int worldRank) {
        int member = ranks.member(worldRank);
        return member == MemberRanks.NONE ? Mpi.UNDEFINED : member;
    }

    @Override
    public Group.@Nullable Process ofOtherJob(int worldRank) {
        int member = firstOfJob == null ? Mpi.UNDEFINED : rankOf(worldRank);
        return member == Mpi.UNDEFINED || group.worldRank(member) != Mpi.UNDEFINED ? null : group.process(member);
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
