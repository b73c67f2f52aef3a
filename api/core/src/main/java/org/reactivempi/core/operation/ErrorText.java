package org.reactivempi.core.operation;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A user's error as it travels to another rank: the name of its type, a zero byte, its message; in UTF-8, what is too long is cut.
 *
 * @param type the name of the error's class on its rank
 * @param message what it says
 */
public record ErrorText(String type, String message) {

    private static final int LONGEST_TYPE_BYTES = 1024;

    /** An error that says itself what is to travel in its place. */
    public interface Told {

        /** Its type and its message there. */
        ErrorText told();
    }

    /** The bytes for an error, at most {@code mostBytes}, which is above 1 KiB. */
    public static byte[] encode(Throwable error, int mostBytes) {
        ErrorText text = error instanceof Told own ? own.told() : of(error);
        byte[] type = cut(text.type(), LONGEST_TYPE_BYTES);
        byte[] message = cut(text.message(), mostBytes - type.length - 1);
        return ByteBuffer.allocate(type.length + 1 + message.length)
                .put(type)
                .put((byte) 0)
                .put(message)
                .array();
    }

    /** What has come, or null where that is no error. */
    public static @Nullable ErrorText decode(ByteBuffer bytes) {
        String text = StandardCharsets.UTF_8.decode(bytes).toString();
        int end = text.indexOf(0);
        return end < 0 ? null : new ErrorText(text.substring(0, end), text.substring(end + 1));
    }

    /** What is told of any error. */
    public static ErrorText of(Throwable error) {
        return new ErrorText(error.getClass().getName(), message(error));
    }

    private static String message(Throwable error) {
        try {
            String message = error.getMessage();
            return message == null ? error.getClass().getSimpleName() : message;
        } catch (Throwable noMessage) {
            return error.getClass().getSimpleName();
        }
    }

    /** Any error as it describes itself; by its type alone where it can't. */
    static String inWords(Throwable error) {
        try {
            return String.valueOf(error);
        } catch (Throwable noWords) {
            return error.getClass().getName();
        }
    }

    /** The text's beginning, of whole characters. */
    private static byte[] cut(String text, int mostBytes) {
        ByteBuffer bytes = ByteBuffer.allocate(mostBytes);
        StandardCharsets.UTF_8
                .newEncoder()
                .onMalformedInput(CodingErrorAction.REPLACE)
                .encode(CharBuffer.wrap(text), bytes, true);
        byte[] cut = new byte[bytes.flip().remaining()];
        bytes.get(cut);
        return cut;
    }
}
