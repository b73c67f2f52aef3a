package org.reactivempi.core.ask;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * What stands in a question after the bytes of its codec: what is asked for, and what its answer finds it by.
 *
 * <pre>
 *  VALUE             number, form                                       4 + 1 bytes
 *  STREAM, STREAMS   sender, receiver, demand, number, form     4 + 4 + 8 + 4 + 1 bytes
 * </pre>
 * Little-endian.
 *
 * @param form what is asked for
 * @param number the question's, at the asker
 * @param sender the number of the end of a stream there, which sends what is asked; 0 where that is one value
 * @param receiver the number of the end of a stream there, which receives the answers; 0 where that is one value
 * @param demand how many of them it wants at once; 0 where that is one value
 */
record QuestionTail(Form form, int number, int sender, int receiver, long demand) {

    /** What is asked, and what for; the ordinal is its code. */
    enum Form {
        /** A value, for a value: {@code ask}. */
        VALUE("ask", "answer"),
        /** A value, for a stream. */
        STREAM("askStream", "answerStream"),
        /** A stream, for a stream; the codec's bytes are none. */
        STREAMS("askStreams", "answerStreams");

        final String asking;
        final String answering;

        Form(String asking, String answering) {
            this.asking = asking;
            this.answering = answering;
        }
    }

    private static final Form[] FORMS = Form.values();
    private static final int ENDS_BYTES = 2 * Integer.BYTES + Long.BYTES;
    private static final int SHORT_BYTES = Integer.BYTES + Byte.BYTES;

    byte[] encode() {
        ByteBuffer bytes = ByteBuffer.allocate(lengthBytes()).order(ByteOrder.LITTLE_ENDIAN);
        if (form != Form.VALUE) {
            bytes.putInt(sender).putInt(receiver).putLong(demand);
        }
        return bytes.putInt(number).put((byte) form.ordinal()).array();
    }

    /** How many of a question's bytes it is. */
    int lengthBytes() {
        return lengthBytes(form);
    }

    private static int lengthBytes(Form form) {
        return form == Form.VALUE ? SHORT_BYTES : ENDS_BYTES + SHORT_BYTES;
    }

    /** That of a question that has come; null if it has none. */
    static @Nullable QuestionTail of(byte[] question) {
        int code = question.length == 0 ? -1 : question[question.length - 1];
        if (code < 0 || code >= FORMS.length || question.length < lengthBytes(FORMS[code])) {
            return null;
        }
        Form form = FORMS[code];
        int length = lengthBytes(form);
        ByteBuffer bytes =
                ByteBuffer.wrap(question, question.length - length, length).order(ByteOrder.LITTLE_ENDIAN);
        boolean hasEnds = form != Form.VALUE;
        int sender = hasEnds ? bytes.getInt() : 0;
        int receiver = hasEnds ? bytes.getInt() : 0;
        long demand = hasEnds ? bytes.getLong() : 0;
        QuestionTail tail = new QuestionTail(form, bytes.getInt(), sender, receiver, demand);
        boolean isValid = tail.number >= 0 && tail.sender >= 0 && tail.receiver >= 0 && tail.demand >= 0;
        return isValid ? tail : null;
    }
}
