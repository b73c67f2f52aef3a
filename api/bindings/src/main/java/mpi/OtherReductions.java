package mpi;

import java.nio.ByteBuffer;
import java.util.function.IntBinaryOperator;
import org.reactivempi.Datatype;
import org.reactivempi.Op;

/**
 * What the predefined operations do with elements that the core leaves to programs: characters, which are numbers here, complex numbers, and
 * mpiJava's pairs of one type.
 */
final class OtherReductions {

    private static final Datatype FLOATS = Datatype.FLOAT.contiguous(2);
    private static final Datatype DOUBLES = Datatype.DOUBLE.contiguous(2);

    private OtherReductions() {}

    /** An operation by its name for a type, or null where the core has it, or nobody. */
    static Op of(String name, Datatype type) {
        if (type.equals(Datatype.CHAR)) {
            IntBinaryOperator function = ofChars(name);
            return function == null
                    ? null
                    : commutative(
                            (left, right, at) ->
                                    right.putChar(at, (char) function.applyAsInt(left.getChar(at), right.getChar(at))),
                            Character.BYTES);
        }
        return switch (name) {
            case "MAXLOC" -> pairs(type, true);
            case "MINLOC" -> pairs(type, false);
            case "SUM", "PROD" -> complex(type, name.equals("SUM"));
            default -> null;
        };
    }

    private interface Step {
        void reduce(ByteBuffer left, ByteBuffer right, int at);
    }

    private static Op commutative(Step step, int bytes) {
        return Op.of((left, right, type, count) -> {
                    for (int i = 0; i < count; i++) {
                        step.reduce(left, right, i * bytes);
                    }
                })
                .commutative();
    }

    private static IntBinaryOperator ofChars(String name) {
        return switch (name) {
            case "MAX" -> Math::max;
            case "MIN" -> Math::min;
            case "SUM" -> Integer::sum;
            case "PROD" -> (left, right) -> left * right;
            case "LAND" -> (left, right) -> left != 0 && right != 0 ? 1 : 0;
            case "LOR" -> (left, right) -> left != 0 || right != 0 ? 1 : 0;
            case "LXOR" -> (left, right) -> left != 0 ^ right != 0 ? 1 : 0;
            case "BAND" -> (left, right) -> left & right;
            case "BOR" -> (left, right) -> left | right;
            case "BXOR" -> (left, right) -> left ^ right;
            default -> null;
        };
    }

    /** Whether elements are complex numbers, which the core knows as two elements. */
    static boolean isComplex(Datatype type) {
        return type.equals(FLOATS) || type.equals(DOUBLES);
    }

    private static Op complex(Datatype type, boolean sum) {
        if (type.equals(FLOATS)) {
            return commutative(
                    (left, right, at) -> {
                        float re = left.getFloat(at);
                        float im = left.getFloat(at + 4);
                        float otherRe = right.getFloat(at);
                        float otherIm = right.getFloat(at + 4);
                        right.putFloat(at, sum ? re + otherRe : re * otherRe - im * otherIm);
                        right.putFloat(at + 4, sum ? im + otherIm : re * otherIm + im * otherRe);
                    },
                    8);
        }
        if (type.equals(DOUBLES)) {
            return commutative(
                    (left, right, at) -> {
                        double re = left.getDouble(at);
                        double im = left.getDouble(at + 8);
                        double otherRe = right.getDouble(at);
                        double otherIm = right.getDouble(at + 8);
                        right.putDouble(at, sum ? re + otherRe : re * otherRe - im * otherIm);
                        right.putDouble(at + 8, sum ? im + otherIm : re * otherIm + im * otherRe);
                    },
                    16);
        }
        return null;
    }

    /** Compares two elements of a basic type at places of two buffers. */
    private interface Comparison {
        int compare(ByteBuffer left, ByteBuffer right, int at);
    }

    private static Op pairs(Datatype type, boolean greatest) {
        if (type.equals(Datatype.SHORT.contiguous(2))) {
            Comparison order = (left, right, at) -> Short.compare(left.getShort(at), right.getShort(at));
            return pairs(order, order, 2, greatest);
        }
        if (type.equals(Datatype.INT.contiguous(2))) {
            Comparison order = (left, right, at) -> Integer.compare(left.getInt(at), right.getInt(at));
            return pairs(order, order, 4, greatest);
        }
        if (type.equals(Datatype.LONG.contiguous(2))) {
            Comparison order = (left, right, at) -> Long.compare(left.getLong(at), right.getLong(at));
            return pairs(order, order, 8, greatest);
        }
        if (type.equals(FLOATS)) {
            Comparison order = (left, right, at) -> Float.compare(left.getFloat(at), right.getFloat(at));
            // Turned round, so that NaN is the least value where that is asked for, as it is the greatest one.
            Comparison least = (left, right, at) -> Float.compare(-right.getFloat(at), -left.getFloat(at));
            return pairs(greatest ? order : least, order, 4, greatest);
        }
        if (type.equals(DOUBLES)) {
            Comparison order = (left, right, at) -> Double.compare(left.getDouble(at), right.getDouble(at));
            Comparison least = (left, right, at) -> Double.compare(-right.getDouble(at), -left.getDouble(at));
            return pairs(greatest ? order : least, order, 8, greatest);
        }
        return null;
    }

    /** The greatest or least value with its index, the least index where values are equal. */
    private static Op pairs(Comparison values, Comparison indices, int bytes, boolean greatest) {
        return commutative(
                (left, right, at) -> {
                    int order = values.compare(left, right, at);
                    boolean leftWins =
                            order == 0 ? indices.compare(left, right, at + bytes) < 0 : order > 0 == greatest;
                    if (leftWins) {
                        right.put(at, left, at, 2 * bytes);
                    }
                },
                2 * bytes);
    }
}
