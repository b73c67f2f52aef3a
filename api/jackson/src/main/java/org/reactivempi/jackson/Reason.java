package org.reactivempi.jackson;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/** Why Jackson failed, without the payload: some of its messages quote a whole text, of any length. */
final class Reason {

    private static final int LONGEST_WHAT = 300;
    private static final int LONGEST_WHERE = 100;
    /** Jackson's other quotations are shorter. */
    private static final int LONGEST_CAUSE = 2000;

    private Reason() {}

    static String of(RuntimeException failure) {
        if (failure instanceof JacksonException known) {
            String what = shortened(String.valueOf(known.getOriginalMessage()), LONGEST_WHAT);
            return known.getPath().isEmpty()
                    ? what
                    : what + ", at " + shortened(known.getPathReference(), LONGEST_WHERE);
        }
        return shortened(failure.toString(), LONGEST_WHAT);
    }

    /** The failure itself; nothing if its stack trace would quote too much. */
    static @Nullable Throwable cause(RuntimeException failure) {
        for (Throwable each = failure; each != null; each = each.getCause()) {
            if (String.valueOf(each.getMessage()).length() > LONGEST_CAUSE) {
                return null;
            }
        }
        return failure;
    }

    private static String shortened(String text, int limit) {
        return text.length() <= limit ? text : text.substring(0, limit) + "...";
    }
}
