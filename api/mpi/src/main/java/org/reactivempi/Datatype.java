package org.reactivempi;

/**
 * The type of a message's elements. Basic types are the constants here.
 *
 * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.3.2.2">MPI-4.1, 3.2.2</a>
 * @since 0.1
 */
public abstract sealed class Datatype {

    /** {@code byte}, 1 byte. */
    public static final Datatype BYTE = new Basic("BYTE", Byte.BYTES);
    /** {@code boolean}, 1 byte: 0 is false, everything else is true. */
    public static final Datatype BOOLEAN = new Basic("BOOLEAN", Byte.BYTES);
    /** {@code short}, 2 bytes. */
    public static final Datatype SHORT = new Basic("SHORT", Short.BYTES);
    /** {@code char}, 2 bytes. */
    public static final Datatype CHAR = new Basic("CHAR", Character.BYTES);
    /** {@code int}, 4 bytes. */
    public static final Datatype INT = new Basic("INT", Integer.BYTES);
    /** {@code float}, 4 bytes. */
    public static final Datatype FLOAT = new Basic("FLOAT", Float.BYTES);
    /** {@code long}, 8 bytes. */
    public static final Datatype LONG = new Basic("LONG", Long.BYTES);
    /** {@code double}, 8 bytes. */
    public static final Datatype DOUBLE = new Basic("DOUBLE", Double.BYTES);

    private Datatype() {}

    /**
     * What one element takes on the wire ({@code MPI_Type_size}).
     *
     * @return size in bytes, 1 or more
     */
    public abstract long sizeBytes();

    /**
     * How far the starts of two elements that follow each other are apart in memory ({@code MPI_Type_get_extent}).
     *
     * @return distance in bytes
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.5.1.7">MPI-4.1, 5.1.7</a>
     */
    public abstract long extentBytes();

    /** One primitive of Java. */
    private static final class Basic extends Datatype {

        private final String name;
        private final int sizeBytes;

        Basic(String name, int sizeBytes) {
            this.name = name;
            this.sizeBytes = sizeBytes;
        }

        @Override
        public long sizeBytes() {
            return sizeBytes;
        }

        @Override
        public long extentBytes() {
            return sizeBytes;
        }

        @Override
        public String toString() {
            return name;
        }
    }
}
