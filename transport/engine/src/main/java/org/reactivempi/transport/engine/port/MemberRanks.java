package org.reactivempi.transport.engine.port;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Which rank of the job each member of a communicator is, and the other way round. Where all are the same numbers, as in the
 * world and in what is made of it by {@code dup}, there is no table. For any thread.
 */
public final class MemberRanks {

    /** In place of a member: there is none. */
    public static final int NONE = -1;

    private final int size;
    private final int @Nullable [] ranks;
    /** Rank of the job and member in each entry, by rank; made for the first question. */
    private volatile long @Nullable [] members;

    private MemberRanks(int size, int @Nullable [] ranks) {
        this.size = size;
        this.ranks = ranks;
    }

    /** The members that are these ranks of the job, each once. */
    public static MemberRanks of(int... ranks) {
        boolean same = IntStream.range(0, ranks.length).allMatch(member -> ranks[member] == member);
        return new MemberRanks(ranks.length, same ? null : ranks.clone());
    }

    /** How many members there are. */
    public int size() {
        return size;
    }

    /** The rank of the job that a member is, from 0 to {@code size() - 1}. */
    public int rank(int member) {
        return ranks == null ? member : ranks[member];
    }

    /** The member that a rank of the job is, or {@link #NONE}. */
    public int member(int rank) {
        if (ranks == null) {
            return rank >= 0 && rank < size ? rank : NONE;
        }
        long[] sorted = members();
        int at = Arrays.binarySearch(sorted, entry(rank, 0));
        int found = at < 0 ? -at - 1 : at;
        return found < sorted.length && sorted[found] >> Integer.SIZE == rank ? (int) sorted[found] : NONE;
    }

    private long[] members() {
        long[] known = members;
        if (known == null) {
            known = IntStream.range(0, size)
                    .mapToLong(member -> entry(rank(member), member))
                    .sorted()
                    .toArray();
            members = known;
        }
        return known;
    }

    private static long entry(int rank, int member) {
        return (long) rank << Integer.SIZE | member;
    }
}
