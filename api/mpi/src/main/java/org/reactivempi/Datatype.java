package org.reactivempi;

/**
 * The type of a message's elements. Basic types are the constants here.
 *
 * @see <a href="https://www.mpi-forum.org/docs/">MPI-4.1, 3.2.2</a>
 * @since 0.1
 */
public final class Datatype {

    /** {@code byte}, 1 byte. */
    public static final Datatype BYTE = new Datatype("BYTE", Byte.BYTES);
    /** {@code boolean}, 1 byte: 0 is false, everything else is true. */
    public static final Datatype BOOLEAN = new Datatype("BOOLEAN", Byte.BYTES);
    /** {@code short}, 2 bytes. */
    public static final Datatype SHORT = new Datatype("SHORT", Short.BYTES);
    /** {@code char}, 2 bytes. */
    public static final Datatype CHAR = new Datatype("CHAR", Character.BYTES);
    /** {@code int}, 4 bytes. */
    public static final Datatype INT = new Datatype("INT", Integer.BYTES);
    /** {@code float}, 4 bytes. */
    public static final Datatype FLOAT = new Datatype("FLOAT", Float.BYTES);
    /** {@code long}, 8 bytes. */
    public static final Datatype LONG = new Datatype("LONG", Long.BYTES);
    /** {@code double}, 8 bytes. */
    public static final Datatype DOUBLE = new Datatype("DOUBLE", Double.BYTES);

    private final String name;
    private final int sizeBytes;

    private Datatype(String name, int sizeBytes) {
        this.name = name;
        this.sizeBytes = sizeBytes;
    }

    /**
     * What one element takes on the wire ({@code MPI_Type_size}).
     *
     * @return size in bytes, 1 or more
     */
    public int sizeBytes() {
        return sizeBytes;
    }

    @Override
    public String toString() {
        return name;
    }
}
