package mpi;

import java.lang.reflect.Array;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;

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

    /** What the elements of a buffer are; null has no elements, and counts as one of bytes. */
    static Kind of(Buffer memory) {
        if (memory instanceof CharBuffer) {
            return CHAR;
        }
        if (memory instanceof ShortBuffer) {
            return SHORT;
        }
        if (memory instanceof IntBuffer) {
            return INT;
        }
        if (memory instanceof LongBuffer) {
            return LONG;
        }
        if (memory instanceof FloatBuffer) {
            return FLOAT;
        }
        return memory instanceof DoubleBuffer ? DOUBLE : BYTE;
    }

    /** Memory as a buffer of these elements, in the memory's order. */
    Buffer view(ByteBuffer memory) {
        return switch (this) {
            case CHAR -> memory.asCharBuffer();
            case SHORT -> memory.asShortBuffer();
            case INT -> memory.asIntBuffer();
            case LONG -> memory.asLongBuffer();
            case FLOAT -> memory.asFloatBuffer();
            case DOUBLE -> memory.asDoubleBuffer();
            case BYTE, BOOLEAN, PACKED, STRUCT, NULL, OBJECT -> memory;
        };
    }

    /** How many bytes a unit of displacements has. */
    int unitBytes() {
        return (int) element.sizeBytes();
    }

    /** An array of the elements that memory holds, in the memory's order. */
    Object array(ByteBuffer memory) {
        ByteBuffer all = memory.duplicate().clear().order(memory.order());
        Object made = Array.newInstance(array.getComponentType(), all.capacity() / unitBytes());
        switch (this) {
            case CHAR -> all.asCharBuffer().get((char[]) made);
            case SHORT -> all.asShortBuffer().get((short[]) made);
            case INT -> all.asIntBuffer().get((int[]) made);
            case LONG -> all.asLongBuffer().get((long[]) made);
            case FLOAT -> all.asFloatBuffer().get((float[]) made);
            case DOUBLE -> all.asDoubleBuffer().get((double[]) made);
            case BOOLEAN -> {
                for (int i = 0; i < all.capacity(); i++) {
                    ((boolean[]) made)[i] = all.get(i) != 0;
                }
            }
            case BYTE, PACKED, STRUCT -> all.get((byte[]) made);
            case NULL, OBJECT -> throw new MPIException(Codes.ERR_TYPE, this + " has no arrays of its elements");
        }
        return made;
    }

    /** Puts an array's elements into memory, in the memory's order. */
    void store(Object elements, ByteBuffer memory) {
        ByteBuffer all = memory.duplicate().clear().order(memory.order());
        switch (this) {
            case CHAR -> all.asCharBuffer().put((char[]) elements);
            case SHORT -> all.asShortBuffer().put((short[]) elements);
            case INT -> all.asIntBuffer().put((int[]) elements);
            case LONG -> all.asLongBuffer().put((long[]) elements);
            case FLOAT -> all.asFloatBuffer().put((float[]) elements);
            case DOUBLE -> all.asDoubleBuffer().put((double[]) elements);
            case BOOLEAN -> {
                for (int i = 0; i < all.capacity(); i++) {
                    all.put(i, (byte) (((boolean[]) elements)[i] ? 1 : 0));
                }
            }
            case BYTE, PACKED, STRUCT -> all.put((byte[]) elements);
            case NULL, OBJECT -> throw new MPIException(Codes.ERR_TYPE, this + " has no arrays of its elements");
        }
    }

    /** Whether an array's elements are this. */
    boolean isIn(Object memory) {
        return memory.getClass() == array;
    }
}
