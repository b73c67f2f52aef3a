package programs;

import java.util.Arrays;
import java.util.Objects;
import mpi.MPIException;

/** What programs check themselves with; they run without a test library. */
public final class Check {

    private Check() {}

    /** Something that may fail by an exception. */
    @FunctionalInterface
    public interface Action {
        void run() throws Exception;
    }

    public static void that(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError(what);
        }
    }

    public static void equal(String what, Object expected, Object actual) {
        if (!Objects.deepEquals(expected, actual)) {
            throw new AssertionError(what + ": expected " + text(expected) + ", was " + text(actual));
        }
    }

    public static void near(String what, double expected, double actual) {
        that(Math.abs(expected - actual) <= 1e-9 * Math.max(1, Math.abs(expected)), what + ": " + actual);
    }

    /** That an action fails with an error class, by the API's own exception. */
    public static MPIException fails(int errorClass, Action action) throws Exception {
        try {
            action.run();
        } catch (MPIException e) {
            equal("error class of '" + e.getMessage() + "'", errorClass, e.getErrorClass());
            return e;
        }
        throw new AssertionError("did not fail");
    }

    private static String text(Object value) {
        String inArray = Arrays.deepToString(new Object[] {value});
        return inArray.substring(1, inArray.length() - 1);
    }
}
