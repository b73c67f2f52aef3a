package mpi;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.reactivempi.Packing;

/**
 * What the elements of a message are: a basic type such as {@link MPI#INT}, or one that is made of others.
 *
 * <p>Sizes and extents are in elements of the basic type, and in bytes for types of several basic ones and for pairs. Displacements of
 * {@code createHVector}, {@code createHIndexed}, {@code createStruct} and {@code createResized}, Open MPI's, are in bytes; those of
 * {@code Hvector}, {@code Hindexed} and {@code Struct}, mpiJava's, in elements of the basic type. A type may be used without being committed.
 */
public final class Datatype implements Freeable, Cloneable {

    static final Datatype BYTE = basic("BYTE", Kind.BYTE);
    static final Datatype OBJECT = basic("OBJECT", Kind.OBJECT);
    static final Datatype LB = bound("LB");
    static final Datatype UB = bound("UB");
    static final Datatype INT2 = predefined("INT2", org.reactivempi.Datatype.INT_INT, Kind.STRUCT);
    static final Datatype SHORT_INT = predefined("SHORT_INT", org.reactivempi.Datatype.SHORT_INT, Kind.STRUCT);
    static final Datatype LONG_INT = predefined("LONG_INT", org.reactivempi.Datatype.LONG_INT, Kind.STRUCT);
    static final Datatype FLOAT_INT = predefined("FLOAT_INT", org.reactivempi.Datatype.FLOAT_INT, Kind.STRUCT);
    static final Datatype DOUBLE_INT = predefined("DOUBLE_INT", org.reactivempi.Datatype.DOUBLE_INT, Kind.STRUCT);

    /** Null for a null handle. */
    private org.reactivempi.Datatype core;

    private final Kind kind;
    /** Bytes of one unit of {@link #getExtent}. */
    private final int unitBytes;
    /** A marker of mpiJava for a struct's bound. */
    private final boolean marker;

    private String name;
    private final Attributes attributes;

    private Datatype(
            org.reactivempi.Datatype core,
            Kind kind,
            int unitBytes,
            boolean marker,
            String name,
            Attributes attributes) {
        this.core = core;
        this.kind = kind;
        this.unitBytes = unitBytes;
        this.marker = marker;
        this.name = name;
        this.attributes = attributes;
    }

    /** A basic type. */
    static Datatype basic(String name, Kind kind) {
        return new Datatype(
                kind == Kind.NULL ? null : kind.element, kind, kind.unitBytes(), false, name, new Attributes());
    }

    /** A predefined type of several elements, which a struct's accessors read and write. */
    static Datatype predefined(String name, org.reactivempi.Datatype core, Kind kind) {
        return new Datatype(core, kind, kind.unitBytes(), false, name, new Attributes());
    }

    /** mpiJava's markers of a struct's lower and upper bound. */
    static Datatype bound(String name) {
        return new Datatype(org.reactivempi.Datatype.BYTE.contiguous(0), Kind.BYTE, 1, true, name, new Attributes());
    }

    private Datatype derived(org.reactivempi.Datatype made) {
        return new Datatype(made, kind, unitBytes, false, "", new Attributes());
    }

    /** A type of several basic ones, with displacements in bytes. */
    static Datatype struct(org.reactivempi.Datatype made) {
        return new Datatype(made, Kind.STRUCT, 1, false, "", new Attributes());
    }

    /** The core's type; throws for a null handle. */
    org.reactivempi.Datatype core() {
        org.reactivempi.Datatype type = core;
        if (type == null) {
            throw new MPIException(Codes.ERR_TYPE, "the datatype is null: it has been freed, or is MPI.DATATYPE_NULL");
        }
        return type;
    }

    Kind kind() {
        return kind;
    }

    boolean isObject() {
        return kind == Kind.OBJECT;
    }

    /** Whether this is the one element of its kind, so that an array of them is a plain region. */
    boolean isBasic() {
        return core == kind.element;
    }

    /** Whether elements lie in memory as they travel on a machine of this order: one after the other, without gaps. */
    boolean isDense() {
        return ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN
                && (isBasic() || core.equals(kind.element.contiguous(core.sizeBytes() / kind.unitBytes())));
    }

    private static Datatype make(String call, Supplier<Datatype> maker, Object... arguments) {
        try {
            Job.check();
            return maker.get();
        } catch (RuntimeException e) {
            throw Errors.raise(null, e, call, arguments);
        }
    }

    /** The lower bound. */
    public int getLb() {
        return Math.toIntExact(core().lowerBoundBytes() / unitBytes);
    }

    /** mpiJava 1.2 form of {@link #getLb}. */
    public int Lb() {
        return getLb();
    }

    /** mpiJava 1.2: the upper bound. */
    public int Ub() {
        return Math.toIntExact(core().upperBoundBytes() / unitBytes);
    }

    /** From the lower bound to the upper one: how far apart two elements of this type are. */
    public int getExtent() {
        return Math.toIntExact(core().extentBytes() / unitBytes);
    }

    /** mpiJava 1.2 form of {@link #getExtent}. */
    public int Extent() {
        return getExtent();
    }

    /** The lower bound of the data itself, whatever bounds the type was given. */
    public int getTrueLb() {
        return Math.toIntExact(core().trueLowerBoundBytes() / unitBytes);
    }

    /** The extent of the data itself. */
    public int getTrueExtent() {
        return Math.toIntExact(core().trueExtentBytes() / unitBytes);
    }

    /** How much data there is, without gaps. */
    public int getSize() {
        return Math.toIntExact(core().sizeBytes() / unitBytes);
    }

    /** mpiJava 1.2 form of {@link #getSize}. */
    public int Size() {
        return getSize();
    }

    /** mpiJava 1.2: how many bytes of data there are. */
    public int getByteSize() {
        return Math.toIntExact(core().sizeBytes());
    }

    /** mpiJava 1.2: a number for the basic type, in the order in which {@link MPI} lists them. */
    public int getType() {
        return kind.ordinal();
    }

    /** Commits the type, which does nothing here but to check it. */
    public void commit() {
        make("commit", () -> derived(core()));
    }

    /** mpiJava 1.2 form of {@link #commit}. */
    public void Commit() {
        make("Commit", () -> derived(core()));
    }

    /** Makes this a null handle; types made of it, and operations under way, go on. */
    @Override
    public void free() {
        core = null;
    }

    /** Whether this is a null handle. */
    public boolean isNull() {
        return core == null;
    }

    /** The same as {@link #dup}. */
    @Override
    @SuppressWarnings("MethodDoesntCallSuperMethod")
    public Datatype clone() {
        return dup();
    }

    /** A type of its own that is like this one, with copies of its attributes. */
    public Datatype dup() {
        return make("dup", () -> new Datatype(core(), kind, unitBytes, marker, name, attributes.copy()));
    }

    /** {@code count} elements of a type, one behind the other. */
    public static Datatype createContiguous(int count, Datatype oldType) {
        return make("createContiguous", () -> oldType.derived(oldType.core().contiguous(count)), count, oldType);
    }

    /** mpiJava 1.2 form of {@link #createContiguous}. */
    public static Datatype Contiguous(int count, Datatype oldType) {
        return make("Contiguous", () -> oldType.derived(oldType.core().contiguous(count)), count, oldType);
    }

    /** Blocks at equal distances, {@code stride} elements of the old type from the begin of one to that of the next. */
    public static Datatype createVector(int count, int blockLength, int stride, Datatype oldType) {
        return make(
                "createVector",
                () -> oldType.derived(oldType.core().vector(count, blockLength, stride)),
                count,
                blockLength,
                stride,
                oldType);
    }

    /** mpiJava 1.2 form of {@link #createVector}. */
    public static Datatype Vector(int count, int blockLength, int stride, Datatype oldType) {
        return make(
                "Vector",
                () -> oldType.derived(oldType.core().vector(count, blockLength, stride)),
                count,
                blockLength,
                stride,
                oldType);
    }

    /** Blocks at equal distances, {@code stride} bytes from the begin of one to that of the next. */
    public static Datatype createHVector(int count, int blockLength, int stride, Datatype oldType) {
        return make(
                "createHVector",
                () -> oldType.derived(oldType.core().hvector(count, blockLength, stride)),
                count,
                blockLength,
                stride,
                oldType);
    }

    /** mpiJava 1.2: blocks at equal distances, {@code stride} elements of the basic type from the begin of one to that of the next. */
    public static Datatype Hvector(int count, int blockLength, int stride, Datatype oldType) {
        return make(
                "Hvector",
                () -> oldType.derived(oldType.core().hvector(count, blockLength, (long) stride * oldType.unitBytes)),
                count,
                blockLength,
                stride,
                oldType);
    }

    /** Blocks of different lengths, at displacements in elements of the old type. */
    public static Datatype createIndexed(int[] blockLengths, int[] displacements, Datatype oldType) {
        return make(
                "createIndexed",
                () -> oldType.derived(oldType.core().indexed(longs(blockLengths, 1), longs(displacements, 1))),
                blockLengths,
                displacements,
                oldType);
    }

    /** mpiJava 1.2 form of {@link #createIndexed}. */
    public static Datatype Indexed(int[] blockLengths, int[] displacements, Datatype oldType) {
        return make(
                "Indexed",
                () -> oldType.derived(oldType.core().indexed(longs(blockLengths, 1), longs(displacements, 1))),
                blockLengths,
                displacements,
                oldType);
    }

    /** Blocks of different lengths, at displacements in bytes. */
    public static Datatype createHIndexed(int[] blockLengths, int[] displacements, Datatype oldType) {
        return make(
                "createHIndexed",
                () -> oldType.derived(oldType.core().hindexed(longs(blockLengths, 1), longs(displacements, 1))),
                blockLengths,
                displacements,
                oldType);
    }

    /** mpiJava 1.2: blocks of different lengths, at displacements in elements of the basic type. */
    public static Datatype Hindexed(int[] blockLengths, int[] displacements, Datatype oldType) {
        return make(
                "Hindexed",
                () -> oldType.derived(
                        oldType.core().hindexed(longs(blockLengths, 1), longs(displacements, oldType.unitBytes))),
                blockLengths,
                displacements,
                oldType);
    }

    /** Blocks of different types, at displacements in bytes. */
    public static Datatype createStruct(int[] blockLengths, int[] displacements, Datatype[] types) {
        return make(
                "createStruct",
                () -> struct(built(blockLengths, displacements, types, 1)),
                blockLengths,
                displacements,
                types);
    }

    /**
     * mpiJava 1.2: blocks of types that have one basic type in common, at displacements in elements of it; {@link MPI#LB} and
     * {@link MPI#UB} among them set the bounds.
     */
    public static Datatype Struct(int[] blockLengths, int[] displacements, Datatype[] types) {
        return make(
                "Struct",
                () -> structOfOneKind(blockLengths, displacements, types),
                blockLengths,
                displacements,
                types);
    }

    private static Datatype structOfOneKind(int[] blockLengths, int[] displacements, Datatype[] types) {
        Datatype base = null;
        for (Datatype type : types) {
            if (type.marker) {
                continue;
            }
            if (base != null && base.kind != type.kind) {
                throw new MPIException(
                        Codes.ERR_TYPE, "a struct of mpiJava has one basic type; these are " + base + " and " + type);
            }
            base = type;
        }
        Datatype unit = base == null ? BYTE : base;
        return unit.derived(built(blockLengths, displacements, types, unit.unitBytes));
    }

    private static org.reactivempi.Datatype built(
            int[] blockLengths, int[] displacements, Datatype[] types, int unitBytes) {
        if (blockLengths.length != types.length || displacements.length != types.length) {
            throw new MPIException(
                    Codes.ERR_ARG,
                    blockLengths.length + " block lengths, " + displacements.length + " displacements and "
                            + types.length + " types: there must be as many");
        }
        org.reactivempi.Datatype.StructBuilder builder = org.reactivempi.Datatype.struct();
        Long lower = null;
        Long upper = null;
        for (int i = 0; i < types.length; i++) {
            long at = (long) displacements[i] * unitBytes;
            if (types[i] == LB) {
                lower = at;
            } else if (types[i] == UB) {
                upper = at;
            } else {
                builder.add(at, types[i].core(), blockLengths[i]);
            }
        }
        org.reactivempi.Datatype made = builder.build();
        if (lower == null && upper == null) {
            return made;
        }
        long from = lower == null ? made.lowerBoundBytes() : lower;
        return made.resized(from, (upper == null ? made.upperBoundBytes() : upper) - from);
    }

    /** A type with other bounds, in bytes. */
    public static Datatype createResized(Datatype oldType, int lb, int extent) {
        return make("createResized", () -> oldType.derived(oldType.core().resized(lb, extent)), oldType, lb, extent);
    }

    private static long[] longs(int[] values, int factor) {
        long[] made = new long[values.length];
        for (int i = 0; i < made.length; i++) {
            made[i] = (long) values[i] * factor;
        }
        return made;
    }

    /** Gives this type a name, at most {@link MPI#MAX_OBJECT_NAME} characters. */
    public void setName(String name) {
        if (name == null || name.length() > Codes.MAX_OBJECT_NAME) {
            throw Errors.raise(
                    null,
                    new MPIException(Codes.ERR_ARG, "a name has 0 to " + Codes.MAX_OBJECT_NAME + " characters"),
                    "setName",
                    name);
        }
        this.name = name;
    }

    /** The name; empty unless it was given one. */
    public String getName() {
        return name;
    }

    /** A key for attributes of datatypes. */
    public static int createKeyval() {
        return Attributes.createKeyval();
    }

    /** Frees a key; attributes that were set with it are no longer found. */
    public static void freeKeyval(int keyval) {
        Attributes.freeKeyval(keyval);
    }

    /** Sets an attribute. */
    public void setAttr(int keyval, Object value) {
        attributes.set(keyval, value);
    }

    /** An attribute, or null. */
    public Object getAttr(int keyval) {
        return attributes.get(keyval);
    }

    /** Deletes an attribute. */
    public void deleteAttr(int keyval) {
        attributes.delete(keyval);
    }

    /**
     * The indexes of the array's elements that a message is made of, in the order of the message.
     *
     * @param length the array's
     */
    int[] indexes(int length, int offset, int count) {
        if (count < 0) {
            throw new MPIException(Codes.ERR_COUNT, "count " + count + " is negative");
        }
        if (isBasic() && offset >= 0 && offset <= length - count) {
            return IntStream.range(offset, offset + count).toArray();
        }
        int[] all = new int[length];
        for (int i = 0; i < length; i++) {
            all[i] = i;
        }
        org.reactivempi.Buffer chosen =
                org.reactivempi.Buffer.ints(all).as((long) offset * Kind.OBJECT.unitBytes(), core(), count);
        ByteBuffer packed = ByteBuffer.allocate(Math.toIntExact(chosen.lengthBytes()));
        Packing.pack(chosen, packed);
        int[] indexes = new int[packed.flip().remaining() / Integer.BYTES];
        packed.order(java.nio.ByteOrder.LITTLE_ENDIAN).asIntBuffer().get(indexes);
        return indexes;
    }

    /** The name, or how it is made. */
    @Override
    public String toString() {
        return name.isEmpty() ? String.valueOf(core) : name;
    }
}
