package org.reactivempi.benchmarks.peers;

/** A task that has come to nothing; the message says why, in one line. */
final class TaskFailure extends Exception {

    private static final long serialVersionUID = 1L;

    TaskFailure(String message) {
        super(message, null, false, false);
    }
}
