package mpi;

/** What a datatype is made of: which arrays hold it, and in which unit its extents are counted. */
enum Kind {
    NULL(org.reactivempi.Datatype.BYTE, null),
    BYTE(org.reactivempi.Datatype.BYTE, byte[].class),
    CHAR(org.reactivempi.Datatype.CHAR, char[].class),
    SHORT(org.reactivempi.Datatype.SHORT, short[].class),
    BOOLEAN(org.reactivempi.Datatype.BOOLEAN, boolean[].class),
    INT(org.reactivempi.Datatype.INT, int[].class),
    LONG(org.reactivempi.Datatype.LONG, long[].class),
    FLOAT(org.reactivempi.Datatype.FLOAT, float[].class),
    DOUBLE(org.reactivempi.Datatype.DOUBLE, double[].class),
    PACKED(org.reactivempi.Datatype.PACKED, byte[].class),
    /** Elements of several kinds, whose displacements are in bytes. */
    STRUCT(org.reactivempi.Datatype.BYTE, byte[].class),
    /** An index of an {@code Object[]}, so that derived types choose objects just as they choose numbers. */
    OBJECT(org.reactivempi.Datatype.INT, null);

    /** The core's type of one element. */
    final org.reactivempi.Datatype element;

    private final Class<?> array;

    Kind(org.reactivempi.Datatype element, Class<?> array) {
        this.element = element;
        this.array = array;
    }

    /** How many bytes a unit of displacements has. */
    int unitBytes() {
        return (int) element.sizeBytes();
    }

    /** Whether an array's elements are this. */
    boolean isIn(Object memory) {
        return memory.getClass() == array;
    }
}
