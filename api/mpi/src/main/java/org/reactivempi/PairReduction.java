package org.reactivempi;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** The least or the greatest values, with their indices, of which the least wins where values are equal. */
final class PairReduction implements Op.Reducer {

    /** Compares the values at two places: negative, zero or positive. */
    private interface Comparison {

        int compare(ByteBuffer left, ByteBuffer right, int at);
    }

    private final Comparison comparison;
    private final boolean greatest;
    private final int valueBytes;

    private PairReduction(Comparison comparison, boolean greatest, Datatype type) {
        this.comparison = comparison;
        this.greatest = greatest;
        this.valueBytes = (int) type.sizeBytes() - Integer.BYTES;
    }

    /** What reduces pairs of a type; null if it is none of pairs. */
    static @Nullable PairReduction of(Datatype type, boolean greatest) {
        Comparison comparison = comparison(type);
        return comparison == null ? null : new PairReduction(comparison, greatest, type);
    }

    private static @Nullable Comparison comparison(Datatype type) {
        if (type == Datatype.INT_INT) {
            return (left, right, at) -> Integer.compare(left.getInt(at), right.getInt(at));
        }
        if (type == Datatype.SHORT_INT) {
            return (left, right, at) -> Short.compare(left.getShort(at), right.getShort(at));
        }
        if (type == Datatype.LONG_INT) {
            return (left, right, at) -> Long.compare(left.getLong(at), right.getLong(at));
        }
        if (type == Datatype.FLOAT_INT) {
            return (left, right, at) -> Float.compare(left.getFloat(at), right.getFloat(at));
        }
        if (type == Datatype.DOUBLE_INT) {
            return (left, right, at) -> Double.compare(left.getDouble(at), right.getDouble(at));
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
            if (order == 0) {
                right.putInt(index, Math.min(left.getInt(index), right.getInt(index)));
            } else if (order > 0 == greatest) {
                right.put(at, left, at, elementBytes());
            }
        }
    }
}
