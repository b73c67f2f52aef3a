package org.reactivempi.core.stream;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.reactivempi.ErrorClass;
import org.reactivempi.MpiException;
import org.reactivempi.StreamException;
import org.reactivempi.core.operation.ErrorText;

/**
 * What the ends of a stream tell each other, apart from elements.
 *
 * <pre>
 *  0      1               9
 *  +------+---------------+-------------------------------+
 *  | kind |    amount     | ANSWER: number                |
 *  |      |               | ERROR: type, a zero, message  |
 *  |      |               | CANCEL: nothing, or as ERROR  |
 *  +------+---------------+-------------------------------+
 * </pre>
 * Little-endian, text in UTF-8; {@code kind} is the code of a {@link Kind}. The amount is a demand, 1 or more, in ANSWER and
 * DEMAND, the number of all elements in END and ERROR, and 0 in the others.
 */
final class Control {

    enum Kind {
        /** Receiver: I take your stream, this is my number and my demand. */
        ANSWER(0),
        /** Receiver: I want so many more. */
        DEMAND(1),
        /** Receiver, at last: I have all. */
        DONE(2),
        /** Receiver, at last: I want no more; in a part of a collective stream perhaps since something failed. */
        CANCEL(3),
        /** Sender, at last: these were all. */
        END(4),
        /** Sender, at last: these were all, since something failed. */
        ERROR(5);

        private final byte code;

        Kind(int code) {
            this.code = (byte) code;
        }
    }

    /** No control message is longer: what would be is cut. */
    static final int LONGEST_BYTES = 8192;

    /** As long as an answer; only errors are longer. */
    static final int USUAL_BYTES = 1 + Long.BYTES + Integer.BYTES;

    private static final Kind[] KINDS = Kind.values();
    private static final int AMOUNT = 1;
    private static final int REST = AMOUNT + Long.BYTES;
    /** Its tags are the largest that there are. */
    private static final int LARGEST_NUMBER = Integer.MAX_VALUE / 2;

    private Control() {}

    /** Where control messages for the end with this number go. */
    static int tag(int number) {
        return 2 * number + 1;
    }

    static ByteBuffer room(int lengthBytes) {
        return ByteBuffer.allocate(lengthBytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    static byte[] announcement(int number) {
        return room(Integer.BYTES).putInt(number).array();
    }

    static int announced(ByteBuffer announcement) {
        return number(announcement, 0);
    }

    static byte[] answer(int number, long demand) {
        return encode(Kind.ANSWER, demand, Integer.BYTES).putInt(number).array();
    }

    static byte[] of(Kind kind, long amount) {
        return encode(kind, amount, 0).array();
    }

    static byte[] error(long count, Throwable error) {
        byte[] text = ErrorText.encode(error, LONGEST_BYTES - REST);
        return encode(Kind.ERROR, count, text.length).put(text).array();
    }

    static byte[] refusal(Throwable error) {
        byte[] text = ErrorText.encode(error, LONGEST_BYTES - REST);
        return encode(Kind.CANCEL, 0, text.length).put(text).array();
    }

    /** Why the receiver wants no more, or null where it just doesn't. */
    static @Nullable MpiException refusal(ByteBuffer cancel) {
        return cancel.remaining() == REST ? null : error(cancel, StreamException::new);
    }

    static Kind kind(ByteBuffer control) {
        int code = control.remaining() < REST ? -1 : control.get(0);
        for (Kind kind : KINDS) {
            if (kind.code == code) {
                return kind;
            }
        }
        throw breach("a control message of kind " + code + " and " + control.remaining() + " bytes");
    }

    static long amount(ByteBuffer control) {
        long amount = control.getLong(AMOUNT);
        if (amount < 0) {
            throw breach("an amount of " + amount);
        }
        return amount;
    }

    static int answered(ByteBuffer answer) {
        return number(answer, REST);
    }

    /** As the user met it there; {@code failure} makes an error here of its type's name and its message. */
    static MpiException error(ByteBuffer control, BiFunction<String, String, MpiException> failure) {
        ErrorText text = ErrorText.decode(control.position(REST));
        if (text == null) {
            throw breach("an error without a message");
        }
        return failure.apply(text.type(), text.message());
    }

    /** The other side has broken a rule of this package. */
    static MpiException breach(String what) {
        return new MpiException(ErrorClass.INTERN, "the other side of a stream sent " + what);
    }

    private static int number(ByteBuffer bytes, int index) {
        int number = bytes.remaining() == index + Integer.BYTES ? bytes.getInt(index) : -1;
        if (number < 0 || number > LARGEST_NUMBER) {
            throw breach("no number of a stream's end, in " + bytes.remaining() + " bytes");
        }
        return number;
    }

    private static ByteBuffer encode(Kind kind, long amount, int restBytes) {
        return room(REST + restBytes).put(kind.code).putLong(amount);
    }
}
