package org.reactivempi.core.collective.plan;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;
import org.reactivempi.ErrorClass;
import org.reactivempi.MpiException;
import org.reactivempi.ProcessFailedException;
import org.reactivempi.core.operation.RankMap;

/**
 * What a rank sends in place of data once its part in an operation has failed, so that all that depend on it hear of that, and nobody
 * waits for data that will never come.
 *
 * <pre>
 *  0                    16             20             24
 *  +--------------------+--------------+--------------+------+
 *  |        MAGIC       | error class  |     rank     | pad  |
 *  +--------------------+--------------+--------------+------+
 * </pre>
 * Little-endian. It is never as long as the data in whose place it comes (the pad is a byte or nothing), so no data is ever taken
 * for it that has the right length.
 *
 * @param errorClass what has failed
 * @param rank where it failed, in the communicator; or the rank there that was lost, or that of the world, below 0, where it is none of the
 *     communicator's: ranks of several jobs have no world in common
 */
record Mark(ErrorClass errorClass, int rank) {

    /** The longest one. */
    static final int MOST_BYTES = 25;

    private static final long MAGIC_HIGH = 0x8c6f_3d21_a95e_4b07L;
    private static final long MAGIC_LOW = 0xd1b2_7e90_53fa_c846L;
    private static final int LENGTH_BYTES = 2 * Long.BYTES + 2 * Integer.BYTES;

    /** What others are told of a failure, which was on {@code rank} of the communicator: here, or where this rank has heard of it from. */
    static Mark of(MpiException failure, int rank, RankMap ranks) {
        return new Mark(
                failure.errorClass(), failure instanceof ProcessFailedException lost ? ranks.told(lost.rank()) : rank);
    }

    /** As it travels in place of data of {@code lengthBytes}. */
    byte[] encode(long lengthBytes) {
        return ByteBuffer.allocate(lengthBytes == LENGTH_BYTES ? MOST_BYTES : LENGTH_BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(MAGIC_HIGH)
                .putLong(MAGIC_LOW)
                .putInt(errorClass.ordinal())
                .putInt(rank)
                .array();
    }

    /** What a message of an unexpected length says; null if it is none of these. */
    static @Nullable Mark decode(byte[] message) {
        ByteBuffer bytes = ByteBuffer.wrap(message).order(ByteOrder.LITTLE_ENDIAN);
        boolean marked = (message.length == LENGTH_BYTES || message.length == MOST_BYTES)
                && bytes.getLong() == MAGIC_HIGH
                && bytes.getLong() == MAGIC_LOW;
        if (!marked) {
            return null;
        }
        int ordinal = bytes.getInt();
        ErrorClass[] all = ErrorClass.values();
        return new Mark(ordinal >= 0 && ordinal < all.length ? all[ordinal] : ErrorClass.OTHER, bytes.getInt());
    }
}
