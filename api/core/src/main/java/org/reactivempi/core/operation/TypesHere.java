package org.reactivempi.core.operation;

import org.jspecify.annotations.Nullable;

/**
 * Whether types are looked at, and for an operation where the program has called it.
 *
 * @param mode how types are looked at
 * @param place such as {@code Main.java:12}; null where that is not known, where nobody looks, and for what is no operation yet
 */
record TypesHere(TypeCheck mode, @Nullable String place) {

    private static final TypesHere[] NOWHERE = {
        new TypesHere(TypeCheck.OFF, null), new TypesHere(TypeCheck.ON, null), new TypesHere(TypeCheck.STRICT, null)
    };

    /** Without an operation; one object for all that are looked at alike, since a rank has many that keep it. */
    static TypesHere of(TypeCheck mode) {
        return NOWHERE[mode.ordinal()];
    }
}
