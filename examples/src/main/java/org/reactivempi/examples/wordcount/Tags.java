package org.reactivempi.examples.wordcount;

/** What root and workers say to each other. */
final class Tags {

    /** The rank that reads the text. */
    static final int ROOT = 0;

    /** A worker to the root: one more batch, please. Empty. */
    static final int MORE = 1;
    /** The root to a worker that asked: text in UTF-8, in whole words. Empty: there is no more. */
    static final int BATCH = 2;
    /** A worker to the root: some of its counts. Empty: that was all. */
    static final int COUNTS = 3;

    private Tags() {}
}
