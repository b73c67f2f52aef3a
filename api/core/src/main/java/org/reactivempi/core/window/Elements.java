package org.reactivempi.core.window;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Datatype;
import org.reactivempi.ErrorClass;
import org.reactivempi.MpiException;
import org.reactivempi.Op;
import org.reactivempi.Runs;
import org.reactivempi.transport.engine.port.EngineWindows.RefusedException;

/** The numbers that element types and operations have in packets. */
final class Elements {

    /** In the order of their numbers, which begin with 1. */
    private static final List<Datatype> TYPES = List.of(
            Datatype.BYTE,
            Datatype.BOOLEAN,
            Datatype.SHORT,
            Datatype.CHAR,
            Datatype.INT,
            Datatype.FLOAT,
            Datatype.LONG,
            Datatype.DOUBLE,
            Datatype.INT_INT,
            Datatype.SHORT_INT,
            Datatype.LONG_INT,
            Datatype.FLOAT_INT,
            Datatype.DOUBLE_INT);

    private static final int FIRST_PAIR = TYPES.indexOf(Datatype.INT_INT) + 1;

    /** In the order of their numbers, which begin with 1. */
    private static final List<Op> OPS = List.of(
            Op.MAX,
            Op.MIN,
            Op.SUM,
            Op.PROD,
            Op.LAND,
            Op.LOR,
            Op.LXOR,
            Op.BAND,
            Op.BOR,
            Op.BXOR,
            Op.MINLOC,
            Op.MAXLOC,
            Op.REPLACE,
            Op.NO_OP);

    static final int MOST_TYPES = TYPES.size() + 1;
    static final int MOST_OPS = OPS.size() + 1;

    static final int SUM = 3;
    static final int REPLACE = 13;
    static final int NO_OP = 14;

    private Elements() {}

    /** The number of the type of all elements that accumulate; throws if there are several, or if it is another one. */
    static int of(Datatype type) {
        Datatype unit = Runs.unit(type);
        int number = unit == null ? 0 : TYPES.indexOf(unit) + 1;
        if (number == 0) {
            throw new MpiException(
                    ErrorClass.TYPE,
                    "elements of " + type + " can't be accumulated: they are not of one basic type, or type of pairs");
        }
        return number;
    }

    static boolean isPair(int element) {
        return element >= FIRST_PAIR;
    }

    /** A type that has come in a packet. */
    static Datatype type(int element) {
        if (element < 1 || element > TYPES.size()) {
            throw new RefusedException(ErrorClass.TYPE.number(), "elements of type " + element + " are unknown");
        }
        return TYPES.get(element - 1);
    }

    /** The number of an operation on elements of a type, 0 for none; throws if it has no meaning for them, or is one of users. */
    static int op(@Nullable Op op, int element) {
        int number = op == null ? 0 : OPS.indexOf(op) + 1;
        if (number == 0) {
            throw new MpiException(ErrorClass.OP, "the operation " + op + " is not a predefined one");
        }
        if (number < REPLACE && element > 0) {
            OPS.get(number - 1).reducer(TYPES.get(element - 1));
        }
        return number;
    }

    /** What reduces elements as a packet says. */
    static Op.Reducer reducer(int op, int element) {
        if (op < 1 || op > OPS.size()) {
            throw new RefusedException(ErrorClass.OP.number(), "the operation " + op + " is unknown");
        }
        try {
            return OPS.get(op - 1).reducer(type(element));
        } catch (MpiException none) {
            throw new RefusedException(ErrorClass.OP.number(), String.valueOf(none.getMessage()));
        }
    }
}
