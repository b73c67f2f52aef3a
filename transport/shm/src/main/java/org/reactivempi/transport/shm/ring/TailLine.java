package org.reactivempi.transport.shm.ring;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * How much of a ring has been published, and beside it, in the same cache line, the last bytes of that, if they are few: a reader that
 * waits for a short message fetches one line from the other core, and not two.
 *
 * <pre>
 *  0        8                             16                                64
 *  +--------+-----------------------------+---------------------------------+
 *  |  tail  | mark: end and length, or 0  | the bytes before that end       |
 *  +--------+-----------------------------+---------------------------------+
 * </pre>
 * The bytes are in the ring as well. Here they may be overwritten while the reader copies them, and then the mark is no longer the one
 * that the reader has seen before: no end is published twice. Of memory that both processes can write, nothing but the copy is trusted to
 * stay.
 */
public final class TailLine {

    static final int LENGTH_BYTES = 64;

    /** How many bytes there is room for. */
    static final int MOST_BYTES = 48;

    private static final int MARK = 8;
    private static final int BYTES = 16;
    private static final long NONE = 0;
    private static final int BITS_OF_LENGTH = 6;

    private static final VarHandle LONGS = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

    private final ByteBuffer memory;
    private final int offset;
    private final SharedWord tail;

    /** The line at {@code offset} of {@code memory}, which is direct; aligned to its length, to be one line. */
    TailLine(ByteBuffer memory, int offset) {
        this.memory = memory;
        this.offset = offset;
        this.tail = new SharedWord(memory, offset);
    }

    /** How much has been published. */
    public SharedWord tail() {
        return tail;
    }

    private static long mark(long end, int length) {
        return end << BITS_OF_LENGTH | length;
    }

    /**
     * The writer keeps here what it is about to publish up to {@code end}: so many bytes of {@code ring} from {@code begin} on, at most
     * {@link #MOST_BYTES}. Whole words are read there.
     */
    void keep(ByteBuffer ring, int begin, int length, long end) {
        int words = (length + Long.BYTES - 1) / Long.BYTES;
        if (begin + words * Long.BYTES > ring.capacity()) {
            return;
        }
        LONGS.setOpaque(memory, offset + MARK, NONE);
        VarHandle.storeStoreFence();
        for (int i = 0; i < length; i += Long.BYTES) {
            LONGS.set(memory, offset + BYTES + i, (long) LONGS.get(ring, begin + i));
        }
        LONGS.setRelease(memory, offset + MARK, mark(end, length));
    }

    /** The reader copies the bytes from {@code begin} to {@code end}, if they are here; false if it has to read the ring. */
    boolean copy(long begin, long end, ByteBuffer to) {
        int length = (int) Math.min(end - begin, Integer.MAX_VALUE);
        long wanted = mark(end, length);
        if (length > MOST_BYTES || (long) LONGS.getAcquire(memory, offset + MARK) != wanted) {
            return false;
        }
        for (int i = 0; i < length; i += Long.BYTES) {
            LONGS.set(to, i, (long) LONGS.get(memory, offset + BYTES + i));
        }
        VarHandle.loadLoadFence();
        return (long) LONGS.getOpaque(memory, offset + MARK) == wanted;
    }
}
