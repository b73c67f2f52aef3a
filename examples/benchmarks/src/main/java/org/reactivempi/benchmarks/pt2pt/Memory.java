package org.reactivempi.benchmarks.pt2pt;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;

/** Where the program has its buffers. */
public enum Memory {
    /** Arrays, which the garbage collector moves. */
    HEAP(length -> Buffers.of(new byte[length])) {
        @Override
        ByteBuffer bytes(int length) {
            return ByteBuffer.allocate(length);
        }

        @Override
        public Buffer doubles(int count) {
            return Buffers.of(new double[count]);
        }

        @Override
        List<Buffer> entries(int count) {
            byte[] memory = new byte[count * ENTRY_BYTES];
            return IntStream.range(0, count)
                    .mapToObj(i -> Buffers.of(memory, i * ENTRY_BYTES, ENTRY_BYTES))
                    .toList();
        }
    },

    /** Memory outside the heap, as native programs have it. */
    DIRECT(length -> Buffers.of(ByteBuffer.allocateDirect(length))) {
        @Override
        ByteBuffer bytes(int length) {
            return ByteBuffer.allocateDirect(length);
        }

        @Override
        public Buffer doubles(int count) {
            return Buffers.of(ByteBuffer.allocateDirect(count * Double.BYTES).order(ByteOrder.nativeOrder()));
        }

        @Override
        List<Buffer> entries(int count) {
            ByteBuffer memory = ByteBuffer.allocateDirect(count * ENTRY_BYTES);
            return IntStream.range(0, count)
                    .mapToObj(i -> Buffers.of(memory.slice(i * ENTRY_BYTES, ENTRY_BYTES)))
                    .toList();
        }
    };

    private static final int ENTRY_BYTES = 8;

    private final IntFunction<Buffer> allocation;

    Memory(IntFunction<Buffer> allocation) {
        this.allocation = allocation;
    }

    Buffer room(int lengthBytes) {
        return allocation.apply(lengthBytes);
    }

    /** Memory that the program writes itself. */
    abstract ByteBuffer bytes(int length);

    /** Memory for so many numbers. */
    public abstract Buffer doubles(int count);

    /** Buffers of 8 bytes, side by side. */
    abstract List<Buffer> entries(int count);
}
