package org.reactivempi;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Objects;
import java.util.function.BinaryOperator;
import java.util.function.DoubleBinaryOperator;
import java.util.function.IntBinaryOperator;
import java.util.function.LongBinaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What a reduction does with the elements of all ranks, two by two.
 *
 * <p>Each operation is taken to be associative. One that is not {@linkplain #isCommutative() commutative} is applied in ascending
 * order of the ranks, so that only the brackets are free; the brackets depend on nothing but the arguments, so the same call
 * gives the same bits each time.
 *
 * <p>Which elements the predefined ones take:
 *
 * <table>
 * <caption>Operations and types</caption>
 * <tr><th>operation</th><th>types</th></tr>
 * <tr><td>{@link #MAX}, {@link #MIN}, {@link #SUM}, {@link #PROD}</td>
 *     <td>{@code BYTE}, {@code SHORT}, {@code INT}, {@code LONG}, {@code FLOAT}, {@code DOUBLE}</td></tr>
 * <tr><td>{@link #LAND}, {@link #LOR}, {@link #LXOR}</td><td>{@code BOOLEAN} and integers, where 0 is false</td></tr>
 * <tr><td>{@link #BAND}, {@link #BOR}, {@link #BXOR}</td><td>{@code BYTE}, {@code SHORT}, {@code INT}, {@code LONG}</td></tr>
 * <tr><td>{@link #MINLOC}, {@link #MAXLOC}</td><td>{@code INT_INT}, {@code SHORT_INT}, {@code LONG_INT}, {@code FLOAT_INT},
 *     {@code DOUBLE_INT}</td></tr>
 * </table>
 *
 * <p>Integers wrap around, floating point is Java's own: {@code Math.max} and {@code Math.min}, for which NaN wins and -0.0 is below
 * 0.0, and no fused multiplication. Other
 * derived types take the operations of users only. Operations are immutable, and any thread may use them.
 *
 * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#section.6.9">MPI-4.1, 6.9</a>
 * @since 0.1
 */
public final class Op {

    /** The greatest ({@code MPI_MAX}). */
    public static final Op MAX = predefined(BasicOp.MAX);
    /** The least ({@code MPI_MIN}). */
    public static final Op MIN = predefined(BasicOp.MIN);
    /** The sum ({@code MPI_SUM}). */
    public static final Op SUM = predefined(BasicOp.SUM);
    /** The product ({@code MPI_PROD}). */
    public static final Op PROD = predefined(BasicOp.PROD);
    /** Whether all are true ({@code MPI_LAND}). */
    public static final Op LAND = predefined(BasicOp.LAND);
    /** Whether any is true ({@code MPI_LOR}). */
    public static final Op LOR = predefined(BasicOp.LOR);
    /** Whether an odd number of them is true ({@code MPI_LXOR}). */
    public static final Op LXOR = predefined(BasicOp.LXOR);
    /** And, bit by bit ({@code MPI_BAND}). */
    public static final Op BAND = predefined(BasicOp.BAND);
    /** Or, bit by bit ({@code MPI_BOR}). */
    public static final Op BOR = predefined(BasicOp.BOR);
    /** Exclusive or, bit by bit ({@code MPI_BXOR}). */
    public static final Op BXOR = predefined(BasicOp.BXOR);
    /** The least value, as {@code Math.min} has it, with the least of the indices that it has ({@code MPI_MINLOC}). */
    public static final Op MINLOC = new Op("MINLOC", true, type -> PairReduction.of(type, false));
    /** The greatest value, as {@code Math.max} has it, with the least of the indices that it has ({@code MPI_MAXLOC}). */
    public static final Op MAXLOC = new Op("MAXLOC", true, type -> PairReduction.of(type, true));

    /**
     * In place of what was there ({@code MPI_REPLACE}): an operation for the accumulates of a {@link Window} alone, in any type of basic
     * elements.
     */
    public static final Op REPLACE = new Op("REPLACE", false, type -> null);
    /**
     * Nothing is changed ({@code MPI_NO_OP}): an operation for {@link Window#getAccumulate} and {@link Window#fetchAndOp} alone, which
     * read what is there as one of the accumulates.
     */
    public static final Op NO_OP = new Op("NO_OP", false, type -> null);

    private final String name;
    private final boolean commutative;
    private final Factory reducers;

    private Op(String name, boolean commutative, Factory reducers) {
        this.name = name;
        this.commutative = commutative;
        this.reducers = reducers;
    }

    private static Op predefined(BasicOp op) {
        return new Op(op.name(), true, type -> BasicReduction.of(op, type));
    }

    /** Makes what reduces elements of a type; null if the operation has no meaning for it. */
    @FunctionalInterface
    private interface Factory {

        @Nullable
        Reducer of(Datatype type);
    }

    /**
     * An operation of one's own on blocks of elements, the form that costs least for each element ({@code MPI_Op_create}).
     *
     * @param function is called with a part of the vectors, any number of times, on the progress thread or the one that blocks on the
     *     reduction; what it throws fails the reduction on all ranks that depend on it with {@link ErrorClass#OP}. It must not block
     * @return an operation for every type, which is not commutative unless {@link #commutative()} says so
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.6.9.5">MPI-4.1, 6.9.5</a>
     */
    public static Op of(BlockFunction function) {
        Objects.requireNonNull(function, "function");
        return user("user", type -> new UserReduction(type, function));
    }

    /**
     * An operation of one's own on {@code int}s.
     *
     * @param function as in {@link #of(BlockFunction)}
     * @return an operation for {@link Datatype#INT}, not commutative
     */
    public static Op ofInts(IntBinaryOperator function) {
        Objects.requireNonNull(function, "function");
        return user(Datatype.INT, (left, right, type, count) -> {
            for (int at = 0; at < right.limit(); at += Integer.BYTES) {
                right.putInt(at, function.applyAsInt(left.getInt(at), right.getInt(at)));
            }
        });
    }

    /**
     * An operation of one's own on {@code long}s.
     *
     * @param function as in {@link #of(BlockFunction)}
     * @return an operation for {@link Datatype#LONG}, not commutative
     */
    public static Op ofLongs(LongBinaryOperator function) {
        Objects.requireNonNull(function, "function");
        return user(Datatype.LONG, (left, right, type, count) -> {
            for (int at = 0; at < right.limit(); at += Long.BYTES) {
                right.putLong(at, function.applyAsLong(left.getLong(at), right.getLong(at)));
            }
        });
    }

    /**
     * An operation of one's own on {@code double}s.
     *
     * @param function as in {@link #of(BlockFunction)}
     * @return an operation for {@link Datatype#DOUBLE}, not commutative
     */
    public static Op ofDoubles(DoubleBinaryOperator function) {
        Objects.requireNonNull(function, "function");
        return user(Datatype.DOUBLE, (left, right, type, count) -> {
            for (int at = 0; at < right.limit(); at += Double.BYTES) {
                right.putDouble(at, function.applyAsDouble(left.getDouble(at), right.getDouble(at)));
            }
        });
    }

    /**
     * An operation of one's own on objects that a codec turns into elements, such as records.
     *
     * @param <T> what the elements are
     * @param function as in {@link #of(BlockFunction)}
     * @param codec encodes each object in exactly as many bytes as an element of the reduction's type has
     * @return an operation for every type, not commutative
     */
    public static <T> Op of(BinaryOperator<T> function, Codec<T> codec) {
        Objects.requireNonNull(function, "function");
        Objects.requireNonNull(codec, "codec");
        return user("user", type -> new UserReduction(type, new ObjectFunction<>(function, codec)));
    }

    private static Op user(Datatype only, BlockFunction function) {
        return user("user", type -> type.equals(only) ? new UserReduction(type, function) : null);
    }

    private static Op user(String name, Factory reducers) {
        return new Op(name, false, reducers);
    }

    /**
     * The same operation, known to be commutative, which lets reductions take shorter ways.
     *
     * @return an operation
     */
    public Op commutative() {
        return commutative ? this : new Op(name, true, reducers);
    }

    /**
     * Whether operands may change places ({@code MPI_Op_commutative}).
     *
     * @return true for the predefined ones, and for operations that were declared so
     */
    public boolean isCommutative() {
        return commutative;
    }

    /**
     * What reduces elements of a type.
     *
     * @param type of the elements
     * @return a new one, for one thread at a time
     * @throws MpiException {@link ErrorClass#OP} if the operation has no meaning for the type
     */
    public Reducer reducer(Datatype type) {
        Reducer reducer = reducers.of(type);
        if (reducer == null) {
            throw new MpiException(ErrorClass.OP, "the operation " + name + " has no meaning for " + type);
        }
        return reducer;
    }

    /**
     * Reduces two buffers of this rank, without communication ({@code MPI_Reduce_local}).
     *
     * @param left what stands on the left
     * @param right what stands on the right, and becomes the result
     * @throws MpiException {@link ErrorClass#OP} if the operation has no meaning for the type, or if it throws;
     *     {@link ErrorClass#TYPE} or {@link ErrorClass#COUNT} if the buffers differ in that; as {@link Payload#check} for
     *     regions
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.6.9.7">MPI-4.1, 6.9.7</a>
     */
    public void reduceLocal(SendBuffer left, Buffer right) {
        Payload own = Payload.of(left);
        Payload result = Payload.of(right);
        own.check(false);
        result.check(true);
        if (!own.datatype().equals(result.datatype())) {
            throw new MpiException(
                    ErrorClass.TYPE,
                    "elements of " + own.datatype() + " and of " + result.datatype() + " don't go together");
        }
        if (own.count() != result.count()) {
            throw new MpiException(
                    ErrorClass.COUNT,
                    "there are " + own.count() + " elements on the left, " + result.count() + " on the right");
        }
        Reducer reducer = reducer(own.datatype());
        long lengthBytes = result.lengthBytes();
        int tile = (int) Math.min(
                lengthBytes, Math.max(1, BasicReduction.TILE / reducer.elementBytes()) * (long) reducer.elementBytes());
        ByteBuffer first = ByteBuffer.allocate(tile).order(ByteOrder.LITTLE_ENDIAN);
        ByteBuffer second = ByteBuffer.allocate(tile).order(ByteOrder.LITTLE_ENDIAN);
        for (long done = 0; done < lengthBytes; done += second.limit()) {
            int length = (int) Math.min(tile, lengthBytes - done);
            own.copyTo(done, first.clear().limit(length));
            result.copyTo(done, second.clear().limit(length));
            reducer.reduce(
                    first.flip().order(ByteOrder.LITTLE_ENDIAN), second.flip().order(ByteOrder.LITTLE_ENDIAN));
            result.copyFrom(done, second.rewind().limit(length));
        }
    }

    @Override
    public String toString() {
        return name;
    }

    /** Reduces elements of one type as they travel: one after the other, without gaps, in little-endian order. */
    public interface Reducer {

        /**
         * How long an element is.
         *
         * @return size in bytes, 1 or more
         */
        int elementBytes();

        /**
         * Whether it runs code of the program's, as operations of one's own do, so that nothing else may wait for it.
         *
         * @return false unless overridden
         */
        default boolean isUsers() {
            return false;
        }

        /**
         * Puts {@code left op right} in place of {@code right}.
         *
         * @param left whole elements, from position 0 to the limit, in little-endian order
         * @param right as many; position and order are unspecified afterwards
         * @throws MpiException {@link ErrorClass#OP} if a function of the user's throws, which is the cause
         */
        void reduce(ByteBuffer left, ByteBuffer right);

        /**
         * Reduces what has come with elements of a buffer, in the buffers' own memory, if that is possible.
         *
         * @param own holds elements of this type
         * @param ownAt where those of {@code own} begin, in bytes of its payload, at an element's beginning
         * @param incoming whole elements, from its position to its limit, in little-endian order; with true, all of it is taken
         * @param result gets as many elements, and may be {@code own}
         * @param resultAt where, as {@code ownAt}
         * @param incomingFirst whether what has come stands on the left of the operation
         * @return false if nothing was done, and {@link #reduce(ByteBuffer, ByteBuffer)} is to do it, as unless overridden
         */
        default boolean reduce(
                Payload own, long ownAt, ByteBuffer incoming, Payload result, long resultAt, boolean incomingFirst) {
            return false;
        }

        /**
         * Reduces elements of two buffers, straight in the buffers' own memory, if that is possible.
         *
         * @param own holds elements of this type
         * @param ownAt where those of {@code own} begin, in bytes of its payload, at an element's beginning
         * @param other holds elements of this type, has no memory in common with {@code result}, and isn't written
         * @param otherAt where, as {@code ownAt}
         * @param result gets as many elements, and may be {@code own}
         * @param resultAt where, as {@code ownAt}
         * @param count how many elements, 1 or more
         * @param otherFirst whether those of {@code other} stand on the left of the operation
         * @return false if nothing was done, and another {@code reduce} is to do it, as unless overridden
         */
        default boolean reduce(
                Payload own,
                long ownAt,
                Payload other,
                long otherAt,
                Payload result,
                long resultAt,
                int count,
                boolean otherFirst) {
            return false;
        }

        /**
         * Memory for elements on their way, of the kind that is reduced fastest.
         *
         * @param count how many elements, 0 or more
         * @return a buffer of this type's elements, all zero; null if bytes are as good, as unless overridden
         * @throws OutOfMemoryError if the heap has no room for it
         */
        default @Nullable Payload memory(int count) {
            return null;
        }
    }

    /** An operation of one's own. */
    @FunctionalInterface
    public interface BlockFunction {

        /**
         * Puts {@code left op right} in place of {@code right}, element by element.
         *
         * @param left elements from position 0 to the limit, in little-endian order; read-only
         * @param right as many
         * @param type of the elements
         * @param count how many there are
         */
        void reduce(ByteBuffer left, ByteBuffer right, Datatype type, int count);
    }

    /** Calls a function of the user's. */
    private static final class UserReduction implements Reducer {

        private final Datatype type;
        private final BlockFunction function;

        UserReduction(Datatype type, BlockFunction function) {
            this.type = type;
            this.function = function;
        }

        @Override
        public boolean isUsers() {
            return true;
        }

        @Override
        public int elementBytes() {
            return Math.toIntExact(type.sizeBytes());
        }

        @Override
        public void reduce(ByteBuffer left, ByteBuffer right) {
            try {
                function.reduce(
                        left.asReadOnlyBuffer().order(ByteOrder.LITTLE_ENDIAN),
                        right,
                        type,
                        right.remaining() / elementBytes());
            } catch (MpiException known) {
                throw known;
            } catch (Throwable e) {
                throw new MpiException(ErrorClass.OP, "the operation has thrown " + e, e);
            }
        }
    }

    /** Objects in elements of a fixed length. */
    private record ObjectFunction<T>(BinaryOperator<T> function, Codec<T> codec) implements BlockFunction {

        @Override
        public void reduce(ByteBuffer left, ByteBuffer right, Datatype type, int count) {
            int element = Math.toIntExact(type.sizeBytes());
            for (int i = 0; i < count; i++) {
                T first = codec.decode(element(left, i, element));
                T second = codec.decode(element(right, i, element));
                put(codec.encode(function.apply(first, second)), right, i, element);
            }
        }

        private static ByteBuffer element(ByteBuffer all, int i, int bytes) {
            return all.slice(i * bytes, bytes).order(ByteOrder.LITTLE_ENDIAN);
        }

        private void put(SendBuffer encoded, ByteBuffer all, int i, int bytes) {
            if (encoded.lengthBytes() != bytes) {
                throw new MpiException(
                        ErrorClass.CONVERSION,
                        "the codec has made " + encoded.lengthBytes() + " bytes of a result, an element has " + bytes);
            }
            Payload.of(encoded).copyTo(0, all.slice(i * bytes, bytes));
        }
    }
}
