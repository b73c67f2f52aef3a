package org.reactivempi;

import java.nio.ByteBuffer;

/**
 * Turns values into message payloads and back. Implementations are thread-safe and keep no state; ready ones are in
 * {@link Codecs}.
 *
 * @param <T> the type of the values
 * @since 0.1
 */
public interface Codec<T> {

    /**
     * A value as something to send. May refer to the value's own memory, which then must not change until the send has
     * completed.
     *
     * @param value the value
     * @return its payload
     * @throws MpiException {@link ErrorClass#CONVERSION} if the value cannot be written
     */
    SendBuffer encode(T value);

    /**
     * The value that a payload stands for.
     *
     * @param payload the bytes from position to limit are the whole payload; not to be kept or written, its position
     *     and order may be changed
     * @return the value
     * @throws MpiException {@link ErrorClass#CONVERSION} if the bytes are no such value
     */
    T decode(ByteBuffer payload);

    /**
     * The longest payload that {@link #decode} is to be given. An answer that is longer ends with {@link TruncationException}, and
     * takes no memory.
     *
     * @return in bytes; {@link Long#MAX_VALUE}, as unless overridden, for what the heap has room for
     * @see Codecs#limited
     */
    default long longestBytes() {
        return Long.MAX_VALUE;
    }
}
