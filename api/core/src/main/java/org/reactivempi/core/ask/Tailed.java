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

    /** What a message is, which says how long its tail is. */
    enum Form {
        /** With its number; synchronous, since only what waits for its receive can be taken back. */
        QUESTION(SendMode.SYNCHRONOUS, NUMBER_BYTES),
        /** With its kind. */
        ANSWER(SendMode.STANDARD, KIND_BYTES);

        private final SendMode mode;
        private final int tailBytes;

        Form(SendMode mode, int tailBytes) {
            this.mode = mode;
            this.tailBytes = tailBytes;
        }
    }

    /** How long the number of a question is. */
    static final int NUMBER_BYTES = Integer.BYTES;

    /** How long the kind of an answer is. */
    static final int KIND_BYTES = Byte.BYTES;

    private final Payload data;
    private final int tail;

    Tailed(Form form, OperationContext at, int destination, int tag, Payload data, int tail) {
        super(at.context(), at.rank(), destination, tag, form.mode, data.lengthBytes() + form.tailBytes);
        this.data = data;
        this.tail = tail;
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
        while (target.hasRemaining()) {
            target.put((byte) (tail >>> Byte.SIZE * (next - dataBytes)));
            next++;
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

    /** Whether what has come as a question has a number. */
    static boolean isNumbered(byte[] question) {
        return question.length >= NUMBER_BYTES && number(question) >= 0;
    }

    /** The number of a question that has come. */
    static int number(byte[] question) {
        return ByteBuffer.wrap(question).order(ByteOrder.LITTLE_ENDIAN).getInt(question.length - NUMBER_BYTES);
    }
}
