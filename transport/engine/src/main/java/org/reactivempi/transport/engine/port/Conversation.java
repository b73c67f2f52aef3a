package org.reactivempi.transport.engine.port;

import java.util.BitSet;

/**
 * An operation of the layer above that consists of many messages, such as a stream. Closing waits for it, and its messages
 * may start meanwhile. It describes itself by {@code toString}, in place of each of its messages.
 *
 * @see Operations#begin
 * @see Outgoing#isPart
 * @see Incoming#isPart
 */
public interface Conversation {

    /** How many operations have been started for it, besides its messages. */
    default int operations() {
        return 1;
    }

    /** Whether it may wait for any rank, besides the ranks that its messages wait for. */
    default boolean waitsForAll() {
        return false;
    }

    /**
     * Adds the ranks of the job that may let it go on, besides the ranks that its messages wait for.
     *
     * @param ranks gets them; none unless overridden
     */
    default void addAwaited(BitSet ranks) {}

    /**
     * How many of its operations, itself and its messages, only wait until another rank wants something, and so keep nobody from
     * going on: a rank on which nothing else runs waits for nothing.
     */
    default int idleOperations() {
        return 0;
    }

    /** The engine closes: no operation may start any more but its messages. One that would not end by itself does now. */
    default void onClosing() {}

    /** The engine ends at once: what ran of it has failed, and nothing of it may start. On the progress thread. */
    void onAborted(Throwable cause);
}
