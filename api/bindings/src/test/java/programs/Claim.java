package programs;

import java.util.Arrays;
import java.util.Objects;

/** What programs check themselves with; they run without a test library. */
public final class Claim {

    private Claim() {}

    /** Fails unless both are the same. */
    public static void equal(Object expected, Object actual, String what) {
        if (!Objects.deepEquals(expected, actual)) {
            throw new AssertionError(what + ": expected " + text(expected) + ", is " + text(actual));
        }
    }

    private static String text(Object value) {
        String text = Arrays.deepToString(new Object[] {value});
        return text.substring(1, text.length() - 1);
    }

    /** Fails unless it holds. */
    public static void that(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError(what);
        }
    }
}
