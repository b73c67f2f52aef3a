package org.reactivempi.examples.spring;

/** What is sent under which tag. */
final class Tags {

    /** To workers: compute. */
    static final int REQUESTS = 1;
    /** To all: what have you done? */
    static final int QUESTIONS = 2;
    /** From here on, one for each stream that runs. */
    static final int FIRST_STREAM = 100;

    static final int STREAMS = 10_000;

    private Tags() {}
}
