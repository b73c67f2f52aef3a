package org.reactivempi.core.buffered;

import java.util.function.IntFunction;
import org.reactivempi.ErrorClass;
import org.reactivempi.MpiException;
import org.reactivempi.core.operation.HeapMemory;

/** An array for each message that waits, and nothing when none does. */
final class GrowingSpace implements Space {

    private final IntFunction<byte[]> allocator;

    /** Space from {@code allocator}, which may throw {@link OutOfMemoryError}. */
    GrowingSpace(IntFunction<byte[]> allocator) {
        this.allocator = allocator;
    }

    @Override
    public int sizeBytes() {
        return 0;
    }

    @Override
    public void check(long lengthBytes) {
        if (lengthBytes > HeapMemory.LONGEST_ARRAY) {
            throw new MpiException(
                    ErrorClass.NO_MEM,
                    "a message of " + lengthBytes + " bytes is too long to be buffered, at most "
                            + HeapMemory.LONGEST_ARRAY + " bytes are possible");
        }
    }

    @Override
    public Slot take(int lengthBytes) {
        return new Slot(allocator.apply(lengthBytes), 0, lengthBytes);
    }

    @Override
    public void free(Slot slot) {
        // The garbage collector does.
    }

    @Override
    public String toString() {
        return "an automatic buffer";
    }
}
