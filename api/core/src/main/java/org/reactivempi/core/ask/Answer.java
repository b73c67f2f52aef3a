package org.reactivempi.core.ask;

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
        FREED
    }

    static final Answer NONE = new Answer(Kind.EMPTY, Payload.of(Buffer.empty()));
    static final Answer RECALLED = new Answer(Kind.GIVEN_UP, Payload.of(Buffer.empty()));
    static final Answer FREED = new Answer(Kind.FREED, Payload.of(Buffer.empty()));

    private static final Kind[] KINDS = Kind.values();
    private static final int LONGEST_ERROR_BYTES = 8192;

    static Answer value(Payload data) {
        return new Answer(Kind.VALUE, data);
    }

    static Answer error(Throwable error) {
        return new Answer(Kind.ERROR, Payload.of(Buffers.of(ErrorText.encode(error, LONGEST_ERROR_BYTES))));
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
        ErrorText text = ErrorText.decode(Tailed.payload(answer, Tailed.KIND_BYTES));
        if (text == null) {
            throw new MpiException(
                    ErrorClass.INTERN, "an answer of " + answer.length + " bytes is an error without a type");
        }
        return new AnswerException(text.type(), text.message());
    }
}
