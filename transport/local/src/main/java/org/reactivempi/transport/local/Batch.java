package org.reactivempi.transport.local;

import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.List;

/**
 * Buffers that leave a link together: a command for the mailboxes of both ends in turn, so that a message costs no objects.
 *
 * <pre>
 *  filled --flush--&gt; run at the other end: taken --&gt; run at this end: filled again
 * </pre>
 */
final class Batch implements Runnable {

    private final LocalLink from;
    private final List<ByteBuf> buffers = new ArrayList<>();
    private long lengthBytes;

    /** An empty batch of this end. */
    Batch(LocalLink from) {
        this.from = from;
    }

    void add(ByteBuf buffer) {
        buffers.add(buffer);
        lengthBytes += buffer.readableBytes();
    }

    boolean isEmpty() {
        return buffers.isEmpty();
    }

    int size() {
        return buffers.size();
    }

    ByteBuf get(int index) {
        return buffers.get(index);
    }

    /** The other end has taken all of it. */
    void clear() {
        buffers.clear();
    }

    /** Nobody will take it. */
    void release() {
        buffers.forEach(ByteBuf::release);
        buffers.clear();
        lengthBytes = 0;
    }

    @Override
    public void run() {
        if (buffers.isEmpty()) {
            long takenBytes = lengthBytes;
            lengthBytes = 0;
            from.reuse(this, takenBytes);
        } else {
            from.otherEnd().take(this);
        }
    }
}
