package org.reactivempi.core.communicator;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.reactivempi.Mpi;

/**
 * What the first member tells the others of a communicator that is made of a group and a text.
 *
 * <pre>
 *  number | length of the text | its characters | members of the first of two groups, or 0 | runs | first, stride, members of each run
 * </pre>
 * Groups are regular as a rule: their members are told as runs of ranks with one stride.
 *
 * @param number of the communicator, or {@link ContextNumbers#NONE}
 * @param sizeOfFirst how many members the first group has, where there are two; or 0
 * @param members their ranks in the world, those of both groups where there are two
 */
record GroupOffer(int number, String text, int sizeOfFirst, int[] members) {

    private static final int FIXED = 4;
    private static final int OF_A_RUN = 3;

    /** How many numbers the longest one has in a job of so many ranks: the members' strides may all differ, from two to two. */
    static int longest(int ranks) {
        return FIXED + Mpi.MAX_STRING_TAG + OF_A_RUN * (ranks / 2 + 1);
    }

    int[] told() {
        List<int[]> runs = runs();
        int[] told = new int[FIXED + text.length() + OF_A_RUN * runs.size()];
        told[0] = number;
        told[1] = text.length();
        for (int i = 0; i < text.length(); i++) {
            told[2 + i] = text.charAt(i);
        }
        int next = 2 + text.length();
        told[next++] = sizeOfFirst;
        told[next++] = runs.size();
        for (int[] run : runs) {
            System.arraycopy(run, 0, told, next, OF_A_RUN);
            next += OF_A_RUN;
        }
        return told;
    }

    /** Each as long as possible, from the first member on. */
    private List<int[]> runs() {
        List<int[]> runs = new ArrayList<>();
        int first = 0;
        while (first < members.length) {
            int stride = first + 1 < members.length ? members[first + 1] - members[first] : 1;
            int end = first + 1;
            while (end < members.length && members[end] - members[end - 1] == stride) {
                end++;
            }
            runs.add(new int[] {members[first], stride, end - first});
            first = end;
        }
        return runs;
    }

    /** What has been {@link #told}; what follows in the array is not looked at. */
    static GroupOffer of(int[] told) {
        StringBuilder text = new StringBuilder(told[1]);
        for (int i = 0; i < told[1]; i++) {
            text.append((char) told[2 + i]);
        }
        int next = 2 + told[1];
        int sizeOfFirst = told[next++];
        int[][] runs = new int[told[next++]][];
        int count = 0;
        for (int run = 0; run < runs.length; run++) {
            runs[run] = Arrays.copyOfRange(told, next, next + OF_A_RUN);
            count += runs[run][2];
            next += OF_A_RUN;
        }
        int[] members = new int[count];
        int member = 0;
        for (int[] run : runs) {
            for (int i = 0; i < run[2]; i++) {
                members[member++] = run[0] + i * run[1];
            }
        }
        return new GroupOffer(told[0], text.toString(), sizeOfFirst, members);
    }

    /** Whether both are for the same members in the same order. */
    boolean isForSame(GroupOffer other) {
        return sizeOfFirst == other.sizeOfFirst && Arrays.equals(members, other.members);
    }
}
