package org.reactivempi.core.operation;

import java.nio.ByteBuffer;
import org.reactivempi.ErrorClass;
import org.reactivempi.Message;
import org.reactivempi.MpiException;
import org.reactivempi.Status;
import reactor.core.CoreSubscriber;

/** A receive into memory of its own, made when the message's length is known. */
class MessageReceive extends ReceiveOperation<Message> {

    /** JVMs keep a few words of an array for themselves. */
    private static final int LONGEST_ARRAY = Integer.MAX_VALUE - 8;

    private static final byte[] NOTHING = {};

    private byte[] payload = NOTHING;

    MessageReceive(CoreSubscriber<? super Message> subscriber, MessageMono mono) {
        super(subscriber, mono);
    }

    /** Makes the memory before the message is matched: without it, the message stays for a receive that has some. */
    @Override
    public final boolean holds(long lengthBytes) {
        payload = room(lengthBytes);
        return payload.length == lengthBytes;
    }

    @Override
    public final Throwable tooLong(int source, int tag, long lengthBytes) {
        return new MpiException(
                ErrorClass.NO_MEM,
                "no memory for a message of " + lengthBytes + " bytes from rank " + source + " with tag " + tag
                        + ", at most " + LONGEST_ARRAY
                        + " bytes and what the heap has are possible; the message can still be"
                        + " received into a buffer");
    }

    /** As many bytes, or none if the heap has no room for them. */
    static byte[] room(long lengthBytes) {
        if (lengthBytes > LONGEST_ARRAY) {
            return NOTHING;
        }
        try {
            return new byte[(int) lengthBytes];
        } catch (OutOfMemoryError e) {
            // The heap holds no such array, which is the message's fault and not the engine's.
            return NOTHING;
        }
    }

    @Override
    protected final boolean fits() {
        return met().lengthBytes() == payload.length;
    }

    @Override
    protected final void copyFrom(long position, ByteBuffer source) {
        source.get(payload, (int) position, source.remaining());
    }

    @Override
    protected final void onTruncated() {
        Status message = met();
        onFailed(tooLong(message.source(), message.tag(), message.lengthBytes()));
    }

    @Override
    protected final byte[] payload() {
        return payload;
    }

    @Override
    final Message result(Status status) {
        return Message.of(status, payload);
    }
}
