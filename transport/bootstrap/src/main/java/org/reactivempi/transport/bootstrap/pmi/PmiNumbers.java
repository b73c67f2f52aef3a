package org.reactivempi.transport.bootstrap.pmi;

import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.bootstrap.BootstrapException;

/** Numbers in environment variables. */
final class PmiNumbers {

    private PmiNumbers() {}

    static int parse(String variable, @Nullable String text, int min, int max) {
        if (text == null) {
            throw new BootstrapException(variable + " is missing from the environment");
        }
        try {
            int number = Integer.parseInt(text);
            if (number >= min && number <= max) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Reported below, as a number out of range is.
        }
        throw new BootstrapException(variable + "=" + text + " is not a number from " + min + " to " + max);
    }
}
