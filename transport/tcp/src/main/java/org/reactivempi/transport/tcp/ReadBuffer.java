package org.reactivempi.transport.tcp;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.channel.DefaultMaxMessagesRecvByteBufAllocator;
import io.netty.channel.unix.Buffer;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * One buffer into which all links of a rank read, one after the other: the engine takes what it needs before the next
 * read, so memory does not grow with the number of links, and no read allocates.
 */
final class ReadBuffer extends DefaultMaxMessagesRecvByteBufAllocator {

    /** Fits into a core's cache, where the engine's copy finds it again. */
    static final int LENGTH_BYTES = 256 * 1024;
    /** A link that has more yields to the others (PRG-6). */
    static final int MOST_READS_IN_A_ROW = 4;

    /**
     * Wraps memory that the garbage collector frees, since the last link may be read from after the endpoint is closed. Null before the
     * first link is read from.
     */
    private @Nullable ByteBuf buffer;

    private long address;

    ReadBuffer() {
        super(MOST_READS_IN_A_ROW);
    }

    /** Where the memory is, to read into it past Netty; needs Netty's native library, as a {@link RawSocket} does. */
    long address() {
        if (address == 0) {
            address = Buffer.memoryAddress(buffer().nioBuffer(0, LENGTH_BYTES));
        }
        return address;
    }

    private ByteBuf buffer() {
        ByteBuf memory = buffer;
        if (memory == null) {
            memory = Unpooled.wrappedBuffer(ByteBuffer.allocateDirect(LENGTH_BYTES));
            buffer = memory;
        }
        return memory;
    }

    /** The first {@code length} bytes of the memory; stays ours. */
    ByteBuf filled(int length) {
        return buffer().setIndex(0, length);
    }

    @Override
    @SuppressWarnings("deprecation") // Netty's own recommended base class asks for it.
    public Handle newHandle() {
        return new MaxMessageHandle() {
            @Override
            public int guess() {
                return LENGTH_BYTES;
            }

            @Override
            public ByteBuf allocate(ByteBufAllocator allocator) {
                return buffer().retain().clear();
            }
        };
    }
}
