package org.reactivempi;

/** The predefined operations on basic types. */
enum BasicOp {
    MAX,
    MIN,
    SUM,
    PROD,
    LAND,
    LOR,
    LXOR,
    BAND,
    BOR,
    BXOR;

    /** Whether it is one for booleans. */
    boolean isLogical() {
        return this == LAND || this == LOR || this == LXOR;
    }

    /** Whether it is one for numbers with a fraction. */
    boolean isArithmetic() {
        return ordinal() <= PROD.ordinal();
    }
}
