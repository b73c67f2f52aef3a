package org.reactivempi.transport.faulty;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What may happen to bytes on their way. */
enum Fault {
    /** The connection ends at once; some of the bytes, and all that comes the other way, are lost. */
    CUT,
    /** They arrive some milliseconds later, and so does what follows them. */
    DELAY,
    /** They arrive in pieces, cut anywhere. */
    SPLIT,
    /** They arrive together with bytes that follow soon. */
    MERGE,
    /** They do not arrive, and neither does anything after them, while the connection seems to stand. */
    FREEZE,
    /** One of them is changed. */
    CORRUPT;

    /** The fault of this name in lower case, or null. */
    static @Nullable Fault named(String name) {
        return Arrays.stream(values())
                .filter(fault -> fault.lowerCaseName().equals(name))
                .findFirst()
                .orElse(null);
    }

    /** All of them, separated by commas. */
    static String names() {
        return Arrays.stream(values()).map(Fault::lowerCaseName).collect(Collectors.joining(", "));
    }

    private String lowerCaseName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
