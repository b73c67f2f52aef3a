package org.reactivempi;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.reactivempi.layout.Plan;
import org.reactivempi.layout.TypeMap;

/**
 * The type of a message's elements: a basic type, which is one of the constants here, or one that is derived from others and says
 * where in memory the parts of an element lie.
 *
 * <pre>
 *  Datatype.DOUBLE.vector(3, 1, 4)        a column of a matrix of 3 rows and 4 columns
 *
 *  [#][ ][ ][ ]
 *  [#][ ][ ][ ]
 *  [#][ ][ ][ ]
 * </pre>
 * Types are values: immutable, usable by any thread, and compiled when they are made, so there is nothing to commit and nothing to
 * free. Two types are equal if they were made by the same constructors with the same arguments, whatever their names.
 *
 * <p>Displacements, strides and extents are in bytes where their name says so, and else in elements of the type that the constructor
 * is called on. All of them may be negative. Each constructor throws {@link MpiException}: {@link ErrorClass#COUNT} for a count or a
 * block length that is negative, and where a size, a displacement or a bound is more than a {@code long} holds;
 * {@link ErrorClass#ARG} for arrays of different lengths.
 *
 * @see Buffer#as
 * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#chapter.5">MPI-4.1, 5</a>
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
    /** What {@link Packing#pack} has written, 1 byte; goes with every signature. */
    public static final Datatype PACKED = new Basic("PACKED", Byte.BYTES);
    /** An {@code int} and an {@code int} after it, for {@link Op#MINLOC} and {@link Op#MAXLOC}; extent 8. */
    public static final Datatype INT_INT = pair(INT, "INT_INT");
    /** A {@code short}, and an {@code int} at byte 4; extent 8. */
    public static final Datatype SHORT_INT = pair(SHORT, "SHORT_INT");
    /** A {@code long}, and an {@code int} at byte 8; extent 16. */
    public static final Datatype LONG_INT = pair(LONG, "LONG_INT");
    /** A {@code float}, and an {@code int} at byte 4; extent 8. */
    public static final Datatype FLOAT_INT = pair(FLOAT, "FLOAT_INT");
    /** A {@code double}, and an {@code int} at byte 8; extent 16. */
    public static final Datatype DOUBLE_INT = pair(DOUBLE, "DOUBLE_INT");

    /**
     * Which dimension of an array is the fastest.
     *
     * @since 0.1
     */
    public enum Order {
        /** The last one, as in Java and C ({@code MPI_ORDER_C}). */
        ROW_MAJOR,
        /** The first one ({@code MPI_ORDER_FORTRAN}). */
        COLUMN_MAJOR
    }

    /**
     * What the data in a type is made of.
     *
     * @param basic the basic type of all of it; null if there are several, or if there is no data
     * @param unit the same, but a type of pairs where all of it is pairs of one type
     */
    private record Parts(@Nullable Datatype basic, @Nullable Datatype unit) {

        static final Parts NONE = new Parts(null, null);
    }

    private final TypeMap map;
    private final Plan plan;
    private final long sizeBytes;

    private Datatype(TypeMap map) {
        this.map = map;
        this.plan = Plan.of(map);
        this.sizeBytes = map.size();
    }

    /**
     * What one element takes on the wire ({@code MPI_Type_size}).
     *
     * @return size in bytes, 0 or more
     */
    public final long sizeBytes() {
        return sizeBytes;
    }

    /**
     * Where an element begins ({@code MPI_Type_get_extent}).
     *
     * @return displacement in bytes, of the lowest byte or as {@link #resized} says
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.5.1.7">MPI-4.1, 5.1.7</a>
     */
    public final long lowerBoundBytes() {
        return map.lower();
    }

    /**
     * Where an element ends: {@link #lowerBoundBytes()} plus {@link #extentBytes()}.
     *
     * @return displacement in bytes
     */
    public final long upperBoundBytes() {
        return map.upper();
    }

    /**
     * How far two elements that follow each other are apart in memory ({@code MPI_Type_get_extent}). Rounded up to a multiple of the
     * widest basic type within, unless {@link #resized} says otherwise.
     *
     * @return distance in bytes; may be negative
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.5.1.7">MPI-4.1, 5.1.7</a>
     */
    public final long extentBytes() {
        return map.extent();
    }

    /**
     * Where an element's lowest byte is ({@code MPI_Type_get_true_extent}).
     *
     * @return displacement in bytes; 0 without data
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.5.1.8">MPI-4.1, 5.1.8</a>
     */
    public final long trueLowerBoundBytes() {
        return map.low();
    }

    /**
     * How far it is from an element's lowest byte to the end of its highest one ({@code MPI_Type_get_true_extent}).
     *
     * @return distance in bytes; 0 without data
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.5.1.8">MPI-4.1, 5.1.8</a>
     */
    public final long trueExtentBytes() {
        return map.high() - map.low();
    }

    /**
     * How it was made.
     *
     * @return the constructor and its arguments; {@link Envelope.Named} of a basic type
     */
    public abstract Envelope envelope();

    /** A value and an index, as C lays them out. */
    private static Datatype pair(Datatype value, String name) {
        long index = Math.max(INT.sizeBytes(), value.sizeBytes());
        return Derived.shared(struct().add(0, value).add(index, INT).build(), name);
    }

    /**
     * What people know it by ({@code MPI_Type_get_name}).
     *
     * @return the constant's name of a basic type, what {@link #named} has given to another one, and else the empty text
     */
    public abstract String name();

    /**
     * The same type by another name ({@code MPI_Type_set_name}), which error messages show.
     *
     * @param name without control characters, at most {@link Mpi#MAX_OBJECT_NAME} of others
     * @return an equal type
     * @throws MpiException {@link ErrorClass#ARG} if the name is too long, or has control characters
     */
    public final Datatype named(String name) {
        if (name == null
                || name.length() > Constants.MAX_OBJECT_NAME
                || name.chars().anyMatch(Character::isISOControl)) {
            throw new MpiException(
                    ErrorClass.ARG,
                    "a name of " + (name == null ? "null" : name.length() + " characters")
                            + " is not allowed: a datatype's has 0 to " + Constants.MAX_OBJECT_NAME
                            + ", none of them a control character");
        }
        return this instanceof Derived derived && !derived.isShared
                ? new Derived(envelope(), map, parts(), name, derived.held())
                : new Derived(this instanceof Derived ? envelope() : new Envelope.Dup(this), map, parts(), name);
    }

    /**
     * What libraries have attached to this type. They belong to the object: an equal type has its own, {@link #named} gives a type with the
     * same ones, and {@link #dup} one with copies, where the keys copy. A type is never freed, so its values go when they are deleted or
     * replaced. Where ranks share a JVM, they share the attributes of a type that they share.
     *
     * @return a view of this type, the same at each call
     * @throws MpiException {@link ErrorClass#TYPE} if this is one of the constants here, which belong to all; {@code dup()} of it has
     *     attributes
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.7.7.4">MPI-4.1, 7.7.4</a>
     */
    public abstract Attributes attributes();

    abstract Parts parts();

    /** The basic type of all that is in it; null if there are several, or if there is no data. */
    final @Nullable Datatype base() {
        return parts().basic;
    }

    /** The basic type or the type of pairs that all in it is made of; null if there are several, or if there is no data. */
    final @Nullable Datatype unit() {
        return parts().unit;
    }

    /** The plan of an element. */
    final Plan plan() {
        return plan;
    }

    final TypeMap map() {
        return map;
    }

    /**
     * An equal type ({@code MPI_Type_dup}), without a name, with what the keys of {@link #attributes} copy to it.
     *
     * @return a type whose envelope says that it is a duplicate; what a key's copy function throws is thrown
     */
    public final Datatype dup() {
        return new Derived(new Envelope.Dup(this), map, parts(), "", copies());
    }

    private @Nullable AttributeMap copies() {
        AttributeMap held = this instanceof Derived derived ? derived.attributes : null;
        return held == null ? null : held.copies();
    }

    /**
     * Elements one after the other ({@code MPI_Type_contiguous}).
     *
     * @param count how many, 0 or more
     * @return the type
     */
    public final Datatype contiguous(long count) {
        checkCount("count", count);
        return derived(new Envelope.Contiguous(count, this), () -> map.repeat(count, extentBytes()));
    }

    /**
     * Blocks at equal distances ({@code MPI_Type_vector}).
     *
     * @param count blocks, 0 or more
     * @param blockLength elements in a block, 0 or more
     * @param stride elements from the begin of a block to that of the next one
     * @return the type
     */
    public final Datatype vector(long count, long blockLength, long stride) {
        checkCount("count", count);
        checkCount("block length", blockLength);
        return derived(
                new Envelope.Vector(count, blockLength, stride, this),
                () -> blocks(count, blockLength, Math.multiplyExact(stride, extentBytes())));
    }

    /**
     * Blocks at equal distances in bytes ({@code MPI_Type_create_hvector}).
     *
     * @param count blocks, 0 or more
     * @param blockLength elements in a block, 0 or more
     * @param strideBytes bytes from the begin of a block to that of the next one
     * @return the type
     */
    public final Datatype hvector(long count, long blockLength, long strideBytes) {
        checkCount("count", count);
        checkCount("block length", blockLength);
        return derived(
                new Envelope.HVector(count, blockLength, strideBytes, this),
                () -> blocks(count, blockLength, strideBytes));
    }

    private TypeMap blocks(long count, long blockLength, long strideBytes) {
        return map.repeat(blockLength, extentBytes()).repeat(count, strideBytes);
    }

    /**
     * Blocks of different lengths at different places ({@code MPI_Type_indexed}).
     *
     * @param blockLengths elements in each block, each 0 or more
     * @param displacements where each block begins, in elements
     * @return the type
     */
    public final Datatype indexed(long[] blockLengths, long[] displacements) {
        checkBlocks(blockLengths, displacements);
        return derived(
                new Envelope.Indexed(Longs.of(blockLengths), Longs.of(displacements), this),
                () -> map.blocks(inBytes(displacements), blockLengths));
    }

    /**
     * Blocks of different lengths at different places in bytes ({@code MPI_Type_create_hindexed}).
     *
     * @param blockLengths elements in each block, each 0 or more
     * @param displacementsBytes where each block begins
     * @return the type
     */
    public final Datatype hindexed(long[] blockLengths, long[] displacementsBytes) {
        checkBlocks(blockLengths, displacementsBytes);
        return derived(
                new Envelope.HIndexed(Longs.of(blockLengths), Longs.of(displacementsBytes), this),
                () -> map.blocks(displacementsBytes, blockLengths));
    }

    /**
     * Blocks of one length at different places ({@code MPI_Type_create_indexed_block}).
     *
     * @param blockLength elements in each block, 0 or more
     * @param displacements where each block begins, in elements
     * @return the type
     */
    public final Datatype indexedBlock(long blockLength, long... displacements) {
        checkCount("block length", blockLength);
        return derived(
                new Envelope.IndexedBlock(blockLength, Longs.of(displacements), this),
                () -> map.repeat(blockLength, extentBytes())
                        .blocks(inBytes(displacements), ones(displacements.length)));
    }

    /**
     * Blocks of one length at different places in bytes ({@code MPI_Type_create_hindexed_block}).
     *
     * @param blockLength elements in each block, 0 or more
     * @param displacementsBytes where each block begins
     * @return the type
     */
    public final Datatype hindexedBlock(long blockLength, long... displacementsBytes) {
        checkCount("block length", blockLength);
        return derived(
                new Envelope.HIndexedBlock(blockLength, Longs.of(displacementsBytes), this),
                () -> map.repeat(blockLength, extentBytes())
                        .blocks(displacementsBytes, ones(displacementsBytes.length)));
    }

    /**
     * Blocks of different types ({@code MPI_Type_create_struct}).
     *
     * @return a builder without blocks
     */
    public static StructBuilder struct() {
        return new StructBuilder();
    }

    /**
     * A part of an array of several dimensions ({@code MPI_Type_create_subarray}). Its extent is that of the whole array.
     *
     * @param order which dimension is the fastest
     * @param sizes of the whole array, each 1 or more
     * @param subsizes of the part, each 1 to the size
     * @param starts of the part, each 0 to size minus subsize
     * @return the type
     * @throws MpiException {@link ErrorClass#ARG} if the part is outside the array
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.5.1.3">MPI-4.1, 5.1.3</a>
     */
    public final Datatype subarray(Order order, long[] sizes, long[] subsizes, long[] starts) {
        Envelope envelope = new Envelope.Subarray(order, Longs.of(sizes), Longs.of(subsizes), Longs.of(starts), this);
        return derived(envelope, () -> Grids.subarray(map, order, sizes, subsizes, starts));
    }

    /**
     * A rank's part of an array that is distributed over a grid of ranks ({@code MPI_Type_create_darray}). Its extent is that of the
     * whole array. Ranks are placed in the grid by rows, the last dimension being the fastest.
     *
     * @param rank whose part, 0 to the number of ranks in the grid minus 1
     * @param order which dimension of the array is the fastest
     * @param sizes of the whole array, each 1 or more
     * @param distributions of its dimensions
     * @param grid ranks along each dimension, each 1 or more
     * @return the type
     * @throws MpiException {@link ErrorClass#ARG} if the grid can't hold the array, or has no such rank
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.5.1.4">MPI-4.1, 5.1.4</a>
     */
    public final Datatype darray(int rank, Order order, long[] sizes, List<Distribution> distributions, int[] grid) {
        long[] ranks = new long[grid.length];
        for (int i = 0; i < ranks.length; i++) {
            ranks[i] = grid[i];
        }
        Envelope envelope =
                new Envelope.DArray(rank, order, Longs.of(sizes), List.copyOf(distributions), Longs.of(ranks), this);
        return derived(envelope, () -> Grids.darray(map, rank, order, sizes, distributions, ranks));
    }

    /**
     * The same elements with other bounds ({@code MPI_Type_create_resized}), so that they follow each other at another distance,
     * which may be less than they span: they then interleave.
     *
     * @param lowerBoundBytes the new lower bound
     * @param extentBytes the new extent
     * @return the type
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.5.1.7">MPI-4.1, 5.1.7</a>
     */
    public final Datatype resized(long lowerBoundBytes, long extentBytes) {
        return derived(
                new Envelope.Resized(lowerBoundBytes, extentBytes, this),
                () -> map.resized(lowerBoundBytes, extentBytes));
    }

    /**
     * The struct that a C compiler makes of a record's components: each at a multiple of its size, the whole a multiple of the widest.
     * {@link RecordType} sends and receives records themselves with the same signature.
     *
     * @param record the class of records; its components are primitives, arrays of them with a {@link FixedLength}, and records of
     *     such components
     * @return the type
     * @throws MpiException {@link ErrorClass#TYPE} if a component has no fixed size
     */
    public static Datatype ofRecord(Class<? extends Record> record) {
        return RecordLayout.of(record).type();
    }

    private Datatype derived(Envelope envelope, Supplier<TypeMap> maker) {
        TypeMap made = exact(envelope, maker);
        return new Derived(envelope, made, made.size() == 0 ? Parts.NONE : parts(), "");
    }

    private static TypeMap exact(Envelope envelope, Supplier<TypeMap> maker) {
        try {
            return maker.get();
        } catch (ArithmeticException overflow) {
            throw new MpiException(
                    ErrorClass.COUNT,
                    "a size or bound of " + TypeText.of(envelope) + " is more than a long holds",
                    overflow);
        }
    }

    private long[] inBytes(long[] displacements) {
        long[] bytes = new long[displacements.length];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = Math.multiplyExact(displacements[i], extentBytes());
        }
        return bytes;
    }

    private static long[] ones(int length) {
        return Collections.nCopies(length, 1L).stream().mapToLong(one -> one).toArray();
    }

    private static void checkBlocks(long[] blockLengths, long[] displacements) {
        if (blockLengths.length != displacements.length) {
            throw new MpiException(
                    ErrorClass.ARG,
                    blockLengths.length + " block lengths and " + displacements.length
                            + " displacements: there must be as many");
        }
        for (long blockLength : blockLengths) {
            checkCount("block length", blockLength);
        }
    }

    private static void checkCount(String what, long value) {
        if (value < 0) {
            throw new MpiException(ErrorClass.COUNT, what + " " + value + " is negative");
        }
    }

    /** Whether both were made by the same constructors with the same arguments, whatever their names. */
    @Override
    public final boolean equals(@Nullable Object other) {
        return this == other
                || other instanceof Datatype that
                        && plan == that.plan
                        && map.lower() == that.map.lower()
                        && origin(this).equals(origin(that));
    }

    @Override
    public final int hashCode() {
        return plan.hashCode();
    }

    /** What a type was made by, without duplicates on the way; itself of a basic type. */
    private static Object origin(Datatype type) {
        Envelope envelope = type.envelope();
        while (envelope instanceof Envelope.Dup dup) {
            envelope = dup.type().envelope();
        }
        return envelope instanceof Envelope.Named named ? named.type().name() : envelope;
    }

    /** Its name, or what it was made by. */
    @Override
    public final String toString() {
        return name().isEmpty() ? TypeText.of(envelope()) : name();
    }

    /**
     * Collects the blocks of a struct, each of its own type.
     *
     * @since 0.1
     */
    public static final class StructBuilder {

        private final List<Long> displacements = new ArrayList<>();
        private final List<Long> blockLengths = new ArrayList<>();
        private final List<Datatype> types = new ArrayList<>();

        private StructBuilder() {}

        /**
         * Adds an element.
         *
         * @param displacementBytes where it is
         * @param type of it
         * @return this
         */
        public StructBuilder add(long displacementBytes, Datatype type) {
            return add(displacementBytes, type, 1);
        }

        /**
         * Adds a block of elements that follow each other.
         *
         * @param displacementBytes where the first one is
         * @param type of each
         * @param blockLength how many, 0 or more
         * @return this
         * @throws MpiException {@link ErrorClass#COUNT} if the length is negative, {@link ErrorClass#TYPE} if there is no type
         */
        public StructBuilder add(long displacementBytes, Datatype type, long blockLength) {
            checkCount("block length", blockLength);
            if (type == null) {
                throw new MpiException(ErrorClass.TYPE, "the type of block " + types.size() + " of a struct is null");
            }
            displacements.add(displacementBytes);
            blockLengths.add(blockLength);
            types.add(type);
            return this;
        }

        /**
         * The struct of all that was added, with the lower bound 0 and this extent: {@link #build} and {@link Datatype#resized}.
         *
         * @param extentBytes from element to element
         * @return the type
         */
        public Datatype build(long extentBytes) {
            return build().resized(0, extentBytes);
        }

        /**
         * The struct of all that was added, in that order. The builder can be used on.
         *
         * @return the type
         */
        public Datatype build() {
            long[] at = Longs.toArray(displacements);
            long[] counts = Longs.toArray(blockLengths);
            Envelope envelope = new Envelope.Struct(Longs.of(counts), Longs.of(at), List.copyOf(types));
            List<TypeMap> maps = types.stream().map(Datatype::map).toList();
            return new Derived(envelope, exact(envelope, () -> TypeMap.struct(at, counts, maps)), parts(), "");
        }

        private Parts parts() {
            return new Parts(common(Datatype::base), common(Datatype::unit));
        }

        private @Nullable Datatype common(Function<Datatype, @Nullable Datatype> part) {
            Datatype common = null;
            for (int i = 0; i < types.size(); i++) {
                Datatype type = types.get(i);
                if (blockLengths.get(i) > 0 && type.sizeBytes() > 0) {
                    Datatype own = part.apply(type);
                    if (own == null || common != null && common != own) {
                        return null;
                    }
                    common = own;
                }
            }
            return common;
        }
    }

    /** One primitive of Java. */
    private static final class Basic extends Datatype {

        private final String name;
        private final Parts parts = new Parts(this, this);

        Basic(String name, int sizeBytes) {
            super(TypeMap.basic(sizeBytes));
            this.name = name;
        }

        @Override
        public Envelope envelope() {
            return new Envelope.Named(this);
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public Attributes attributes() {
            throw shared(name);
        }

        @Override
        Parts parts() {
            return parts;
        }
    }

    private static MpiException shared(String name) {
        return new MpiException(
                ErrorClass.TYPE,
                name + " belongs to all, and has no attributes; a duplicate of it, by dup(), has its own");
    }

    /** A type made of others. */
    private static final class Derived extends Datatype {

        private final Envelope envelope;
        private final Parts parts;
        private final String name;
        /** Whether it is one of the constants. */
        private final boolean isShared;
        /** Null as long as nobody has asked for them. */
        private volatile @Nullable AttributeMap attributes;

        Derived(Envelope envelope, TypeMap map, Parts parts, String name) {
            this(envelope, map, parts, name, null);
        }

        Derived(Envelope envelope, TypeMap map, Parts parts, String name, @Nullable AttributeMap attributes) {
            super(map);
            this.envelope = envelope;
            this.parts = parts;
            this.name = name;
            this.attributes = attributes;
            this.isShared = false;
        }

        private Derived(Datatype like, String name) {
            super(like.map());
            this.envelope = like.envelope();
            this.parts = new Parts(like.base(), this);
            this.name = name;
            this.isShared = true;
        }

        /** One of the constants, of pairs. */
        static Derived shared(Datatype like, String name) {
            return new Derived(like, name);
        }

        @Override
        public Attributes attributes() {
            if (isShared) {
                throw Datatype.shared(name);
            }
            return held();
        }

        private AttributeMap held() {
            AttributeMap made = attributes;
            if (made == null) {
                synchronized (this) {
                    made = attributes;
                    if (made == null) {
                        made = new AttributeMap();
                        attributes = made;
                    }
                }
            }
            return made;
        }

        @Override
        public Envelope envelope() {
            return envelope;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        Parts parts() {
            return parts;
        }
    }
}
