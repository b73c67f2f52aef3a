package org.reactivempi;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.reactivempi.layout.BasicElements;
import org.reactivempi.layout.BooleanElements;
import org.reactivempi.layout.ByteElements;
import org.reactivempi.layout.DoubleElements;
import org.reactivempi.layout.FloatElements;
import org.reactivempi.layout.IntElements;
import org.reactivempi.layout.LongElements;
import org.reactivempi.layout.ShortElements;

/** A predefined operation on elements of a basic type: brings them together in arrays, which loops of that type reduce. */
final class BasicReduction implements Op.Reducer {

    /** What is reduced at a time, in bytes: small enough for the nearest cache. */
    static final int TILE = 8192;

    /** The loops of a type, such as {@link IntReduction#reduce}. */
    private interface Loops {

        void reduce(BasicOp op, Object left, int from, Object right, int at, int count);
    }

    private final BasicOp op;
    private final Datatype type;
    private final BasicElements elements;
    private final Loops loops;
    private final int elementBytes;
    /** Elements that were bytes. */
    private Object first;

    private Object second;

    private BasicReduction(BasicOp op, Datatype type, BasicElements elements, Loops loops) {
        this.op = op;
        this.type = type;
        this.elements = elements;
        this.loops = loops;
        this.elementBytes = elements.width();
        this.first = elements.allocate(0);
        this.second = first;
    }

    /** What reduces elements of a type; null if the operation has no meaning for it. */
    static @Nullable BasicReduction of(BasicOp op, Datatype type) {
        if (type == Datatype.BOOLEAN) {
            return op.isLogical()
                    ? new BasicReduction(op, type, BooleanElements.ARRAY, BasicReduction::reduceBooleans)
                    : null;
        }
        if (type == Datatype.BYTE) {
            return new BasicReduction(op, type, ByteElements.ARRAY, ByteReduction::reduce);
        }
        if (type == Datatype.SHORT) {
            return new BasicReduction(op, type, ShortElements.ARRAY, ShortReduction::reduce);
        }
        if (type == Datatype.INT) {
            return new BasicReduction(op, type, IntElements.ARRAY, IntReduction::reduce);
        }
        if (type == Datatype.LONG) {
            return new BasicReduction(op, type, LongElements.ARRAY, LongReduction::reduce);
        }
        if (type == Datatype.FLOAT) {
            return op.isArithmetic() ? new BasicReduction(op, type, FloatElements.ARRAY, FloatReduction::reduce) : null;
        }
        if (type == Datatype.DOUBLE) {
            return op.isArithmetic()
                    ? new BasicReduction(op, type, DoubleElements.ARRAY, DoubleReduction::reduce)
                    : null;
        }
        return null;
    }

    private static void reduceBooleans(BasicOp op, Object left, int from, Object right, int at, int count) {
        boolean[] x = (boolean[]) left;
        boolean[] y = (boolean[]) right;
        for (int i = 0; i < count; i++) {
            y[at + i] = switch (op) {
                case LAND -> x[from + i] && y[at + i];
                case LOR -> x[from + i] || y[at + i];
                case LXOR -> x[from + i] != y[at + i];
                default -> throw new IllegalStateException(op + " is not for booleans");
            };
        }
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
        take(left, first, count);
        take(right, second, count);
        loops.reduce(op, first, 0, second, 0, count);
        elements.put(second, 0, count, right);
    }

    /** Gets elements, and leaves the position where it is. */
    private void take(ByteBuffer from, Object array, int count) {
        int position = from.position();
        elements.get(array, 0, count, from);
        from.position(position);
    }

    private Object room(Object array, int count) {
        return elements.count(array) < count ? elements.allocate(count) : array;
    }

    @Override
    public boolean reduce(
            Buffer own, long ownAt, ByteBuffer incoming, Buffer result, long resultAt, boolean incomingFirst) {
        ArrayBuffer from = array(own, ownAt);
        ArrayBuffer to = array(result, resultAt);
        if (from == null || to == null) {
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
            loops.reduce(op, first, 0, to.memory(), toIndex, count);
            left -= count;
            fromIndex += count;
            toIndex += count;
        }
        return true;
    }

    @Override
    public boolean reduce(
            Buffer own,
            long ownAt,
            Buffer other,
            long otherAt,
            Buffer result,
            long resultAt,
            int count,
            boolean otherFirst) {
        ArrayBuffer from = array(own, ownAt);
        ArrayBuffer with = array(other, otherAt);
        ArrayBuffer to = array(result, resultAt);
        if (from == null || with == null || to == null) {
            return false;
        }
        int toIndex = to.indexOf(resultAt);
        copy(from, from.indexOf(ownAt), to, toIndex, count);
        loops.reduce(op, with.memory(), with.indexOf(otherAt), to.memory(), toIndex, count);
        return true;
    }

    /** An array of these elements, where one begins at that place; null for what is none. */
    private @Nullable ArrayBuffer array(Buffer buffer, long at) {
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
    public Buffer memory(int count) {
        return ArrayBuffer.all(type, elements, elements.allocate(count));
    }
}
