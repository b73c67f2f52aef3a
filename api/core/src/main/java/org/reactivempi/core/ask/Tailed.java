package org.reactivempi.core.ask;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.reactivempi.Payload;
import org.reactivempi.core.operation.OperationContext;
import org.reactivempi.transport.engine.port.Outgoing;
import org.reactivempi.transport.engine.port.SendMode;

/**
 * A message of what a codec wrote, and a few bytes after it that say what it belongs to.
 *
 * <pre>
 *  0                                    length - tail    length
 *  +----------------- - - --------------+----------------+
 *  |        the codec's bytes           |      tail      |
 *  +----------------- - - --------------+----------------+
 * </pre>
 * At the end, so that what the codec wrote stays where its elements are copied fastest.
 */
abstract class Tailed extends Outgoing.Owned {

    private final Payload data;
    private final byte[] tail;

    private Tailed(SendMode mode, OperationContext at, int destination, int tag, Payload data, byte[] tail) {
        super(at.context(), at.rank(), destination, tag, mode, data.lengthBytes() + tail.length);
        this.data = data;
        this.tail = tail;
    }

    /** A question; synchronous, since only what waits for its receive can be taken back. */
    Tailed(OperationContext at, int destination, int tag, Payload data, QuestionTail tail) {
        this(SendMode.SYNCHRONOUS, at, destination, tag, data, tail.encode());
    }

    /** An answer, whose tag is its question's number. */
    Tailed(OperationContext at, int destination, int number, Answer answer) {
        this(SendMode.STANDARD, at, destination, number, answer.data(), new byte[] {
            (byte) answer.kind().ordinal()
        });
    }

    @Override
    public final boolean isPart() {
        return true;
    }

    @Override
    public final void copyTo(long position, ByteBuffer target) {
        long dataBytes = data.lengthBytes();
        long next = position;
        if (next < dataBytes) {
            int end = target.limit();
            int copied = (int) Math.min(dataBytes - next, target.remaining());
            data.copyTo(next, target.limit(target.position() + copied));
            target.limit(end);
            next += copied;
        }
        if (target.hasRemaining()) {
            target.put(tail, (int) (next - dataBytes), target.remaining());
        }
    }

    /** Of an answer, which nobody takes back. */
    @Override
    protected void onCancelled() {
        throw new IllegalStateException("nobody takes answers back");
    }

    /** The codec's bytes of a message that has come. */
    static ByteBuffer payload(byte[] message, int tailBytes) {
        return ByteBuffer.wrap(message, 0, message.length - tailBytes).slice().order(ByteOrder.LITTLE_ENDIAN);
    }
}
