package org.reactivempi.core.operation;

import java.nio.ByteBuffer;
import org.reactivempi.Buffer;
import org.reactivempi.ErrorClass;
import org.reactivempi.MpiException;

/** Payloads that are put aside, so that their memory can be written before they are sent. */
public final class BufferCopy {

    /** JVMs keep a few words of an array for themselves. */
    private static final int LONGEST_ARRAY = Integer.MAX_VALUE - 8;

    private BufferCopy() {}

    /**
     * What is in a buffer now.
     *
     * @param data right
     * @return a buffer of the same payload with memory of its own
     * @throws MpiException {@link ErrorClass#NO_MEM} if there is no memory for it
     */
    public static Buffer of(Buffer data) {
        byte[] payload = memory(data.lengthBytes());
        if (payload.length > 0) {
            data.copyTo(0, ByteBuffer.wrap(payload));
        }
        return Buffer.bytes(payload);
    }

    static byte[] memory(long lengthBytes) {
        try {
            return new byte[Math.toIntExact(lengthBytes)];
        } catch (ArithmeticException | OutOfMemoryError tooLong) {
            throw new MpiException(
                    ErrorClass.NO_MEM,
                    "no memory to put " + lengthBytes + " bytes aside while they are sent, at most " + LONGEST_ARRAY
                            + " bytes and what the heap has are possible",
                    tooLong);
        }
    }
}
