package org.reactivempi.transport.engine.protocol;

import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Where a packet's payload goes as it comes. */
interface Landing {

    /** For what nobody wants. */
    Landing NOWHERE = new Landing() {
        @Override
        public void land(ByteBuf bytes, int length) {}

        @Override
        public void landed() {}

        @Override
        public void lost(Throwable cause) {}
    };

    /** The next {@code length} bytes, from the reader index on. */
    void land(ByteBuf bytes, int length);

    /** Where the next bytes may be put, up to {@code left} of them, before {@link #placed}; null if they have to be copied. */
    default @Nullable ByteBuffer place(long left) {
        return null;
    }

    /** The first {@code length} bytes of {@link #place} are there, perhaps none, and no more come there. */
    default void placed(int length) {
        throw new IllegalStateException("there was no place");
    }

    /** All has come. */
    void landed();

    /** The rest will never come. */
    void lost(Throwable cause);
}
