package org.reactivempi.core.buffered;

import java.util.ArrayList;
import java.util.List;
import org.reactivempi.Mpi;

/**
 * The attached buffer as the text of the standard describes it (MPI-4.1, 3.6.1), sentence by sentence, and byte by byte
 * where it looks for space.
 */
final class ModelBuffer {

    private final int sizeBytes;
    /** Head first. */
    private final List<Entry> queue = new ArrayList<>();

    private static final class Entry {

        final Object message;
        final int from;
        final int to;
        boolean complete;

        Entry(Object message, int from, int to) {
            this.message = message;
            this.from = from;
            this.to = to;
        }
    }

    ModelBuffer(int sizeBytes) {
        this.sizeBytes = sizeBytes;
    }

    /** Whether a message fits. */
    boolean fits(int lengthBytes) {
        removeCompleteAtHead();
        return place(lengthBytes + Mpi.BSEND_OVERHEAD_BYTES) >= 0;
    }

    /** Appends a message that fits. */
    void append(Object message, int lengthBytes) {
        int needed = lengthBytes + Mpi.BSEND_OVERHEAD_BYTES;
        int at = place(needed);
        queue.add(new Entry(message, at, at + needed));
    }

    void complete(Object message) {
        for (Entry entry : queue) {
            entry.complete |= entry.message == message;
        }
    }

    private void removeCompleteAtHead() {
        while (!queue.isEmpty() && queue.get(0).complete) {
            queue.remove(0);
        }
    }

    private int place(int needed) {
        int tail = queue.isEmpty() ? 0 : queue.get(queue.size() - 1).to;
        if (isFree(tail, needed)) {
            return tail;
        }
        return isFree(0, needed) ? 0 : -1;
    }

    private boolean isFree(int from, int needed) {
        return from + needed <= sizeBytes
                && queue.stream().allMatch(entry -> entry.to <= from || entry.from >= from + needed);
    }
}
