package org.reactivempi.transport.shm.ring;

import java.nio.ByteBuffer;

/**
 * The reading end of a ring of bytes with one writer and one reader.
 *
 * <pre>
 *      published          taken             tail
 *  ---------+----------------+----------------+-----------
 *   free    |  not yet told  |    to be read  |    free
 *  ---------+----------------+----------------+-----------
 * </pre>
 * As {@link RingWriter}, from the other side. The writer hears of what was taken only when that is an eighth of the ring:
 * then it still knows of room for seven eighths, and nobody waits.
 */
final class RingReader {

    private static final int TOLD_AT = 8;

    private final RingView view;
    private final ByteBuffer copy = ByteBuffer.allocateDirect(TailLine.MOST_BYTES);
    private final RingView viewOfCopy = new RingView(copy, () -> {});
    private final TailLine line;
    private final SharedWord tailWord;
    private final SharedWord headWord;
    private final int capacity;
    private long tail;
    private long published;
    private long taken;
    /** What is copied begins and ends here. */
    private long copyBegin;

    private long copyEnd;

    /** The end of an empty ring; the length of {@code memory} is a power of two. {@code onFree} hears that it needs none. */
    RingReader(ByteBuffer memory, TailLine line, SharedWord headWord, Runnable onFree) {
        this.view = new RingView(memory, onFree);
        this.line = line;
        this.tailWord = line.tail();
        this.headWord = headWord;
        this.capacity = memory.capacity();
    }

    /** How much can be read; looks at the writer only if all that was known of is taken. */
    int availableBytes() throws ShmCorruptException {
        if (taken == tail) {
            look(tailWord.getAcquire());
            if (taken != tail && line.copy(taken, tail, copy)) {
                copyBegin = taken;
                copyEnd = tail;
            }
        }
        return (int) (tail - taken);
    }

    /** Whether there is nothing to read; in one order with what the processes tell each other of their sleep. */
    boolean isEmpty() throws ShmCorruptException {
        look(tailWord.get());
        return taken == tail;
    }

    /** The next bytes in one piece, at most so many; valid until {@link #taken}. */
    RingView next(int mostBytes) {
        if (taken < copyEnd) {
            int index = (int) (taken - copyBegin);
            return viewOfCopy.toRead(index, index + (int) Math.min(copyEnd - taken, mostBytes));
        }
        int begin = (int) taken & (capacity - 1);
        int length = (int) Math.min(Math.min(tail - taken, mostBytes), capacity - begin);
        return view.toRead(begin, begin + length);
    }

    /** So many bytes will not be read again; true if the writer was told of room. */
    boolean taken(int bytes) {
        taken += bytes;
        return taken - published >= capacity / TOLD_AT && tell();
    }

    /** Tells the writer of all that was taken; false if it knows. */
    boolean tell() {
        if (published == taken) {
            return false;
        }
        published = taken;
        headWord.set(taken);
        return true;
    }

    private void look(long seen) throws ShmCorruptException {
        if (seen < tail || seen - published > capacity) {
            throw new ShmCorruptException("tail", seen, tail, published + capacity);
        }
        tail = seen;
    }

    /** Ends; holders of a view of the memory may go on with that. */
    void free() {
        view.release();
        viewOfCopy.release();
    }

    @Override
    public String toString() {
        return "RingReader[" + published + " <= " + taken + " <= " + tail + " of " + capacity + "]";
    }
}
