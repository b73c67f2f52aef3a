package org.reactivempi.transport.engine.port;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.channel.Lending.Payload;

/**
 * Where the payload of one packet goes as it comes. A handler of packets, such as {@link PacketFamily.Handler}, answers with it, and the
 * engine writes to it:
 *
 * <pre>
 *  onPacket --&gt; take, or place and placed, until all has come --&gt; complete
 *                                                       +-----&gt; lost
 * </pre>
 */
public interface PayloadSink {

    /** For payload that nobody wants, and for packets without one. */
    PayloadSink NOWHERE = new PayloadSink() {
        @Override
        public void take(ByteBuf bytes, int length) {}

        @Override
        public void take(Payload lent) {}

        @Override
        public void complete() {}

        @Override
        public void lost(Throwable cause) {}
    };

    /**
     * The next bytes have come.
     *
     * @param bytes has them from {@code readerIndex} on; must not be moved
     * @param length how many, 1 or more
     */
    void take(ByteBuf bytes, int length);

    /**
     * The next bytes are here, in the memory of their sender.
     *
     * @param lent claimed until this returns, so that nothing is done here but a copy
     */
    default void take(Payload lent) {
        ByteBuffer copy = ByteBuffer.allocate(lent.lengthBytes());
        lent.copyTo(0, copy);
        take(Unpooled.wrappedBuffer(copy.flip()), lent.lengthBytes());
    }

    /**
     * Where the next bytes may be put, instead of passing them to {@link #take}.
     *
     * @param left how many are still to come, 1 or more
     * @return room for no more than those, from position to limit, valid until the next call; null if they have to be copied
     */
    default @Nullable ByteBuffer place(long left) {
        return null;
    }

    /** The first {@code length} bytes of {@link #place} are there, 0 or more, and no more come there. */
    default void placed(int length) {
        throw new IllegalStateException("there was no place");
    }

    /** All has come; called at once where the packet's payload is empty. */
    void complete();

    /** The rest will never come. */
    void lost(Throwable cause);
}
