package org.reactivempi.core.buffered;

import java.nio.ByteBuffer;
import java.util.function.IntFunction;
import org.reactivempi.ErrorClass;
import org.reactivempi.MpiException;
import org.reactivempi.Payload;
import org.reactivempi.core.operation.HeapMemory;

/** Where messages lie until they are sent. */
interface Space {

    /** The size that the user gave, or 0 where it grows. */
    int sizeBytes();

    /** Throws {@link MpiException} if there is no space for a message. */
    void check(long lengthBytes);

    /**
     * Takes space for a message; {@link #check} has said that there is some.
     *
     * @throws OutOfMemoryError if it grows, and can't
     */
    Slot take(int lengthBytes);

    /** Takes a message's space back. */
    void free(Slot slot);

    /** The bytes of one message in a buffer. A circular queue may move them. */
    final class Slot {

        final byte[] memory;
        final int lengthBytes;
        int offset;

        Slot(byte[] memory, int offset, int lengthBytes) {
            this.memory = memory;
            this.offset = offset;
            this.lengthBytes = lengthBytes;
        }

        void fill(Payload data) {
            if (lengthBytes > 0) {
                data.copyTo(0, ByteBuffer.wrap(memory, offset, lengthBytes));
            }
        }

        /** Copies the message's bytes from {@code position} on until {@code target} is full. */
        void copyTo(long position, ByteBuffer target) {
            target.put(memory, offset + (int) position, target.remaining());
        }

        void moveTo(int newOffset) {
            System.arraycopy(memory, offset, memory, newOffset, lengthBytes);
            offset = newOffset;
        }
    }

    /** An array for each message that waits, and nothing when none does. */
    final class Growing implements Space {

        private final IntFunction<byte[]> allocator;

        /** Space from {@code allocator}, which may throw {@link OutOfMemoryError}. */
        Growing(IntFunction<byte[]> allocator) {
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
}
