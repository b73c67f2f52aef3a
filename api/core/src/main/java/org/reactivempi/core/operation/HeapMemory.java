package org.reactivempi.core.operation;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Buffers;
import org.reactivempi.ErrorClass;
import org.reactivempi.MpiException;
import org.reactivempi.Payload;

/** Memory of the library's own for whole messages: as much as an array can hold, and the heap has room for. */
public final class HeapMemory {

    /** JVMs keep a few words of an array for themselves. */
    public static final int LONGEST_ARRAY = Integer.MAX_VALUE - 8;

    private HeapMemory() {}

    /** As many bytes, or null where there is no room for them: which is the fault of a message, and not the engine's. */
    public static byte @Nullable [] of(long lengthBytes) {
        if (lengthBytes > LONGEST_ARRAY) {
            return null;
        }
        try {
            return new byte[(int) lengthBytes];
        } catch (OutOfMemoryError e) {
            return null;
        }
    }

    /**
     * What is in a buffer now, put aside so that its memory can be written before it is sent.
     *
     * @param data right
     * @return a buffer of the same payload with memory of its own
     * @throws MpiException {@link ErrorClass#NO_MEM} if there is no memory for it
     */
    public static Payload copyOf(Payload data) {
        byte[] payload = aside(data.lengthBytes());
        if (payload.length > 0) {
            data.copyTo(0, ByteBuffer.wrap(payload));
        }
        return Payload.of(Buffers.of(payload));
    }

    static byte[] aside(long lengthBytes) {
        byte[] memory = of(lengthBytes);
        if (memory == null) {
            throw new MpiException(
                    ErrorClass.NO_MEM,
                    "no memory to put " + lengthBytes + " bytes aside while they are sent, at most " + LONGEST_ARRAY
                            + " bytes and what the heap has are possible");
        }
        return memory;
    }
}
