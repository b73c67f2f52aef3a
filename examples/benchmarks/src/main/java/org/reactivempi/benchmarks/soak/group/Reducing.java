package org.reactivempi.benchmarks.soak.group;

import java.util.function.LongBinaryOperator;
import org.reactivempi.Op;

/** Operations of reductions, each with what it must give. */
enum Reducing {
    SUM(Op.SUM, Long::sum),
    LEAST(Op.MIN, Math::min),
    MOST(Op.MAX, Math::max),
    /** The bits of whole numbers alone. */
    ODD(Op.BXOR, (left, right) -> left ^ right),
    /** Two functions x -> a x + b, of 32 bits each, one after the other: associative, and another one the other way round. */
    COMPOSED(Op.ofLongs(Reducing::composed), Reducing::composed);

    final Op op;
    private final LongBinaryOperator model;

    Reducing(Op op, LongBinaryOperator model) {
        this.op = op;
        this.model = model;
    }

    long apply(long left, long right) {
        return model.applyAsLong(left, right);
    }

    /** These elements, or others where the operation has no meaning for them. */
    Element on(Element wanted) {
        return switch (this) {
            case SUM, LEAST, MOST -> wanted;
            case ODD -> wanted == Element.DOUBLE ? Element.INT : wanted;
            case COMPOSED -> Element.LONG;
        };
    }

    private static long composed(long first, long second) {
        int factor = (int) (second >> 32) * (int) (first >> 32);
        int summand = (int) (second >> 32) * (int) first + (int) second;
        return (long) factor << 32 | summand & 0xFFFF_FFFFL;
    }
}
