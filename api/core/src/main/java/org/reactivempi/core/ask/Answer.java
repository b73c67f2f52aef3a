package org.reactivempi.core.ask;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.reactivempi.AnswerException;
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import org.reactivempi.ErrorClass;
import org.reactivempi.MpiException;
import org.reactivempi.Payload;
import org.reactivempi.core.operation.ErrorText;

/**
 * What a handler says to a question.
 *
 * <pre>
 *  VALUE       what the codec wrote          | 0
 *  EMPTY                                       1
 *  ERROR       type, a zero byte, message    | 2
 *  GIVEN_UP                                    3
 *  FREED                                       4
 *  STREAM      sender, receiver              | 5
 *  OTHER_FORM  what the handler answers      | 6
 * </pre>
 *
 * @param kind the last byte of the message
 * @param data what is before it
 */
record Answer(Kind kind, Payload data) {

    /** What it is; the ordinal is its code. */
    enum Kind {
        /** A value of the handler's. */
        VALUE,
        /** The handler gave none. */
        EMPTY,
        /** The handler failed. */
        ERROR,
        /** The question was recalled before. */
        GIVEN_UP,
        /** No handler has got the question before the communicator was freed there. */
        FREED,
        /** The answers come as a stream; the numbers of its ends there: what sends them, and what receives a question that is a stream. */
        STREAM,
        /** The handler gives other answers than what was asked for, or to other questions. */
        OTHER_FORM
    }

    /** How long the kind is. */
    static final int KIND_BYTES = Byte.BYTES;

    /** How long an answer is whose answers come as a stream. */
    static final int STREAM_BYTES = 2 * Integer.BYTES + KIND_BYTES;

    static final Answer NONE = new Answer(Kind.EMPTY, Payload.of(Buffer.empty()));
    static final Answer RECALLED = new Answer(Kind.GIVEN_UP, Payload.of(Buffer.empty()));
    static final Answer FREED = new Answer(Kind.FREED, Payload.of(Buffer.empty()));

    private static final Kind[] KINDS = Kind.values();
    static final int LONGEST_ERROR_BYTES = 8192;

    static Answer value(Payload data) {
        return new Answer(Kind.VALUE, data);
    }

    static Answer error(Throwable error) {
        return new Answer(Kind.ERROR, Payload.of(Buffers.of(ErrorText.encode(error, LONGEST_ERROR_BYTES))));
    }

    /** The ends of the streams at the handler; {@code receiver} is 0 where the question is none. */
    static Answer stream(int sender, int receiver) {
        ByteBuffer ends = ByteBuffer.allocate(2 * Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        return new Answer(
                Kind.STREAM,
                Payload.of(Buffers.of(ends.putInt(sender).putInt(receiver).array())));
    }

    /** The handler takes questions of another form. */
    static Answer otherForm(QuestionTail.Form form) {
        return new Answer(Kind.OTHER_FORM, Payload.of(Buffers.of(form.answering.getBytes(StandardCharsets.UTF_8))));
    }

    /** The number of the end that sends what is answered. */
    static int sender(byte[] answer) {
        return end(answer, 0);
    }

    /** The number of the end that receives what is asked. */
    static int receiver(byte[] answer) {
        return end(answer, Integer.BYTES);
    }

    private static int end(byte[] answer, int index) {
        int number = answer.length == STREAM_BYTES
                ? ByteBuffer.wrap(answer).order(ByteOrder.LITTLE_ENDIAN).getInt(index)
                : -1;
        if (number < 0) {
            throw new MpiException(
                    ErrorClass.INTERN, "an answer of " + answer.length + " bytes names no ends of streams");
        }
        return number;
    }

    /** The codec's bytes of an answer that has come, or what else is before its kind. */
    static ByteBuffer payload(byte[] answer) {
        return Tailed.payload(answer, KIND_BYTES);
    }

    /** The kind of an answer that has come. */
    static Kind kind(byte[] answer) {
        int code = answer.length == 0 ? KINDS.length : answer[answer.length - 1];
        if (code < 0 || code >= KINDS.length) {
            throw new MpiException(
                    ErrorClass.INTERN, "an answer of " + answer.length + " bytes ends with " + code + ", no kind");
        }
        return KINDS[code];
    }

    /** Whether what has come says that the question was recalled in time; false for what is no answer as well. */
    static boolean isGivenUp(byte[] answer) {
        return answer.length == 1 && answer[0] == Kind.GIVEN_UP.ordinal();
    }

    /** The error that an answer stands for. */
    static AnswerException error(byte[] answer) {
        ErrorText text = ErrorText.decode(payload(answer));
        if (text == null) {
            throw new MpiException(
                    ErrorClass.INTERN, "an answer of " + answer.length + " bytes is an error without a type");
        }
        return new AnswerException(text.type(), text.message());
    }
}
