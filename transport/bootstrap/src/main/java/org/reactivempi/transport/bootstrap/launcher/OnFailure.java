package org.reactivempi.transport.bootstrap.launcher;

/** What a rank's failure means for the others. */
enum OnFailure {
    /** They are ended. */
    END,
    /** They go on, unless the rank has asked for the end of all. */
    CONTINUE
}
