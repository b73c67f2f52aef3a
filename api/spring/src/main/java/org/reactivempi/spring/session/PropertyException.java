package org.reactivempi.spring.session;

import org.jspecify.annotations.Nullable;

/** A property of the starter is wrong, or is none; the message names it, what was given and what is allowed. */
public final class PropertyException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    /**
     * A wrong property.
     *
     * @param message what was given and what is allowed
     */
    public PropertyException(String message) {
        super(message);
    }

    /**
     * A value out of its range.
     *
     * @param name the whole name
     * @param value what was given
     * @param allowed the range
     * @return the exception
     */
    public static PropertyException outside(String name, @Nullable Object value, String allowed) {
        return new PropertyException(name + " is " + value + ", allowed is " + allowed);
    }
}
