package org.reactivempi.benchmarks.pt2pt;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.reactivempi.Buffer;

/** Where the program has its buffers. */
enum Memory {
    /** Arrays, which the garbage collector moves. */
    HEAP(length -> Buffer.bytes(new byte[length])) {
        @Override
        List<Buffer> entries(int count) {
            byte[] memory = new byte[count * ENTRY_BYTES];
            return IntStream.range(0, count)
                    .mapToObj(i -> Buffer.bytes(memory, i * ENTRY_BYTES, ENTRY_BYTES))
                    .toList();
        }
    },

    /** Memory outside the heap, as native programs have it. */
    DIRECT(length -> Buffer.of(ByteBuffer.allocateDirect(length))) {
        @Override
        List<Buffer> entries(int count) {
            ByteBuffer memory = ByteBuffer.allocateDirect(count * ENTRY_BYTES);
            return IntStream.range(0, count)
                    .mapToObj(i -> Buffer.of(memory.slice(i * ENTRY_BYTES, ENTRY_BYTES)))
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

    /** Buffers of 8 bytes, side by side. */
    abstract List<Buffer> entries(int count);
}
