package org.reactivempi.transport.local;

import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.List;
import org.reactivempi.transport.channel.Lending.Payload;

/**
 * Buffers and lent payload that leave a link together: a command for the mailboxes of both ends in turn, so that a message costs no
 * objects.
 *
 * <pre>
 *  filled --flush--&gt; run at the other end: taken --&gt; run at this end: filled again
 * </pre>
 */
final class Batch implements Runnable {

    private static final int FEW = 2;

    private final LocalLink from;
    /** In the order in which they were written: each a {@code ByteBuf} or a {@code Payload}. */
    private final List<Object> parts = new ArrayList<>(FEW);
    /** Payload that the other end has copied. */
    private final List<Payload> copied = new ArrayList<>();

    private long lengthBytes;

    /** An empty batch of this end. */
    Batch(LocalLink from) {
        this.from = from;
    }

    void add(ByteBuf buffer) {
        parts.add(buffer);
        lengthBytes += buffer.readableBytes();
    }

    void add(Payload payload) {
        parts.add(payload);
        lengthBytes += payload.lengthBytes();
    }

    boolean isEmpty() {
        return parts.isEmpty();
    }

    int size() {
        return parts.size();
    }

    Object get(int index) {
        return parts.get(index);
    }

    /** The other end has taken all of it. */
    void clear() {
        for (int i = 0; i < parts.size(); i++) {
            if (parts.get(i) instanceof Payload payload) {
                copied.add(payload);
            }
        }
        parts.clear();
    }

    /** Gives back to its lender what the other end has copied. */
    void giveBack() {
        copied.forEach(Payload::returned);
        copied.clear();
    }

    /** Nobody will take it, or needs what has come back. */
    void release() {
        for (Object part : parts) {
            if (part instanceof ByteBuf buffer) {
                buffer.release();
            }
        }
        parts.clear();
        copied.clear();
        lengthBytes = 0;
    }

    @Override
    public void run() {
        if (parts.isEmpty()) {
            long takenBytes = lengthBytes;
            lengthBytes = 0;
            from.reuse(this, takenBytes);
        } else {
            from.otherEnd().take(this);
        }
    }
}
