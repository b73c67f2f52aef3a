package org.reactivempi;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.DoubleBinaryOperator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** {@code MINLOC} and {@code MAXLOC} choose the value that {@code MIN} and {@code MAX} choose. */
class PairReductionTest {

    private static final double[] VALUES = {
        Double.NaN, Double.NEGATIVE_INFINITY, -1, -0.0, 0.0, 1, Double.POSITIVE_INFINITY
    };

    private static ByteBuffer pair(Datatype type, double value, int index) {
        ByteBuffer pair = ByteBuffer.allocate((int) type.extentBytes()).order(ByteOrder.LITTLE_ENDIAN);
        if (type == Datatype.DOUBLE_INT) {
            pair.putDouble(value);
        } else {
            pair.putFloat((float) value);
        }
        return pair.putInt(index).rewind();
    }

    private static Buffer buffer(Datatype type, ByteBuffer pair) {
        return Buffers.of(pair).as(type, 1);
    }

    private static void choose(Op op, Datatype type, DoubleBinaryOperator of) {
        for (double left : VALUES) {
            for (double right : VALUES) {
                for (int leftIndex : new int[] {3, 8}) {
                    double value = of.applyAsDouble(left, right);
                    // By bits, and all NaNs are one: -0.0 is not 0.0.
                    boolean isLeft = Double.compare(value, left) == 0;
                    boolean isRight = Double.compare(value, right) == 0;
                    int index = isLeft && isRight ? Math.min(leftIndex, 5) : isLeft ? leftIndex : 5;
                    ByteBuffer result = pair(type, right, 5);

                    op.reduceLocal(buffer(type, pair(type, left, leftIndex)), buffer(type, result));

                    assertThat(result)
                            .as("%s of %s: %s with %d, %s with 5", op, type, left, leftIndex, right)
                            .isEqualTo(pair(type, value, index));
                }
            }
        }
    }

    @Test
    @DisplayName(
            "OPS-2, OPS-3 of pairs the value wins that Math.min or Math.max choose, NaN and -0.0 too, with its least index")
    void values() {
        for (Datatype type : new Datatype[] {Datatype.FLOAT_INT, Datatype.DOUBLE_INT}) {
            choose(Op.MINLOC, type, Math::min);
            choose(Op.MAXLOC, type, Math::max);
        }
    }

    @Test
    @DisplayName("OPS-3 of NaNs that differ in their bits, that of the least index arrives with it, from either side")
    void whole() {
        ByteBuffer first = pair(Datatype.DOUBLE_INT, 0, 1).putLong(0, 0x7ff8_0000_0000_0001L);
        ByteBuffer second = pair(Datatype.DOUBLE_INT, 0, 2).putLong(0, 0xfff8_0000_0000_0002L);
        for (Op op : new Op[] {Op.MINLOC, Op.MAXLOC}) {
            for (boolean swapped : new boolean[] {false, true}) {
                ByteBuffer result = ByteBuffer.allocate(first.capacity())
                        .put(swapped ? first : second)
                        .flip();
                op.reduceLocal(
                        buffer(
                                Datatype.DOUBLE_INT,
                                (swapped ? second : first).rewind().order(ByteOrder.LITTLE_ENDIAN)),
                        buffer(Datatype.DOUBLE_INT, result.order(ByteOrder.LITTLE_ENDIAN)));
                assertThat(result).isEqualTo(first.rewind());
            }
            first.rewind();
            second.rewind();
        }
    }
}
