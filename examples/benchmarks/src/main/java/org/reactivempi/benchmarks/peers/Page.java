package org.reactivempi.benchmarks.peers;

/** Results as people read them. */
interface Page {

    /** Whether nothing of it was measured. */
    boolean isEmpty();

    /** For terminals. */
    String text();

    /** For docs. */
    String markdown();
}
