package org.reactivempi.transport.engine.event;

/** A window, as what listens knows it. Asked on the progress thread, and only for operations that are timed. */
public interface WatchedWindow {

    /** In place of a target: the call concerns all of them, or none. */
    int ALL = -1;

    /** The number of its communicator. */
    int number();

    /** The rank of the job that a target is; {@link #ALL} where there is none. */
    int worldRank(int target);

    /** What people know it by. */
    String label();
}
