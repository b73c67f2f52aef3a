package org.reactivempi.core.collective.algorithm;

import java.util.Arrays;
import org.reactivempi.core.collective.plan.Plan;

/** Where blocks of given lengths stand, one after the other, and in which slot a rank's own is. */
final class Places {

    /** Where the basic elements are not known, pieces end at multiples of the widest one's length: then hardly any is cut in two. */
    static final int ELEMENT_BYTES = Long.BYTES;

    private Places() {}

    /** Where each of {@code count} blocks of one length begins, and where the last one ends. */
    static long[] equal(int count, long blockBytes) {
        long[] starts = new long[count + 1];
        Arrays.setAll(starts, i -> i * blockBytes);
        return starts;
    }

    /** Where each block begins, and where the last one ends. */
    static long[] of(long[] lengthsBytes) {
        long[] starts = new long[lengthsBytes.length + 1];
        for (int i = 0; i < lengthsBytes.length; i++) {
            starts[i + 1] = starts[i] + lengthsBytes[i];
        }
        return starts;
    }

    /** The same blocks, counted from one of them on and round. */
    static long[] from(int first, long[] starts) {
        int count = starts.length - 1;
        long[] lengths = new long[count];
        Arrays.setAll(lengths, i -> length(starts, (first + i) % count));
        return of(lengths);
    }

    static long length(long[] starts, int block) {
        return starts[block + 1] - starts[block];
    }

    /** {@code count} pieces of a vector, which end at whole elements; the first ones may be longer. */
    static long[] pieces(long lengthBytes, int count, int elementBytes) {
        long elements = lengthBytes / elementBytes;
        long[] starts = new long[count + 1];
        Arrays.setAll(starts, i -> (elements / count * i + Math.min(i, elements % count)) * elementBytes);
        starts[count] = lengthBytes;
        return starts;
    }

    /** The slot of what this rank gives. */
    static int own(Task task) {
        return task.inPlace() ? Plan.RECEIVE : Plan.SEND;
    }

    /** The same where only the root may be in place. */
    static int ownOfRoot(Task task) {
        return task.inPlace() && task.isRoot() ? Plan.RECEIVE : Plan.SEND;
    }
}
