package org.reactivempi.transport.bootstrap.launcher;

/** What a deadlock of the ranks means for the job. */
enum OnDeadlock {
    /** It is told, and the job waits on. */
    REPORT,
    /** It is told, and the job ends with code 35. */
    ABORT
}
