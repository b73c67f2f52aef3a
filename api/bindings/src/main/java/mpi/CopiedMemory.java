package mpi;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.reactivempi.Buffer;
import org.reactivempi.MpiException;
import org.reactivempi.Payload;
import org.reactivempi.spi.ForeignMemory;

/**
 * The bytes of an array, or of a buffer of numbers, in little-endian order: a copy that is made when an operation begins. What the operation
 * has changed in it is written back when it ends, and nothing else, so that several may go on in one array. Seldom needed: where a program
 * gives memory of one type and a datatype of another.
 */
final class CopiedMemory implements ForeignMemory {

    /** How many copies operations have, in all. */
    private static final AtomicInteger HELD = new AtomicInteger();

    private final Buffer original;
    private final byte[] before;
    private final byte[] copy;
    /** How many use it: the blocks of a collective call share one copy. Changed under the lock, and read by all that copy. */
    private volatile int holders;

    /** A copy of all that {@code original} has. */
    CopiedMemory(Buffer original) {
        int length = Math.toIntExact(original.lengthBytes());
        this.original = original;
        this.before = new byte[length];
        this.copy = new byte[length];
    }

    /** How many copies operations of this class's ranks have: none where nothing is under way. */
    static int held() {
        return HELD.get();
    }

    @Override
    public long lengthBytes() {
        return copy.length;
    }

    @Override
    public List<ByteBuffer> pieces() {
        return List.of(ByteBuffer.wrap(copy).order(ByteOrder.LITTLE_ENDIAN));
    }

    @Override
    public String refusal(boolean forReceive) {
        try {
            Payload.of(original).check(forReceive);
            return null;
        } catch (MpiException e) {
            return e.getMessage();
        }
    }

    /** Asked before each use: nothing is in the copy before an operation has retained it, and nobody writes it back after the last one. */
    @Override
    public String change() {
        if (holders == 0) {
            throw new IllegalStateException("a copy of " + original + " is used by nobody who has retained it");
        }
        return null;
    }

    @Override
    public synchronized void retain() {
        if (holders > 0) {
            holders++;
            return;
        }
        if (copy.length > 0) {
            Payload.of(original).copyTo(0, ByteBuffer.wrap(before));
        }
        System.arraycopy(before, 0, copy, 0, copy.length);
        holders = 1;
        HELD.incrementAndGet();
    }

    @Override
    public synchronized void release() {
        if (--holders > 0) {
            return;
        }
        HELD.decrementAndGet();
        for (int from = Arrays.mismatch(before, copy); from >= 0; ) {
            int end = from;
            while (end < copy.length && copy[end] != before[end]) {
                end++;
            }
            Payload.of(original).copyFrom(from, ByteBuffer.wrap(copy, from, end - from));
            int next = Arrays.mismatch(before, end, before.length, copy, end, copy.length);
            from = next < 0 ? -1 : end + next;
        }
    }
}
