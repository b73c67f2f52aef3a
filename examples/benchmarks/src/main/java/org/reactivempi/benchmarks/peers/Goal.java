package org.reactivempi.benchmarks.peers;

import java.util.Locale;
import java.util.OptionalDouble;

/**
 * How good a value should be.
 *
 * @param subject what has a limit
 * @param atMost whether the limit is an upper one
 * @param limit the limit, which belongs to what is allowed
 */
record Goal(Subject subject, boolean atMost, double limit) {

    enum Subject {
        /** Ours divided by that of the better peer. */
        RATIO,
        /** Our value itself. */
        VALUE,
        NOTHING
    }

    static final Goal NONE = new Goal(Subject.NOTHING, true, 0);

    static Goal ratioAtMost(double limit) {
        return new Goal(Subject.RATIO, true, limit);
    }

    static Goal ratioAtLeast(double limit) {
        return new Goal(Subject.RATIO, false, limit);
    }

    static Goal atMost(double limit) {
        return new Goal(Subject.VALUE, true, limit);
    }

    /** Nothing can be missed where there is nothing to compare. */
    boolean isMissed(double value, OptionalDouble ratio) {
        return switch (subject) {
            case RATIO -> ratio.isPresent() && isBeyond(ratio.getAsDouble());
            case VALUE -> isBeyond(value);
            case NOTHING -> false;
        };
    }

    private boolean isBeyond(double measured) {
        return atMost ? measured > limit : measured < limit;
    }

    String text() {
        String words = (atMost ? "at most " : "at least ") + limitText();
        return switch (subject) {
            case RATIO -> "ratio " + words;
            case VALUE -> words;
            case NOTHING -> "";
        };
    }

    private String limitText() {
        return limit == Math.rint(limit) ? Long.toString((long) limit) : String.format(Locale.ROOT, "%s", limit);
    }
}
