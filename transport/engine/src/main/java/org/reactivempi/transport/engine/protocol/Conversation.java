package org.reactivempi.transport.engine.protocol;

/**
 * An operation of the layer above that consists of many messages, such as a stream. Closing waits for it, and its messages
 * may start meanwhile. It describes itself by {@code toString}, in place of each of its messages.
 *
 * @see Messages#begin
 * @see Outgoing#isPart
 * @see Incoming#isPart
 */
public interface Conversation {

    /** How many operations have been started for it, beside its messages. */
    default int operations() {
        return 1;
    }

    /** Whether it may wait for any rank, beside those for which its messages wait. */
    default boolean waitsForAll() {
        return false;
    }

    /** The engine ends at once: what ran of it has failed, and nothing of it may start. On the progress thread. */
    void onAborted(Throwable cause);
}
