package mpi;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.stream.IntStream;
import org.reactivempi.AttributeMap;
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import org.reactivempi.Datatype;
import org.reactivempi.Packing;

/** What a {@link mpi.Datatype} is, apart from its calls: the core's type, which a null handle has not, and in which unit a program counts. */
abstract class TypeHandle {

    /** Null for a null handle. */
    private Datatype core;

    private final Kind kind;
    /** Bytes of one unit of {@link mpi.Datatype#getExtent}. */
    private final int unitBytes;
    /** A marker of mpiJava for a struct's bound. */
    private final boolean marker;

    private String name;
    /** Of this handle: programs attach values to predefined types as well. */
    private final AttributeMap attributes;

    /** A type that is made of others. */
    TypeHandle(Datatype core, Kind kind, int unitBytes) {
        this(core, kind, unitBytes, false, "", new AttributeMap());
    }

    /** A predefined type. */
    TypeHandle(Datatype core, Kind kind, boolean marker, String name) {
        this(core, kind, kind.unitBytes(), marker, name, new AttributeMap());
    }

    /** A type like another one, with copies of its attributes. */
    TypeHandle(TypeHandle other) {
        this(other.core(), other.kind, other.unitBytes, other.marker, "", other.attributes.copies());
    }

    private TypeHandle(Datatype core, Kind kind, int unitBytes, boolean marker, String name, AttributeMap attributes) {
        this.core = core;
        this.kind = kind;
        this.unitBytes = unitBytes;
        this.marker = marker;
        this.name = name;
        this.attributes = attributes;
    }

    /** The core's type; throws for a null handle. */
    final Datatype core() {
        Datatype type = core;
        if (type == null) {
            throw new MPIException(Codes.ERR_TYPE, "the datatype is null: it has been freed, or is MPI.DATATYPE_NULL");
        }
        return type;
    }

    /** That of a type that another one is to be made of; throws where MPI may not be called. */
    static Datatype given(TypeHandle oldType) {
        Job.check();
        return oldType.core();
    }

    final void release() {
        core = null;
    }

    final boolean isReleased() {
        return core == null;
    }

    final Kind kind() {
        return kind;
    }

    final int unitBytes() {
        return unitBytes;
    }

    /** A number of bytes in the program's unit. */
    final int units(long bytes) {
        return Math.toIntExact(bytes / unitBytes);
    }

    final boolean isObject() {
        return kind == Kind.OBJECT;
    }

    /** Whether this is the one element of its kind, so that an array of them is a plain region. */
    final boolean isBasic() {
        return core == kind.element;
    }

    /** Whether elements lie in memory as they travel on a machine of this order: one after the other, without gaps. */
    final boolean isDense() {
        return ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN
                && (isBasic() || core.equals(kind.element.contiguous(core.sizeBytes() / kind.unitBytes())));
    }

    final AttributeMap attributes() {
        return attributes;
    }

    final void rename(String given) {
        if (given == null || given.length() > Codes.MAX_OBJECT_NAME) {
            throw new MPIException(Codes.ERR_ARG, "a name has 0 to " + Codes.MAX_OBJECT_NAME + " characters");
        }
        name = given;
    }

    final String name() {
        return name;
    }

    final String text() {
        return name.isEmpty() ? String.valueOf(core) : name;
    }

    /** The one that all types of an mpiJava struct are made of; {@code basis} where there are only bounds. */
    static mpi.Datatype common(mpi.Datatype[] types, mpi.Datatype basis) {
        mpi.Datatype base = null;
        for (mpi.Datatype type : types) {
            TypeHandle handle = type;
            if (handle.marker) {
                continue;
            }
            if (base != null && base.kind() != type.kind()) {
                throw new MPIException(
                        Codes.ERR_TYPE, "a struct of mpiJava has one basic type; these are " + base + " and " + type);
            }
            base = type;
        }
        return base == null ? basis : base;
    }

    /** The core's struct, with the bounds that markers give it. */
    static Datatype struct(int[] blockLengths, int[] displacements, mpi.Datatype[] types, int unitBytes) {
        if (blockLengths.length != types.length || displacements.length != types.length) {
            throw new MPIException(
                    Codes.ERR_ARG,
                    blockLengths.length + " block lengths, " + displacements.length + " displacements and "
                            + types.length + " types: there must be as many");
        }
        Datatype.StructBuilder builder = Datatype.struct();
        Long lower = null;
        Long upper = null;
        for (int i = 0; i < types.length; i++) {
            long at = (long) displacements[i] * unitBytes;
            if (types[i] == mpi.Datatype.LB) {
                lower = at;
            } else if (types[i] == mpi.Datatype.UB) {
                upper = at;
            } else {
                builder.add(at, types[i].core(), blockLengths[i]);
            }
        }
        Datatype made = builder.build();
        if (lower == null && upper == null) {
            return made;
        }
        long from = lower == null ? made.lowerBoundBytes() : lower;
        return made.resized(from, (upper == null ? made.upperBoundBytes() : upper) - from);
    }

    static long[] longs(int[] values, int factor) {
        return IntStream.of(values).mapToLong(value -> (long) value * factor).toArray();
    }

    /**
     * The indexes of the array's elements that a message is made of, in the order of the message.
     *
     * @param length the array's
     */
    final int[] indexes(int length, int offset, int count) {
        if (count < 0) {
            throw new MPIException(Codes.ERR_COUNT, "count " + count + " is negative");
        }
        if (isBasic() && offset >= 0 && offset <= length - count) {
            return IntStream.range(offset, offset + count).toArray();
        }
        int[] all = IntStream.range(0, length).toArray();
        Buffer chosen = Buffers.of(all).as((long) offset * Kind.OBJECT.unitBytes(), core(), count);
        ByteBuffer packed = ByteBuffer.allocate(Math.toIntExact(chosen.lengthBytes()));
        Packing.pack(chosen, packed);
        int[] indexes = new int[packed.flip().remaining() / Integer.BYTES];
        packed.order(ByteOrder.LITTLE_ENDIAN).asIntBuffer().get(indexes);
        return indexes;
    }
}
