package org.reactivempi.transport.faulty;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Where a rank is reached: {@code RANK@ADDRESS}, so that the end that connects knows which pair of ranks it is.
 *
 * @param rank the number of the rank there
 * @param carrier its address for the channel that carries the bytes
 */
record FaultyAddress(int rank, String carrier) {

    private static final Pattern FORM = Pattern.compile("(\\d{1,9})@(.*)", Pattern.DOTALL);

    /** The address in a text, or null if it is none. */
    static @Nullable FaultyAddress parse(String text) {
        Matcher matcher = FORM.matcher(text);
        return matcher.matches() ? new FaultyAddress(Integer.parseInt(matcher.group(1)), matcher.group(2)) : null;
    }

    String text() {
        return rank + "@" + carrier;
    }
}
