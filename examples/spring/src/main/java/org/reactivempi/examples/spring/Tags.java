package org.reactivempi.examples.spring;

/** What is sent under which tag. */
final class Tags {

    /** To workers: compute, and give the batches back as a stream. */
    static final int REQUESTS = 1;
    /** To all: what have you done? */
    static final int QUESTIONS = 2;

    private Tags() {}
}
