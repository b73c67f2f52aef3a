package org.reactivempi;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.reactivempi.layout.BasicElements;
import org.reactivempi.layout.ByteElements;
import org.reactivempi.layout.DoubleElements;
import org.reactivempi.layout.FloatElements;
import org.reactivempi.layout.IntElements;
import org.reactivempi.layout.LongElements;
import org.reactivempi.layout.ShortElements;

/** A predefined operation on numbers: brings them together in arrays, which loops of their type reduce. */
final class BasicReduction implements Op.Reducer {

    /** What is reduced at a time, in bytes: small enough for the nearest cache. */
    static final int TILE = 8192;

    /** The loops of a type, such as {@link IntReduction#reduce}. */
    private interface Loops {

        void reduce(BasicOp op, ByteBuffer left, Object first, ByteBuffer right, Object second, int count);
    }

    /** Loops from any index on, such as {@link IntReductionInPlace#reduce}. */
    private interface LoopsInPlace {

        void reduce(BasicOp op, Object left, int from, Object right, int at, int count);
    }

    private final BasicOp op;
    private final Datatype type;
    private final BasicElements elements;
    private final Loops loops;
    private final @Nullable LoopsInPlace inPlace;
    private final int elementBytes;
    /** Room for elements that are bytes; another one for those on the right. */
    private Object first;

    private Object second;

    private BasicReduction(
            BasicOp op, Datatype type, BasicElements elements, Loops loops, @Nullable LoopsInPlace inPlace) {
        this.op = op;
        this.type = type;
        this.elements = elements;
        this.loops = loops;
        this.inPlace = inPlace;
        this.elementBytes = elements.width();
        this.first = elements.allocate(0);
        this.second = first;
    }

    /** What reduces elements of a type; null if the operation has no meaning for it. */
    static Op.@Nullable Reducer of(BasicOp op, Datatype type) {
        if (type == Datatype.BOOLEAN) {
            return op.isLogical() ? new BooleanReduction(op) : null;
        }
        if (type == Datatype.BYTE) {
            return new BasicReduction(op, type, ByteElements.ARRAY, ByteReduction::reduce, null);
        }
        if (type == Datatype.SHORT) {
            return new BasicReduction(op, type, ShortElements.ARRAY, ShortReduction::reduce, null);
        }
        if (type == Datatype.INT) {
            return new BasicReduction(op, type, IntElements.ARRAY, IntReduction::reduce, IntReductionInPlace::reduce);
        }
        if (type == Datatype.LONG) {
            return new BasicReduction(
                    op, type, LongElements.ARRAY, LongReduction::reduce, LongReductionInPlace::reduce);
        }
        if (!op.isArithmetic()) {
            return null;
        }
        if (type == Datatype.FLOAT) {
            return new BasicReduction(
                    op, type, FloatElements.ARRAY, FloatReduction::reduce, FloatReductionInPlace::reduce);
        }
        if (type == Datatype.DOUBLE) {
            return new BasicReduction(
                    op, type, DoubleElements.ARRAY, DoubleReduction::reduce, DoubleReductionInPlace::reduce);
        }
        return null;
    }

    @Override
    public int elementBytes() {
        return elementBytes;
    }

    @Override
    public void reduce(ByteBuffer left, ByteBuffer right) {
        int count = right.remaining() / elementBytes;
        first = room(first, count);
        second = room(second, count);
        loops.reduce(op, left, first, right, second, count);
    }

    private Object room(Object array, int count) {
        return elements.count(array) < count ? elements.allocate(count) : array;
    }

    @Override
    public boolean reduce(
            Payload own, long ownAt, ByteBuffer incoming, Payload result, long resultAt, boolean incomingFirst) {
        ArrayBuffer from = array(own, ownAt);
        ArrayBuffer to = array(result, resultAt);
        if (inPlace == null || from == null || to == null) {
            return false;
        }
        int fromIndex = from.indexOf(ownAt);
        int toIndex = to.indexOf(resultAt);
        int left = incoming.remaining() / elementBytes;
        first = room(first, Math.min(left, TILE / elementBytes));
        int tile = elements.count(first);
        while (left > 0) {
            int count = Math.min(left, tile);
            elements.get(first, 0, count, incoming);
            copy(from, fromIndex, to, toIndex, count);
            inPlace.reduce(op, first, 0, to.memory(), toIndex, count);
            left -= count;
            fromIndex += count;
            toIndex += count;
        }
        return true;
    }

    @Override
    public boolean reduce(
            Payload own,
            long ownAt,
            Payload other,
            long otherAt,
            Payload result,
            long resultAt,
            int count,
            boolean otherFirst) {
        ArrayBuffer from = array(own, ownAt);
        ArrayBuffer with = array(other, otherAt);
        ArrayBuffer to = array(result, resultAt);
        if (inPlace == null || from == null || with == null || to == null) {
            return false;
        }
        int toIndex = to.indexOf(resultAt);
        copy(from, from.indexOf(ownAt), to, toIndex, count);
        inPlace.reduce(op, with.memory(), with.indexOf(otherAt), to.memory(), toIndex, count);
        return true;
    }

    /** An array of these elements, where one begins at that place; null for what is none. */
    private @Nullable ArrayBuffer array(Payload buffer, long at) {
        return buffer instanceof ArrayBuffer array && array.elements() == elements && (at & elementBytes - 1) == 0
                ? array
                : null;
    }

    private static void copy(ArrayBuffer from, int fromIndex, ArrayBuffer to, int toIndex, int count) {
        if (from.memory() != to.memory() || fromIndex != toIndex) {
            System.arraycopy(from.memory(), fromIndex, to.memory(), toIndex, count);
        }
    }

    @Override
    public @Nullable Payload memory(int count) {
        return inPlace == null ? null : ArrayBuffer.all(type, elements, elements.allocate(count));
    }
}
