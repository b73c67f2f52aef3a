package org.reactivempi.transport.engine.port;

import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Which rank of the job each member of a communicator is, and the other way round. Where all are the same numbers, as in the
 * world and in what is made of it by {@code dup}, there is no table; where ranks of the job rise with those of the members,
 * there is that of the ranks alone. For any thread.
 */
public final class MemberRanks {

    /** In place of a member: there is none. */
    public static final int NONE = -1;

    /** In place of the members by rank: their order is that of the members. */
    private static final int[] RISING = {};

    private final int size;
    private final @Nullable IntUnaryOperator ranks;
    /** The members in the order of their ranks; made for the first question. */
    private volatile int @Nullable [] byRank;

    private MemberRanks(int size, @Nullable IntUnaryOperator ranks) {
        this.size = size;
        this.ranks = ranks;
    }

    /** The members that are these ranks of the job, each once. */
    public static MemberRanks of(int... ranks) {
        int[] copy = ranks.clone();
        return of(copy.length, member -> copy[member]);
    }

    /**
     * Members whose ranks are kept elsewhere.
     *
     * @param ranks the rank of the job that a member is, each once; always the same ones
     */
    public static MemberRanks of(int size, IntUnaryOperator ranks) {
        boolean same = IntStream.range(0, size).allMatch(member -> ranks.applyAsInt(member) == member);
        return new MemberRanks(size, same ? null : ranks);
    }

    /** How many members there are. */
    public int size() {
        return size;
    }

    /** The rank of the job that a member is, from 0 to {@code size() - 1}. */
    public int rank(int member) {
        return ranks == null ? member : ranks.applyAsInt(member);
    }

    /** The member that a rank of the job is, or {@link #NONE}. */
    public int member(int rank) {
        if (ranks == null) {
            return rank >= 0 && rank < size ? rank : NONE;
        }
        int[] order = byRank();
        int low = 0;
        int high = size - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int member = order == RISING ? middle : order[middle];
            int found = rank(member);
            if (found == rank) {
                return member;
            }
            if (found < rank) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return NONE;
    }

    private int[] byRank() {
        int[] known = byRank;
        if (known == null) {
            boolean rising = IntStream.range(1, size).allMatch(member -> rank(member - 1) < rank(member));
            known = rising ? RISING : sorted();
            byRank = known;
        }
        return known;
    }

    private int[] sorted() {
        return IntStream.range(0, size)
                .mapToLong(member -> (long) rank(member) << Integer.SIZE | member)
                .sorted()
                .mapToInt(entry -> (int) entry)
                .toArray();
    }
}
