package org.reactivempi;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The least or the greatest values, with their indices: the least index wins where values are equal. A pair arrives whole: of equal
 * values that differ in their bits, as NaNs may, that of the least index.
 */
final class PairReduction implements Op.Reducer {

    /** Compares the values at two places: positive where the left one wins, negative where the right one does. */
    private interface Comparison {

        int compare(ByteBuffer left, ByteBuffer right, int at);
    }

    private final Comparison comparison;
    private final int valueBytes;

    private PairReduction(Comparison comparison, Datatype type) {
        this.comparison = comparison;
        this.valueBytes = (int) type.sizeBytes() - Integer.BYTES;
    }

    /** What reduces pairs of a type; null if it is none of pairs. */
    static @Nullable PairReduction of(Datatype type, boolean greatest) {
        Comparison comparison = comparison(type, greatest ? 1 : -1);
        return comparison == null ? null : new PairReduction(comparison, type);
    }

    /** By {@code sign}, 1 or -1, the greatest value wins or the least one; NaN is above all others, whatever its sign. */
    private static @Nullable Comparison comparison(Datatype type, int sign) {
        if (type == Datatype.INT_INT) {
            return (left, right, at) -> sign * Integer.compare(left.getInt(at), right.getInt(at));
        }
        if (type == Datatype.SHORT_INT) {
            return (left, right, at) -> sign * Short.compare(left.getShort(at), right.getShort(at));
        }
        if (type == Datatype.LONG_INT) {
            return (left, right, at) -> sign * Long.compare(left.getLong(at), right.getLong(at));
        }
        if (type == Datatype.FLOAT_INT) {
            return (left, right, at) -> Float.compare(sign * left.getFloat(at), sign * right.getFloat(at));
        }
        if (type == Datatype.DOUBLE_INT) {
            return (left, right, at) -> Double.compare(sign * left.getDouble(at), sign * right.getDouble(at));
        }
        return null;
    }

    @Override
    public int elementBytes() {
        return valueBytes + Integer.BYTES;
    }

    @Override
    public void reduce(ByteBuffer left, ByteBuffer right) {
        for (int at = 0; at < right.limit(); at += elementBytes()) {
            int order = comparison.compare(left, right, at);
            int index = at + valueBytes;
            if (order > 0 || order == 0 && left.getInt(index) < right.getInt(index)) {
                right.put(at, left, at, elementBytes());
            }
        }
    }
}
