package org.reactivempi.core.window;

import java.nio.ByteBuffer;
import org.reactivempi.StreamException;
import org.reactivempi.core.operation.ErrorText;
import org.reactivempi.transport.engine.port.EngineWindows;
import org.reactivempi.transport.engine.port.EngineWindows.RefusedException;
import org.reactivempi.transport.engine.port.EngineWindows.Word;

/**
 * What the two ends of a stream say to each other.
 *
 * <pre>
 *  takeStream  --OPEN(ring)--&gt;             &lt;--FRAME(length)--, after a put, as many as slots are free  putStream
 *              --FREE(slots)--&gt;            &lt;--END, or FAILED(text)--, once
 *              --CLOSED--&gt;, once
 * </pre>
 * Each end says its last word once. A receiving end that wants no more is answered by the last word of the other one, after which nothing is put any more.
 */
final class StreamWords {

    // Of the sending end.
    static final int FRAME = 1;
    static final int END = 2;
    static final int FAILED = 3;

    // Of the receiving end.
    static final int OPEN = 1;
    static final int FREE = 2;
    static final int CLOSED = 3;

    private StreamWords() {}

    /** The receiving end has a ring, all of whose slots are free. */
    static Word open(int tag, int stream, RingBytes ring) {
        return new Word(OPEN, tag, stream, ring.place(), (long) ring.slots() << Integer.SIZE | ring.slotBytes());
    }

    static RingBytes ring(Word open) {
        int slots = (int) (open.more() >>> Integer.SIZE);
        int slotBytes = (int) open.more();
        if (slots < RingBytes.LEAST_SLOTS || slotBytes < 1) {
            throw breach("a ring of " + slots + " slots of " + slotBytes + " bytes");
        }
        return new RingBytes(open.value(), slots, slotBytes);
    }

    static Word free(int tag, int stream, long slots) {
        return new Word(FREE, tag, stream, slots, 0);
    }

    static Word closed(int tag, int stream) {
        return new Word(CLOSED, tag, stream, 0, 0);
    }

    static Word frame(int tag, int stream, long lengthBytes) {
        return new Word(FRAME, tag, stream, lengthBytes, 0);
    }

    static Word end(int tag, int stream) {
        return new Word(END, tag, stream, 0, 0);
    }

    static Word failed(int tag, int stream, Throwable why) {
        return new Word(FAILED, tag, stream, 0, 0).saying(ErrorText.encode(why, EngineWindows.MOST_TEXT_BYTES));
    }

    /** The sender's error, as its user has met it there. */
    static StreamException error(Word failed) {
        ErrorText text = ErrorText.decode(ByteBuffer.wrap(failed.text()));
        if (text == null) {
            throw breach("an error without a message");
        }
        return new StreamException(text.type(), text.message());
    }

    /** The other side has broken a rule of streams. */
    static RefusedException breach(String what) {
        return new RefusedException(0, "a stream's other end in a window sent " + what);
    }
}
