package org.reactivempi.spring.listener;

/** How a listener answers questions. */
enum Answers {
    /** Not at all. */
    NOTHING,
    /** A value for a value. */
    VALUE,
    /** A stream for a value. */
    STREAM,
    /** A stream for a stream. */
    STREAMS
}
