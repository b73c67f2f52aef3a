package org.reactivempi.core.operation;

import java.nio.ByteBuffer;
import org.reactivempi.ErrorClass;
import org.reactivempi.Message;
import org.reactivempi.MpiException;
import org.reactivempi.Status;
import org.reactivempi.transport.engine.Engine;
import reactor.core.CoreSubscriber;

/** A receive into memory of its own, made when the message's length is known. */
class MessageReceive extends ReceiveOperation<Message> {

    /** JVMs keep a few words of an array for themselves. */
    private static final int LONGEST_ARRAY = Integer.MAX_VALUE - 8;

    private static final byte[] NOTHING = {};

    private byte[] payload = NOTHING;

    MessageReceive(
            CoreSubscriber<? super Message> subscriber, Engine engine, int context, int source, int tag, int peer) {
        super(subscriber, engine, context, source, tag, peer);
    }

    @Override
    protected final long room(long lengthBytes) {
        if (lengthBytes > LONGEST_ARRAY) {
            return 0;
        }
        try {
            payload = new byte[(int) lengthBytes];
            return lengthBytes;
        } catch (OutOfMemoryError e) {
            // The heap holds no such array, which is the message's fault and not the engine's.
            return 0;
        }
    }

    @Override
    protected final void copyFrom(long position, ByteBuffer source) {
        source.get(payload, (int) position, source.remaining());
    }

    @Override
    protected final void onTruncated(int source, int tag, long lengthBytes) {
        onFailed(new MpiException(
                ErrorClass.NO_MEM,
                "no memory for a message of " + lengthBytes + " bytes from rank " + source + " with tag " + tag
                        + ", at most " + LONGEST_ARRAY + " bytes and what the heap has are possible"));
    }

    @Override
    protected final byte[] payload() {
        return payload;
    }

    @Override
    public boolean givesBack() {
        return true;
    }

    @Override
    final Message result(Status status) {
        return Message.of(status, payload);
    }
}
