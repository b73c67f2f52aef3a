package org.reactivempi.transport.engine.event;

import java.util.Locale;

/** What operations there are that a peer answers. */
public enum OperationKind {
    /** A send in standard mode; also the copies of buffered sends. */
    ISEND,
    /** A synchronous send. */
    ISSEND,
    /** A ready send. */
    IRSEND,
    /** A receive. */
    IRECV,
    /** A probe that leaves the message where it is. */
    PROBE,
    /** A probe that takes the message. */
    MPROBE,
    /** Writes to a window. */
    PUT,
    /** Reads from a window. */
    GET,
    /** Combines with what is in a window. */
    ACCUMULATE,
    /** The same, and reads what was there before. */
    GET_ACCUMULATE,
    /** The same of one element. */
    FETCH_AND_OP,
    /** Replaces one element of a window if it is the expected one. */
    COMPARE_AND_SWAP,
    /** Ends an epoch of all ranks of a window, and begins one. */
    FENCE,
    /** Lets others access the own memory in a window. */
    POST,
    /** Begins to access some ranks' memory in a window. */
    START,
    /** Ends that. */
    COMPLETE,
    /** Waits until others have completed. */
    WAIT_FOR,
    /** Locks one rank's memory in a window. */
    LOCK,
    /** Gives that lock back. */
    UNLOCK,
    /** Locks all ranks' memory in a window. */
    LOCK_ALL,
    /** Gives those locks back. */
    UNLOCK_ALL,
    /** Waits until operations of a window are done at one rank. */
    FLUSH,
    /** The same at all ranks. */
    FLUSH_ALL,
    /** Waits until operations of a window for one rank are over here. */
    FLUSH_LOCAL,
    /** The same for all ranks. */
    FLUSH_LOCAL_ALL;

    private final String call = callOf(name());

    private static String callOf(String name) {
        StringBuilder call = new StringBuilder();
        for (String word : name.split("_")) {
            String lower = word.toLowerCase(Locale.ROOT);
            call.append(call.isEmpty() ? lower : word.charAt(0) + lower.substring(1));
        }
        return call.toString();
    }

    /** Whether it sends. */
    public boolean sends() {
        return this == ISEND || this == ISSEND || this == IRSEND;
    }

    /** Whether it is a call of a window. */
    public boolean isOfWindow() {
        return compareTo(PUT) >= 0;
    }

    /** Whether it moves bytes to or from a window's memory; such as do are its operations, all others its synchronizations. */
    public boolean movesInWindow() {
        return isOfWindow() && compareTo(COMPARE_AND_SWAP) <= 0;
    }

    /** The name of the call. */
    @Override
    public String toString() {
        return call;
    }
}
