package org.reactivempi.transport.faulty;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import org.jspecify.annotations.Nullable;

/**
 * The first bytes of a connection, from the end that made it: which one it is, so that both ends know the seed of their
 * faults.
 *
 * <pre>
 *  0       4       8      12      16
 *  +-------+-------+-------+-------+
 *  | magic | from  |  to   |number |
 *  +-------+-------+-------+-------+
 * </pre>
 *
 * @param from the rank that has connected
 * @param to the rank that it has connected to
 * @param number of this connection among those from the one to the other, from 1
 */
record ConnectionGreeting(int from, int to, int number) {

    static final int LENGTH_BYTES = 4 * Integer.BYTES;

    private static final int MAGIC = 0xFA017EED;

    ByteBuf encode() {
        return Unpooled.buffer(LENGTH_BYTES)
                .writeInt(MAGIC)
                .writeInt(from)
                .writeInt(to)
                .writeInt(number);
    }

    /** What stands in the first {@link #LENGTH_BYTES} of a connection, or null if these are a stranger's. */
    static @Nullable ConnectionGreeting decode(ByteBuf bytes) {
        return bytes.readInt() == MAGIC
                ? new ConnectionGreeting(bytes.readInt(), bytes.readInt(), bytes.readInt())
                : null;
    }

    @Override
    public String toString() {
        return "connection " + number + " from rank " + from + " to rank " + to;
    }
}
