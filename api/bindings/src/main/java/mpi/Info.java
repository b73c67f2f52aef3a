package mpi;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;

/** Keys with values, in the order in which they were set: hints, none of which this library needs. */
public final class Info implements Freeable, Cloneable {

    /** Null for a null handle. */
    private Map<String, String> values;

    private final boolean ofJob;

    /** Without keys. */
    public Info() {
        this(new LinkedHashMap<>());
    }

    Info(Map<String, String> values) {
        this(values, false);
    }

    private Info(Map<String, String> values, boolean ofJob) {
        this.values = values;
        this.ofJob = ofJob;
    }

    /** What is known of the job, at the first use. */
    static Info ofJob() {
        return new Info(new LinkedHashMap<>(), true);
    }

    private Map<String, String> live() {
        if (values == null) {
            throw new MPIException(Codes.ERR_INFO, "the info is null: it has been freed, or is MPI.INFO_NULL");
        }
        if (ofJob && values.isEmpty() && Job.isRunning()) {
            values = new LinkedHashMap<>(Job.description());
        }
        return values;
    }

    private static String checked(String what, String text, int most, int errorClass) {
        if (text == null || text.isEmpty() || text.length() > most) {
            throw new MPIException(
                    errorClass,
                    "the " + what + " " + (text == null ? "null" : "of " + text.length() + " characters")
                            + " is not allowed: it has 1 to " + most);
        }
        return text;
    }

    /** Sets a key. */
    public void set(String key, String value) {
        try {
            live().put(
                            checked("key", key, Codes.MAX_INFO_KEY, Codes.ERR_INFO_KEY),
                            checked("value", value, Codes.MAX_INFO_VAL, Codes.ERR_INFO_VALUE));
        } catch (MPIException e) {
            throw Errors.raise(null, e, "info.set", key, value);
        }
    }

    /** A key's value, or null. */
    public String get(String key) {
        try {
            return live().get(checked("key", key, Codes.MAX_INFO_KEY, Codes.ERR_INFO_KEY));
        } catch (MPIException e) {
            throw Errors.raise(null, e, "info.get", key);
        }
    }

    /** Deletes a key, which must be there. */
    public void delete(String key) {
        try {
            if (live().remove(checked("key", key, Codes.MAX_INFO_KEY, Codes.ERR_INFO_KEY)) == null) {
                throw new MPIException(Codes.ERR_INFO_NOKEY, "there is no such key");
            }
        } catch (MPIException e) {
            throw Errors.raise(null, e, "info.delete", key);
        }
    }

    /** How many keys there are. */
    public int size() {
        try {
            return live().size();
        } catch (MPIException e) {
            throw Errors.raise(null, e, "info.size");
        }
    }

    /** A key by its place, 0 to {@code size() - 1}. */
    public String getKey(int i) {
        try {
            if (i < 0 || i >= live().size()) {
                throw new MPIException(Codes.ERR_ARG, "place " + i + " is outside 0.." + (live().size() - 1));
            }
            return new ArrayList<>(live().keySet()).get(i);
        } catch (MPIException e) {
            throw Errors.raise(null, e, "info.getKey", i);
        }
    }

    /** The same as {@link #dup}. */
    @Override
    @SuppressWarnings("MethodDoesntCallSuperMethod")
    public Info clone() {
        return dup();
    }

    /** A copy. */
    public Info dup() {
        try {
            return new Info(new LinkedHashMap<>(live()));
        } catch (MPIException e) {
            throw Errors.raise(null, e, "info.dup");
        }
    }

    /** Makes this a null handle. */
    @Override
    public void free() {
        values = null;
    }

    /** Whether this is a null handle. */
    public boolean isNull() {
        return values == null;
    }

    /** The keys and values. */
    @Override
    public String toString() {
        return values == null ? "MPI.INFO_NULL" : values.toString();
    }
}
