package org.reactivempi.transport.observe.trace;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Entries on their way from the progress thread to the one that writes them: one thread puts, one takes, and neither ever waits
 * for the other.
 */
final class Ring {

    private final long[] words;
    private final AtomicLong put = new AtomicLong();
    private final AtomicLong taken = new AtomicLong();
    /** For the thread that puts: its own position, and how far the other was when it last looked. */
    private long head;

    private long seenTaken;

    /** Room for so many entries, a power of two. */
    Ring(int entries) {
        words = new long[entries * Entry.LONGS];
    }

    /** Whether there is room for so many entries. */
    boolean hasRoom(int entries) {
        long needed = head + (long) entries * Entry.LONGS - words.length;
        if (needed > seenTaken) {
            seenTaken = taken.getAcquire();
        }
        return needed <= seenTaken;
    }

    /** Whether the one that takes had better hurry. */
    boolean isHalfFull() {
        return head - seenTaken > words.length / 2 && head - (seenTaken = taken.getAcquire()) > words.length / 2;
    }

    /** Puts an entry; there must be room for it. */
    void put(long first, long nanos, long place, long peer, long bytes, long number, long message) {
        int at = (int) (head & (words.length - 1));
        words[at] = first;
        words[at + 1] = nanos;
        words[at + 2] = place;
        words[at + 3] = peer;
        words[at + 4] = bytes;
        words[at + 5] = number;
        words[at + 6] = message;
        head += Entry.LONGS;
        put.setRelease(head);
    }

    /** Moves what there is into a buffer, as far as it fits. */
    void take(ByteBuffer into) {
        long at = taken.getPlain();
        long end = Math.min(put.getAcquire(), at + into.remaining() / Entry.BYTES * Entry.LONGS);
        for (; at < end; at++) {
            into.putLong(words[(int) (at & (words.length - 1))]);
        }
        taken.setRelease(at);
    }
}
