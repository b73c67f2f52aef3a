package org.reactivempi.core.communicator;

import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.reactivempi.AnyCommunicator;
import org.reactivempi.Group;
import org.reactivempi.core.operation.RankMap;

/**
 * The two sides of a communicator: the ranks that this one is among, and the ranks that its user names. Both are the same where it has one group.
 *
 * <pre>
 *  one group              two groups
 *  all = own = far        all: the ranks of both groups, one group after the other
 *                         own: those of this rank's group      far: those of the other one
 * </pre>
 *
 * @param all take part in what is done together
 * @param own this rank's group
 * @param far destinations, sources, and whom one asks
 */
record Sides(Members all, Members own, Members far) {

    /** Those of a communicator of one group. */
    static Sides of(Members members) {
        return new Sides(members, members, members);
    }

    /**
     * Those of two groups.
     *
     * @param sizeOfFirst how many of all are of the group that comes first
     */
    static Sides of(Members all, int sizeOfFirst) {
        Members first = all.part(IntStream.range(0, sizeOfFirst).toArray());
        Members second = all.part(IntStream.range(sizeOfFirst, all.size()).toArray());
        return all.rank() < sizeOfFirst ? new Sides(all, first, second) : new Sides(all, second, first);
    }

    boolean areTwo() {
        return own != far;
    }

    /** How alike the groups of two communicators are, which are not one. */
    AnyCommunicator.Comparison compare(Sides other) {
        Group.Comparison own = this.own.group().compare(other.own.group());
        Group.Comparison far = this.far.group().compare(other.far.group());
        if (own == Group.Comparison.UNEQUAL || far == Group.Comparison.UNEQUAL) {
            return AnyCommunicator.Comparison.UNEQUAL;
        }
        return own == Group.Comparison.IDENTICAL && far == Group.Comparison.IDENTICAL
                ? AnyCommunicator.Comparison.CONGRUENT
                : AnyCommunicator.Comparison.SIMILAR;
    }

    /** The first of this rank's group among all. */
    int ownFirst() {
        return all.rank() - own.rank();
    }

    /** The first of the other group among all. */
    int farFirst() {
        return areTwo() && ownFirst() == 0 ? own.size() : 0;
    }

    /** Whether one of all is of this rank's group. */
    boolean isOwn(int rank) {
        int inOwn = rank - ownFirst();
        return inOwn >= 0 && inOwn < own.size();
    }

    /** Some of all, each group in the order given; null where one of the groups has none of them. */
    @Nullable
    Sides part(int[] ranks) {
        int[] ofOwn = IntStream.of(ranks).filter(this::isOwn).toArray();
        int[] ofFar = IntStream.of(ranks).filter(rank -> !isOwn(rank)).toArray();
        if (ofOwn.length == 0 || ofFar.length == 0) {
            return null;
        }
        int[] first = ownFirst() == 0 ? ofOwn : ofFar;
        int[] second = ownFirst() == 0 ? ofFar : ofOwn;
        int[] both = IntStream.concat(IntStream.of(first), IntStream.of(second)).toArray();
        return of(all.part(both), first.length);
    }

    /** The members of both groups for what all of them do together: numbers of one group are no ranks that a user of the other one knows. */
    RankMap together() {
        return areTwo() ? new Together(this) : all;
    }

    private record Together(Sides sides) implements RankMap {

        @Override
        public int destination(int destination, int tag) {
            return sides.all.destination(destination, tag);
        }

        @Override
        public int source(int source, int tag) {
            return sides.all.source(source, tag);
        }

        @Override
        public int members() {
            return sides.all.members();
        }

        @Override
        public int worldRank(int rank) {
            return sides.all.worldRank(rank);
        }

        /** As messages have it: a rank of the other group. */
        @Override
        public int rankOf(int worldRank) {
            return sides.far.rankOf(worldRank);
        }

        @Override
        public int memberOf(int worldRank) {
            return sides.all.rankOf(worldRank);
        }

        @Override
        public Group.@Nullable Process ofOtherJob(int worldRank) {
            return sides.all.ofOtherJob(worldRank);
        }

        @Override
        public String inWords(int rank) {
            return (sides.isOwn(rank) ? "own " + (rank - sides.ownFirst()) : "remote " + (rank - sides.farFirst()))
                    + " (" + worldRank(rank) + " in world)";
        }
    }
}
