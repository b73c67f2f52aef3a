package mpi;

import java.util.function.Supplier;

/** Keys with values, in the order in which they were set: hints. */
public final class Info implements Freeable, Cloneable {

    /** Null for a null handle. */
    private org.reactivempi.Info core;

    private final boolean ofJob;

    /** Without keys. */
    public Info() {
        this(org.reactivempi.Info.create());
    }

    /** Null for a null handle. */
    Info(org.reactivempi.Info core) {
        this(core, false);
    }

    private Info(org.reactivempi.Info core, boolean ofJob) {
        this.core = core;
        this.ofJob = ofJob;
    }

    /** What is known of the job, at the first use. */
    static Info ofJob() {
        return new Info(org.reactivempi.Info.create(), true);
    }

    /** The core's, as it is now. */
    org.reactivempi.Info core() {
        if (core == null) {
            throw new MPIException(Codes.ERR_INFO, "the info is null: it has been freed, or is MPI.INFO_NULL");
        }
        if (ofJob && core.size() == 0 && Job.isRunning()) {
            core = Job.description();
        }
        return core;
    }

    /** Hints of a call; Java's null, and a null handle, stand for none. */
    static org.reactivempi.Info given(Info info) {
        return info == null || info.isNull() ? org.reactivempi.Info.create() : info.core();
    }

    private <T> T given(Supplier<T> does, String call, Object... arguments) {
        try {
            return does.get();
        } catch (RuntimeException e) {
            throw Errors.raise(null, e, call, arguments);
        }
    }

    /** Sets a key. */
    public void set(String key, String value) {
        core = given(() -> core().with(key, value), "info.set", key, value);
    }

    /** A key's value, or null. */
    public String get(String key) {
        return given(() -> core().get(key).orElse(null), "info.get", key);
    }

    /** Deletes a key, which must be there. */
    public void delete(String key) {
        core = given(() -> core().without(key), "info.delete", key);
    }

    /** How many keys there are. */
    public int size() {
        return given(() -> core().size(), "info.size");
    }

    /** A key by its place, 0 to {@code size() - 1}. */
    public String getKey(int i) {
        return given(() -> key(i), "info.getKey", i);
    }

    private String key(int i) {
        if (i < 0 || i >= core().size()) {
            throw new MPIException(Codes.ERR_ARG, "place " + i + " is outside 0.." + (core().size() - 1));
        }
        return core().keys().get(i);
    }

    /** The same as {@link #dup}. */
    @Override
    @SuppressWarnings("MethodDoesntCallSuperMethod")
    public Info clone() {
        return dup();
    }

    /** A copy. */
    public Info dup() {
        return given(() -> new Info(core()), "info.dup");
    }

    /** Makes this a null handle. */
    @Override
    public void free() {
        core = null;
    }

    /** Whether this is a null handle. */
    public boolean isNull() {
        return core == null;
    }

    /** The keys and values. */
    @Override
    public String toString() {
        return core == null ? "MPI.INFO_NULL" : core.toString();
    }
}
