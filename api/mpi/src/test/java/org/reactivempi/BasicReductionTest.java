package org.reactivempi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each predefined operation on each basic type, whose loops are made of one source, against one element at a time. */
class BasicReductionTest {

    private static final long SEED = 20261127;
    private static final int OFFSET = 3;
    /** None, few, as many as a loop copies, more, and more than a tile. */
    private static final int[] COUNTS = {0, 1, 16, 17, 3 * BasicReduction.TILE / 2};

    private static final List<Op> ARITHMETIC = List.of(Op.MAX, Op.MIN, Op.SUM, Op.PROD);
    private static final List<Op> LOGICAL = List.of(Op.LAND, Op.LOR, Op.LXOR);
    private static final List<Op> BITWISE = List.of(Op.BAND, Op.BOR, Op.BXOR);

    private static Stream<Op> of(PrimitiveKind kind) {
        return switch (kind) {
            case BYTES, SHORTS, INTS, LONGS ->
                Stream.of(ARITHMETIC, LOGICAL, BITWISE).flatMap(List::stream);
            case FLOATS, DOUBLES -> ARITHMETIC.stream();
            case BOOLEANS -> LOGICAL.stream();
            case CHARS -> Stream.of();
        };
    }

    static Stream<Arguments> meaningful() {
        return Stream.of(PrimitiveKind.values()).flatMap(kind -> of(kind).map(op -> Arguments.of(kind, op)));
    }

    static Stream<Arguments> meaningless() {
        return Stream.of(PrimitiveKind.values())
                .flatMap(kind -> Stream.of(ARITHMETIC, LOGICAL, BITWISE)
                        .flatMap(List::stream)
                        .filter(op -> of(kind).noneMatch(op::equals))
                        .map(op -> Arguments.of(kind, op)));
    }

    private record Operands(PrimitiveKind kind, Object left, Object right, int count) {

        static Operands random(PrimitiveKind kind, int count) {
            Random random = new Random(SEED + count);
            return new Operands(
                    kind,
                    kind.randomArray(OFFSET + count + 1, random),
                    kind.randomArray(OFFSET + count + 1, random),
                    count);
        }

        Buffer leftPart() {
            return kind.region(left, OFFSET, count);
        }

        Buffer rightPart() {
            return kind.region(right, OFFSET, count);
        }

        /** What is there after the operation, the elements around included. */
        byte[] expected(Op op) {
            int width = (int) kind.datatype.sizeBytes();
            byte[] all = kind.bytesOf(right, OFFSET + count + 1);
            ByteBuffer x =
                    ByteBuffer.wrap(kind.bytesOf(left, OFFSET + count + 1)).order(ByteOrder.LITTLE_ENDIAN);
            ByteBuffer y = ByteBuffer.wrap(all).order(ByteOrder.LITTLE_ENDIAN);
            for (int at = OFFSET * width; at < (OFFSET + count) * width; at += width) {
                switch (kind) {
                    case BYTES, BOOLEANS -> y.put(at, (byte) whole(op, x.get(at), y.get(at)));
                    case SHORTS -> y.putShort(at, (short) whole(op, x.getShort(at), y.getShort(at)));
                    case CHARS -> throw new IllegalStateException("not for chars");
                    case INTS -> y.putInt(at, (int) whole(op, x.getInt(at), y.getInt(at)));
                    case LONGS -> y.putLong(at, whole(op, x.getLong(at), y.getLong(at)));
                    case FLOATS -> y.putFloat(at, fraction(op, x.getFloat(at), y.getFloat(at)));
                    case DOUBLES -> y.putDouble(at, fraction(op, x.getDouble(at), y.getDouble(at)));
                }
            }
            return oneNaN(all);
        }

        byte[] actual() {
            return oneNaN(kind.bytesOf(right, OFFSET + count + 1));
        }

        /** Which of two NaNs is their sum is the compiler's choice. */
        private byte[] oneNaN(byte[] elements) {
            ByteBuffer all = ByteBuffer.wrap(elements).order(ByteOrder.LITTLE_ENDIAN);
            if (kind == PrimitiveKind.FLOATS) {
                for (int at = 0; at < elements.length; at += Float.BYTES) {
                    all.putInt(at, Float.floatToIntBits(all.getFloat(at)));
                }
            } else if (kind == PrimitiveKind.DOUBLES) {
                for (int at = 0; at < elements.length; at += Double.BYTES) {
                    all.putLong(at, Double.doubleToLongBits(all.getDouble(at)));
                }
            }
            return elements;
        }

        private static long whole(Op op, long x, long y) {
            return switch (op.toString()) {
                case "MAX" -> Math.max(x, y);
                case "MIN" -> Math.min(x, y);
                case "SUM" -> x + y;
                case "PROD" -> x * y;
                case "LAND" -> x != 0 && y != 0 ? 1 : 0;
                case "LOR" -> x != 0 || y != 0 ? 1 : 0;
                case "LXOR" -> (x != 0) != (y != 0) ? 1 : 0;
                case "BAND" -> x & y;
                case "BOR" -> x | y;
                default -> x ^ y;
            };
        }

        private static float fraction(Op op, float x, float y) {
            return switch (op.toString()) {
                case "MAX" -> Math.max(x, y);
                case "MIN" -> Math.min(x, y);
                case "SUM" -> x + y;
                default -> x * y;
            };
        }

        private static double fraction(Op op, double x, double y) {
            return switch (op.toString()) {
                case "MAX" -> Math.max(x, y);
                case "MIN" -> Math.min(x, y);
                case "SUM" -> x + y;
                default -> x * y;
            };
        }
    }

    private static Stream<Operands> operands(PrimitiveKind kind) {
        return IntStream.of(COUNTS).mapToObj(count -> Operands.random(kind, count));
    }

    @ParameterizedTest
    @MethodSource("meaningful")
    @DisplayName("bytes are reduced as each pair of elements would be")
    void bytes(PrimitiveKind kind, Op op) {
        operands(kind).forEach(operands -> {
            byte[] expected = operands.expected(op);
            op.reduceLocal(operands.leftPart(), operands.rightPart());
            assertThat(operands.actual()).isEqualTo(expected);
        });
    }

    @ParameterizedTest
    @MethodSource("meaningful")
    @DisplayName("what has come is reduced into an array, at any index of it, or nothing is done")
    void incoming(PrimitiveKind kind, Op op) {
        operands(kind).forEach(operands -> {
            byte[] expected = operands.expected(op);
            ByteBuffer incoming = ByteBuffer.allocate((int) operands.leftPart().lengthBytes());
            Payload.of(operands.leftPart()).copyTo(0, incoming);
            incoming.flip().order(ByteOrder.LITTLE_ENDIAN);
            Payload own = Payload.of(operands.rightPart());
            byte[] before = operands.actual();
            if (op.reducer(kind.datatype).reduce(own, 0, incoming, own, 0, true)) {
                assertThat(operands.actual()).isEqualTo(expected);
                assertThat(incoming.hasRemaining()).isFalse();
            } else {
                assertThat(kind.datatype.sizeBytes()).isLessThan(Integer.BYTES);
                assertThat(operands.actual()).isEqualTo(before);
            }
        });
    }

    @ParameterizedTest
    @MethodSource("meaningful")
    @DisplayName("arrays are reduced into an array, at any index of theirs, or nothing is done")
    void arrays(PrimitiveKind kind, Op op) {
        operands(kind).forEach(operands -> {
            byte[] expected = operands.expected(op);
            byte[] before = operands.actual();
            Payload own = Payload.of(operands.rightPart());
            if (op.reducer(kind.datatype)
                    .reduce(own, 0, Payload.of(operands.leftPart()), 0, own, 0, operands.count(), true)) {
                assertThat(operands.actual()).isEqualTo(expected);
            } else {
                assertThat(kind.datatype.sizeBytes()).isLessThan(Integer.BYTES);
                assertThat(operands.actual()).isEqualTo(before);
            }
        });
    }

    @ParameterizedTest
    @MethodSource("meaningless")
    @DisplayName("an operation that has no meaning for a type is refused")
    void refused(PrimitiveKind kind, Op op) {
        assertThatThrownBy(() -> op.reducer(kind.datatype))
                .isInstanceOfSatisfying(
                        MpiException.class, e -> assertThat(e.errorClass()).isEqualTo(ErrorClass.OP))
                .hasMessageContaining(op + " has no meaning for " + kind.datatype);
    }
}
