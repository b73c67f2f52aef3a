package mpi;

/** A version of MPI. */
public final class Version {

    private final int version;
    private final int subVersion;

    Version(int version, int subVersion) {
        this.version = version;
        this.subVersion = subVersion;
    }

    /** The first number. */
    public int getVersion() {
        return version;
    }

    /** The second number. */
    public int getSubVersion() {
        return subVersion;
    }

    /** Both, with a point between. */
    @Override
    public String toString() {
        return version + "." + subVersion;
    }
}
