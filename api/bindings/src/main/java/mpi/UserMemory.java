package mpi;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import java.util.stream.IntStream;
import org.reactivempi.Blocks;
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import org.reactivempi.ForeignBuffer;
import org.reactivempi.Payload;

/**
 * What an array or a {@code java.nio} buffer, with offset, count and datatype, becomes in the core.
 *
 * <p>An array of the datatype's elements is used as it is, and so are a {@code ByteBuffer} and a buffer of
 * the datatype's elements. Open MPI's calls take other memory, too, a
 * {@code char[]} as {@link MPI#INT} for example: they count bytes, and such memory is copied. UserMemory begin where their memory does, whatever
 * their position, and elements are in the buffer's own order.
 */
final class UserMemory {

    private UserMemory() {}

    /** Uses memory here, and not in an operation, which would hold it itself: without that, a copy holds nothing yet. */
    static void use(Buffer memory, Runnable use) {
        Payload.of(memory).retain();
        try {
            use.run();
        } finally {
            Payload.of(memory).release();
        }
    }

    /** For a call of Open MPI: the datatype says what the elements are, whatever the array's are. */
    static Buffer of(Object memory, int count, Datatype type) {
        return of(memory, 0, count, type, false);
    }

    /** For a call of mpiJava: the array's elements are the datatype's, and {@code offset} counts them. */
    static Buffer of(Object memory, int offset, int count, Datatype type) {
        return of(memory, offset, count, type, true);
    }

    /** The same with what the caller has chosen: {@code strict} refuses an array of other elements. */
    static Buffer of(Object memory, int offset, int count, Datatype type, boolean strict) {
        if (type == null) {
            throw new MPIException(Codes.ERR_TYPE, "the datatype is null");
        }
        if (type.isObject()) {
            throw new MPIException(Codes.ERR_TYPE, "this call is not there for " + type);
        }
        if (memory == null) {
            return ofNull(count, type);
        }
        if (memory instanceof ByteBuffer buffer) {
            return ofBytes(buffer, offset, count, type);
        }
        if (type.kind().isIn(memory)) {
            return ofOwnElements(memory, offset, count, type);
        }
        Buffer view = memory instanceof java.nio.Buffer numbers ? ofNumbers(numbers, offset, count, type) : null;
        if (view != null) {
            return view;
        }
        if (memory instanceof byte[] array) {
            return ofBytes(bytes(array), offset, count, type);
        }
        if (memory instanceof int[] pairs && type.core().equals(org.reactivempi.Datatype.INT_INT)) {
            return Buffers.of(pairs).as((long) offset * Integer.BYTES, type.core(), count);
        }
        if (strict && memory.getClass().isArray()) {
            throw new MPIException(
                    Codes.ERR_TYPE,
                    "a " + memory.getClass().getSimpleName() + " holds no elements of " + type
                            + "; Open MPI's form of this call takes its bytes");
        }
        Buffer elements = elements(memory);
        return copied(new CopiedMemory(elements), offset * elements.datatype().sizeBytes(), count, type);
    }

    /** The first elements of a buffer, whichever they are: memory that a window is made of. */
    static Buffer first(java.nio.Buffer memory, int count) {
        int room = memory == null ? 0 : memory.capacity();
        if (count < 0 || count > room) {
            throw new MPIException(
                    Codes.ERR_SIZE, "size " + count + " is outside 0.." + room + ", which the buffer's elements are");
        }
        if (memory == null) {
            return Buffer.empty();
        }
        if (memory instanceof ByteBuffer bytes) {
            return Buffers.of(bytes.slice(0, count).order(bytes.order()));
        }
        return elements(memory.duplicate().clear().limit(count), Kind.of(memory));
    }

    /** A block for each rank, or neighbor, at displacements in elements of the type. */
    static Blocks blocks(
            Object memory, int offset, int[] counts, int[] displs, Datatype type, boolean strict, int blocks) {
        checkLength("counts", counts == null ? -1 : counts.length, blocks);
        checkLength("displacements", displs == null ? -1 : displs.length, blocks);
        of(memory, offset, 0, type, strict);
        long extent = type.core().extentBytes();
        int unit = type.kind().unitBytes();
        ByteBuffer bytes = bytes(memory);
        if (bytes != null && extent % unit != 0) {
            // No whole number of the units that the other blocks are counted in.
            Buffer all = whole(bytes);
            return Blocks.of(
                    blocks, block -> all.as((long) offset * unit + displs[block] * extent, type.core(), counts[block]));
        }
        if (memory != null && !isTaken(memory, type)) {
            Buffer elements = elements(memory);
            CopiedMemory copied = new CopiedMemory(elements);
            long origin = offset * elements.datatype().sizeBytes();
            return Blocks.of(blocks, block -> copied(copied, origin + displs[block] * extent, counts[block], type));
        }
        int step = Math.toIntExact(extent / unit);
        return Blocks.of(blocks, block -> of(memory, offset + displs[block] * step, counts[block], type, strict));
    }

    /** A block for each rank, of its own type, at displacements in bytes. */
    static Blocks blocks(Object memory, int[] counts, int[] displs, Datatype[] types, int blocks) {
        checkLength("counts", counts == null ? -1 : counts.length, blocks);
        checkLength("displacements", displs == null ? -1 : displs.length, blocks);
        checkLength("datatypes", types == null ? -1 : types.length, blocks);
        for (int block = 0; block < blocks; block++) {
            of(memory, 0, 0, types[block], false);
        }
        boolean taken = memory == null
                || IntStream.range(0, blocks)
                        .allMatch(block -> isTaken(memory, types[block])
                                && displs[block] % types[block].kind().unitBytes() == 0);
        if (taken) {
            return Blocks.of(
                    blocks,
                    block -> of(
                            memory,
                            displs[block] / types[block].kind().unitBytes(),
                            counts[block],
                            types[block],
                            false));
        }
        CopiedMemory copied = new CopiedMemory(elements(memory));
        return Blocks.of(blocks, block -> copied(copied, displs[block], counts[block], types[block]));
    }

    private static Buffer copied(CopiedMemory copied, long originBytes, int count, Datatype type) {
        return ForeignBuffer.of(copied).as(originBytes, type.core(), count);
    }

    /** Whether a message takes its elements out of this memory itself. */
    private static boolean isTaken(Object memory, Datatype type) {
        return memory instanceof ByteBuffer
                || memory instanceof byte[]
                || type.kind().isIn(memory)
                || memory instanceof java.nio.Buffer numbers && elements(numbers, type.kind()) != null
                || memory instanceof int[] && type.core().equals(org.reactivempi.Datatype.INT_INT);
    }

    /** Throws unless an argument array has a number for each rank; -1 stands for null. */
    static void checkLength(String what, int length, int needed) {
        if (length < needed) {
            throw new MPIException(
                    Codes.ERR_ARG,
                    "the array of " + what + (length < 0 ? " is null" : " has " + length + " numbers")
                            + "; there must be " + needed);
        }
    }

    private static Buffer ofNull(int count, Datatype type) {
        if (count != 0) {
            throw new MPIException(
                    count < 0 ? Codes.ERR_COUNT : Codes.ERR_BUFFER,
                    count < 0 ? "count " + count + " is negative" : "the buffer is null, and count is " + count);
        }
        return Buffer.empty().as(type.core(), 0);
    }

    /** All elements of an array or a buffer, whichever they are. */
    private static Buffer elements(Object memory) {
        for (Kind kind : Kind.values()) {
            if (kind.isIn(memory)) {
                return whole(memory, kind);
            }
            Buffer numbers = memory instanceof java.nio.Buffer buffer
                    ? elements(buffer.duplicate().clear(), kind)
                    : null;
            if (numbers != null) {
                return numbers;
            }
        }
        throw new MPIException(
                Codes.ERR_BUFFER,
                "a " + memory.getClass().getTypeName()
                        + " is no buffer: it must be an array of a basic type, or a buffer of java.nio");
    }

    /** Memory of bytes, from its beginning on. */
    private static Buffer ofBytes(ByteBuffer bytes, int offset, int count, Datatype type) {
        if (type == Datatype.BYTE && offset >= 0 && count >= 0 && offset <= bytes.capacity() - count) {
            return Buffers.of(bytes.slice(offset, count).order(bytes.order()));
        }
        return whole(bytes).as((long) offset * type.kind().unitBytes(), type.core(), count);
    }

    /** Memory of bytes as a buffer, or null. */
    private static ByteBuffer bytes(Object memory) {
        return memory instanceof byte[] array
                ? ByteBuffer.wrap(array).order(ByteOrder.nativeOrder())
                : memory instanceof ByteBuffer buffer ? buffer : null;
    }

    private static Buffer whole(ByteBuffer bytes) {
        return Buffers.of(bytes.duplicate().clear().order(bytes.order()));
    }

    /** A buffer of numbers, from its beginning on; null if they aren't those of the type. */
    private static Buffer ofNumbers(java.nio.Buffer numbers, int offset, int count, Datatype type) {
        boolean region = type.isBasic() && offset >= 0 && count >= 0 && offset <= numbers.capacity() - count;
        java.nio.Buffer all = numbers.duplicate().clear();
        if (region) {
            all.position(offset).limit(offset + count);
        }
        Buffer elements = elements(all, type.kind());
        return region || elements == null
                ? elements
                : elements.as((long) offset * type.kind().unitBytes(), type.core(), count);
    }

    private static Buffer elements(java.nio.Buffer numbers, Kind kind) {
        return switch (kind) {
            case CHAR -> numbers instanceof CharBuffer chars ? Buffers.of(chars) : null;
            case SHORT -> numbers instanceof ShortBuffer shorts ? Buffers.of(shorts) : null;
            case INT -> numbers instanceof IntBuffer ints ? Buffers.of(ints) : null;
            case LONG -> numbers instanceof LongBuffer longs ? Buffers.of(longs) : null;
            case FLOAT -> numbers instanceof FloatBuffer floats ? Buffers.of(floats) : null;
            case DOUBLE -> numbers instanceof DoubleBuffer doubles ? Buffers.of(doubles) : null;
            case NULL, BYTE, BOOLEAN, PACKED, STRUCT, OBJECT -> null;
        };
    }

    /** An array whose elements are those of the type. */
    private static Buffer ofOwnElements(Object array, int offset, int count, Datatype type) {
        if (!type.isBasic()) {
            Buffer whole = whole(array, type.kind());
            return whole.as((long) offset * type.kind().unitBytes(), type.core(), count);
        }
        return switch (type.kind()) {
            case BYTE -> Buffers.of((byte[]) array, offset, count);
            case PACKED -> Buffers.of((byte[]) array).as(offset, type.core(), count);
            case CHAR -> Buffers.of((char[]) array, offset, count);
            case SHORT -> Buffers.of((short[]) array, offset, count);
            case BOOLEAN -> Buffers.of((boolean[]) array, offset, count);
            case INT -> Buffers.of((int[]) array, offset, count);
            case LONG -> Buffers.of((long[]) array, offset, count);
            case FLOAT -> Buffers.of((float[]) array, offset, count);
            case DOUBLE -> Buffers.of((double[]) array, offset, count);
            case NULL, STRUCT, OBJECT -> throw new MPIException(Codes.ERR_TYPE, type + " has no arrays");
        };
    }

    private static Buffer whole(Object array, Kind kind) {
        return switch (kind) {
            case BYTE, PACKED -> Buffers.of((byte[]) array);
            case STRUCT -> Buffers.of(ByteBuffer.wrap((byte[]) array).order(ByteOrder.nativeOrder()));
            case CHAR -> Buffers.of((char[]) array);
            case SHORT -> Buffers.of((short[]) array);
            case BOOLEAN -> Buffers.of((boolean[]) array);
            case INT -> Buffers.of((int[]) array);
            case LONG -> Buffers.of((long[]) array);
            case FLOAT -> Buffers.of((float[]) array);
            case DOUBLE -> Buffers.of((double[]) array);
            case NULL, OBJECT -> throw new MPIException(Codes.ERR_TYPE, kind + " has no arrays");
        };
    }
}
