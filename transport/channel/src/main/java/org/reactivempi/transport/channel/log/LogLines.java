package org.reactivempi.transport.channel.log;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Takes the lines of a thread that must not wait until they are written. */
public interface LogLines {

    /**
     * Takes a line.
     *
     * @param out where it is to be written, which may block
     * @param subject what the line is about, which makes it another kind than those about something else
     * @param format with a <code>{}</code> for each argument
     * @param arguments read before this returns, or never if the line is counted only
     */
    void put(Consumer<String> out, @Nullable Object subject, String format, @Nullable Object... arguments);

    /** Calls back, on any thread, when all lines that were put so far have left; never, where they can't. */
    void afterLines(Runnable next);

    /** The format with its arguments in place. */
    static String text(String format, @Nullable Object... arguments) {
        StringBuilder text = new StringBuilder(format);
        int from = 0;
        for (Object argument : arguments) {
            int place = text.indexOf("{}", from);
            if (place < 0) {
                break;
            }
            String value = String.valueOf(argument);
            text.replace(place, place + 2, value);
            from = place + value.length();
        }
        return text.toString();
    }
}
