package org.reactivempi.benchmarks.soak;

import java.nio.ByteBuffer;
import java.util.Random;
import java.util.zip.CRC32;

/**
 * What a message says of itself, so that its receiver can tell whether it is the right one, and whole.
 *
 * <pre>
 *  0               8       12
 *  +---------------+-------+--------------------
 *  |    number     | CRC32 | bytes, which it is of
 *  +---------------+-------+--------------------
 * </pre>
 * A shorter message says nothing; only its length is known to both.
 */
final class Stamp {

    static final int LENGTH_BYTES = Long.BYTES + Integer.BYTES;
    /** In place of a number: there is none. */
    static final long NONE = -1;
    /** In place of a number: the message is not what was sent. */
    static final long DAMAGED = -2;

    private static final int TABLE_BYTES = 1 << 16;

    private final byte[] table = new byte[TABLE_BYTES];

    Stamp(long seed) {
        new Random(seed).nextBytes(table);
    }

    /** Fills memory from position to limit, which stay as they are. */
    void write(ByteBuffer memory, long number) {
        ByteBuffer room = memory.slice();
        if (room.remaining() < LENGTH_BYTES) {
            return;
        }
        room.position(LENGTH_BYTES);
        int from = Math.floorMod(number * 7919, TABLE_BYTES);
        while (room.hasRemaining()) {
            int length = Math.min(room.remaining(), TABLE_BYTES - from);
            room.put(table, from, length);
            from = 0;
        }
        room.putLong(0, number).putInt(Long.BYTES, checksum(room, number));
    }

    /** The number of a message, from position to limit; or {@link #NONE}, or {@link #DAMAGED}. */
    static long read(ByteBuffer memory) {
        ByteBuffer message = memory.slice();
        if (message.remaining() < LENGTH_BYTES) {
            return NONE;
        }
        long number = message.getLong(0);
        return message.getInt(Long.BYTES) == checksum(message, number) ? number : DAMAGED;
    }

    private static int checksum(ByteBuffer message, long number) {
        CRC32 crc = new CRC32();
        crc.update(message.duplicate().position(LENGTH_BYTES).limit(message.capacity()));
        return (int) (crc.getValue() ^ number ^ (number >>> 32));
    }
}
