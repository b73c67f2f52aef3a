package programs;

/** What programs check. */
final class Claim {

    private Claim() {}

    /** Fails unless both are the same. */
    static void equal(Object expected, Object actual, String what) {
        if (!java.util.Objects.deepEquals(expected, actual)) {
            throw new AssertionError(what + ": expected " + text(expected) + ", is " + text(actual));
        }
    }

    private static String text(Object value) {
        String text = java.util.Arrays.deepToString(new Object[] {value});
        return text.substring(1, text.length() - 1);
    }

    /** Fails unless it holds. */
    static void that(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError(what);
        }
    }
}
