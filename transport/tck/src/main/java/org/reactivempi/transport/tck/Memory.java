package org.reactivempi.transport.tck;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import java.util.Random;

/** The kinds of buffers that a link may be given. */
enum Memory {
    HEAP {
        @Override
        ByteBuf holding(Content content, long position, int length) {
            return filled(Unpooled.buffer(length), content, position, length);
        }
    },
    DIRECT {
        @Override
        ByteBuf holding(Content content, long position, int length) {
            return filled(Unpooled.directBuffer(length), content, position, length);
        }
    },
    POOLED {
        @Override
        ByteBuf holding(Content content, long position, int length) {
            return filled(PooledByteBufAllocator.DEFAULT.directBuffer(length), content, position, length);
        }
    },
    /** The reader's index is not 0, and there is room after the bytes. */
    INDENTED {
        @Override
        ByteBuf holding(Content content, long position, int length) {
            return filled(Unpooled.buffer(length + 10).writeZero(3), content, position, length)
                    .skipBytes(3);
        }
    },
    SLICE {
        @Override
        ByteBuf holding(Content content, long position, int length) {
            return filled(Unpooled.directBuffer(length + 10).writeZero(3), content, position, length)
                    .slice(3, length);
        }
    },
    COMPOSITE {
        @Override
        ByteBuf holding(Content content, long position, int length) {
            int half = length / 2;
            return Unpooled.compositeBuffer()
                    .addComponent(true, HEAP.holding(content, position, half))
                    .addComponent(true, DIRECT.holding(content, position + half, length - half));
        }
    },
    READ_ONLY {
        @Override
        ByteBuf holding(Content content, long position, int length) {
            return HEAP.holding(content, position, length).asReadOnly();
        }
    };

    /** A buffer with the bytes of this position. */
    abstract ByteBuf holding(Content content, long position, int length);

    static Memory any(Random random) {
        return values()[random.nextInt(values().length)];
    }

    private static ByteBuf filled(ByteBuf buffer, Content content, long position, int length) {
        content.write(buffer, position, length);
        return buffer;
    }
}
