package org.reactivempi.transport.engine.protocol;

import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The payload of the packet that comes at the moment from one peer, on the way to where it lands.
 *
 * <pre>
 *  NOWHERE --begin--&gt; landing --take, placed: the last byte--&gt; landed --&gt; NOWHERE
 *                        +--lost--&gt; NOWHERE
 * </pre>
 * Only the progress thread comes here.
 */
final class IncomingPayload {

    /** So much of a long message is copied with its header, if it is to be placed. */
    private static final int HEADER_AND_SOME_BYTES = 4 * 1024;

    private Landing landing = Landing.NOWHERE;
    private long left;

    /** So many bytes come next, perhaps none. */
    void begin(Landing landing, long lengthBytes) {
        this.landing = landing;
        this.left = lengthBytes;
        if (lengthBytes == 0) {
            landed();
        }
    }

    /** The next of them, from the reader index on. */
    void take(ByteBuf bytes, int length) {
        landing.land(bytes, length);
        left -= length;
        if (left == 0) {
            landed();
        }
    }

    /** Where the next of them may be put; null if they have to be copied. */
    @Nullable
    ByteBuffer place() {
        return landing.place(left);
    }

    /** So many are there. */
    void placed(int length) {
        landing.placed(length);
        left -= length;
        if (left == 0) {
            landed();
        }
    }

    /** What can be placed begins behind the next packet's header; what is left of a payload that can't comes before. */
    int bytesBeforePlace() {
        return (int) Math.min(left + HEADER_AND_SOME_BYTES, Integer.MAX_VALUE);
    }

    private void landed() {
        Landing complete = landing;
        landing = Landing.NOWHERE;
        complete.landed();
    }

    /** The rest of it will never come. */
    void lost(Throwable cause) {
        landing.lost(cause);
        landing = Landing.NOWHERE;
    }
}
