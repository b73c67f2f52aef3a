package org.reactivempi.core.operation;

import org.jspecify.annotations.Nullable;

/** What a check throws, as a value: an operation that is refused ends later than it is checked. */
final class Problem {

    private Problem() {}

    static @Nullable RuntimeException of(Runnable check) {
        try {
            check.run();
            return null;
        } catch (RuntimeException problem) {
            return problem;
        }
    }
}
