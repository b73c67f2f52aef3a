package org.reactivempi.core.partition;

import java.util.Map;
import java.util.TreeMap;

/**
 * Numbers of the partitions that a rank sends in a communicator, in rows. A row that is free again comes last: what may still be on its way
 * for it meets nobody.
 */
final class PartNumbers {

    /** Tags are twice as large. */
    static final int END = 1 << 30;

    /** The end of each row that is in use, by its first number. */
    private final TreeMap<Integer, Integer> used = new TreeMap<>();

    private int next;

    /** A row of numbers that nothing has: its first one. */
    synchronized int take(int count) {
        int first = next;
        // Goes around once at most: rows in use are far fewer than numbers.
        while (true) {
            if (first > END - count) {
                first = 0;
            }
            Map.Entry<Integer, Integer> before = used.lowerEntry(first + count);
            if (before == null || before.getValue() <= first) {
                break;
            }
            first = before.getValue();
        }
        used.put(first, first + count);
        next = first + count;
        return first;
    }

    /** The row is in use no more. */
    synchronized void giveBack(int first) {
        used.remove(first);
    }
}
