package org.reactivempi.examples.wordcount;

/** The streams between root and workers. */
final class Tags {

    /** The rank that reads the text. */
    static final int ROOT = 0;

    /** From the root to each worker: text in UTF-8, in batches of whole words. */
    static final int BATCHES = 1;
    /** From each worker to the root: its counts, in parts. */
    static final int COUNTS = 2;
    /** From each worker to the root, after its counts: what it has done, in words. */
    static final int WORK = 3;

    private Tags() {}
}
