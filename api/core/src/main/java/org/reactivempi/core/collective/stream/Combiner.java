package org.reactivempi.core.collective.stream;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Objects;
import java.util.function.BinaryOperator;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Codec;
import org.reactivempi.Datatype;
import org.reactivempi.ErrorClass;
import org.reactivempi.MpiException;
import org.reactivempi.Op;
import org.reactivempi.Payload;

/**
 * What a reduction does with two elements, which lie as bytes.
 *
 * @param <T> the values' type
 */
public interface Combiner<T> {

    /** A value of this rank's; called where its publisher gives it. */
    byte[] encode(T value);

    /** {@code left op right}, perhaps in the memory of one of them; throws an {@link MpiException} if that can't be. */
    byte[] combine(byte[] left, byte[] right);

    /** An operation of MPI's, on elements of the type that the codec gives. */
    static <T> Combiner<T> of(Op op, Codec<T> codec) {
        return new OfOp<>(op, codec);
    }

    /** A function on the values. */
    static <T> Combiner<T> of(BinaryOperator<T> function, Codec<T> codec) {
        return new OfFunction<>(function, codec);
    }

    /** Knows the type from the first value on, which comes before anything is reduced with it. */
    final class OfOp<T> implements Combiner<T> {

        private final Op op;
        private final Codec<T> codec;
        private @Nullable Datatype type;
        private Op.@Nullable Reducer reducer;

        OfOp(Op op, Codec<T> codec) {
            this.op = op;
            this.codec = codec;
        }

        @Override
        public byte[] encode(T value) {
            Payload data = Elements.encoded(codec, value);
            if (type == null) {
                type = data.datatype();
                reducer = op.reducer(type);
            } else if (!type.equals(data.datatype())) {
                throw new MpiException(
                        ErrorClass.TYPE,
                        "a value of " + data.datatype() + " follows on values of " + type
                                + ", which don't go together");
            }
            return Elements.bytes(data);
        }

        @Override
        public byte[] combine(byte[] left, byte[] right) {
            if (left.length != right.length) {
                throw new MpiException(
                        ErrorClass.COUNT,
                        "elements of " + left.length + " and of " + right.length + " bytes can't be reduced");
            }
            Objects.requireNonNull(reducer)
                    .reduce(
                            ByteBuffer.wrap(left).order(ByteOrder.LITTLE_ENDIAN),
                            ByteBuffer.wrap(right).order(ByteOrder.LITTLE_ENDIAN));
            return right;
        }
    }

    /** Reads both, and writes the result. */
    record OfFunction<T>(BinaryOperator<T> function, Codec<T> codec) implements Combiner<T> {

        @Override
        public byte[] encode(T value) {
            return Elements.bytes(Elements.encoded(codec, value));
        }

        @Override
        public byte[] combine(byte[] left, byte[] right) {
            T result;
            try {
                result = Objects.requireNonNull(
                        function.apply(Elements.decoded(codec, left), Elements.decoded(codec, right)), "null");
            } catch (MpiException known) {
                throw known;
            } catch (Throwable thrown) {
                throw new MpiException(ErrorClass.OP, "the operation has thrown " + thrown, thrown);
            }
            return encode(result);
        }
    }
}
