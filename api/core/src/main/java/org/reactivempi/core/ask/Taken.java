package org.reactivempi.core.ask;

import org.jspecify.annotations.Nullable;
import org.reactivempi.Codec;
import org.reactivempi.Status;
import org.reactivempi.TruncationException;
import org.reactivempi.core.operation.Coded;
import org.reactivempi.transport.engine.event.AskRefusal;
import org.reactivempi.transport.engine.event.OperationTrace;

/**
 * A question that a handler has.
 *
 * @param handler who has it
 * @param peer the asker's rank in the job
 * @param tail what is asked for
 * @param status source, tag and length
 * @param message the codec's bytes, and the tail
 * @param trace the asker's goes on there, or null
 */
record Taken(
        Answering handler,
        int peer,
        QuestionTail tail,
        Status status,
        byte[] message,
        @Nullable OperationTrace trace) {

    /** What a codec makes of it; what can't be read is counted. */
    <T> T decode(Codec<T> codec) {
        if (status.lengthBytes() > codec.longestBytes()) {
            handler.engine().askNews().refused(AskRefusal.QUESTION_TOO_LONG);
            throw new TruncationException(status, codec.longestBytes(), handler.inWords(status.source()));
        }
        try {
            return Coded.decode(Tailed.payload(message, tail.lengthBytes()), codec);
        } catch (RuntimeException unreadable) {
            handler.engine().askNews().refused(AskRefusal.QUESTION_UNREADABLE);
            throw unreadable;
        }
    }
}
