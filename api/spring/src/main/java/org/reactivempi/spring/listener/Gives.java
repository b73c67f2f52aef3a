package org.reactivempi.spring.listener;

/** What a listener's method returns. */
enum Gives {
    /** Is done when it returns; may block. */
    NOTHING,
    /** Is done when the {@code Mono} is; its value, if it may have one, goes to the sender. */
    ONE,
    /** A stream goes to the sender. */
    MANY
}
