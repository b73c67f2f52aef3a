package org.reactivempi;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * A message that was received into memory of its own: its status and its bytes. Immutable; any thread may read it.
 *
 * @see Communicator#receive
 * @since 0.1
 */
public final class Message {

    private final Status status;
    private final byte[] payload;

    private Message(Status status, byte[] payload) {
        this.status = status;
        this.payload = payload;
    }

    /**
     * A message made of its parts. Takes ownership of the array: the caller must not touch it again.
     *
     * @param status who sent it, with which tag, and its length
     * @param payload all its bytes; not copied
     * @return the message
     */
    public static Message of(Status status, byte[] payload) {
        return new Message(status, payload);
    }

    /**
     * Who sent the message and with which tag.
     *
     * @return actual source, tag and length
     */
    public Status status() {
        return status;
    }

    /**
     * The message's bytes without a copy.
     *
     * @return a new read-only view at each call, with position 0 and little-endian order
     */
    public ByteBuffer payload() {
        return ByteBuffer.wrap(payload).asReadOnlyBuffer().order(ByteOrder.LITTLE_ENDIAN);
    }

    /**
     * How long the message is.
     *
     * @return length in bytes, 0 or more
     */
    public long lengthBytes() {
        return payload.length;
    }

    /**
     * A copy of the message's bytes.
     *
     * @return an array that belongs to the caller
     */
    public byte[] toByteArray() {
        return payload.clone();
    }

    /**
     * The value that the message stands for.
     *
     * @param codec how to read it
     * @param <T> the value's type
     * @return the value
     * @throws MpiException {@link ErrorClass#CONVERSION} if the bytes are no such value
     */
    public <T> T as(Codec<T> codec) {
        return codec.decode(payload());
    }

    /**
     * The value that the message stands for; the same as {@link #as}.
     *
     * @param codec how to read it
     * @param <T> the value's type
     * @return the value
     * @throws MpiException {@link ErrorClass#CONVERSION} if the bytes are no such value
     */
    public <T> T value(Codec<T> codec) {
        return as(codec);
    }

    @Override
    public String toString() {
        return "Message[" + status + "]";
    }
}
