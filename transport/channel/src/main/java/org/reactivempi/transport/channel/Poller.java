package org.reactivempi.transport.channel;

/**
 * Input that the loop finds by looking, such as a ring in shared memory. All calls come on the loop.
 *
 * <pre>
 *   +--&gt; poll ... poll --nothing for a while--&gt; maySleep --&gt; asleep --&gt; awake --+
 *   +------------------------------------------------------------------------------+
 * </pre>
 */
public interface Poller {

    /** Takes some of what has come, a bounded amount (PRG-6); whether there was any. */
    boolean poll();

    /**
     * The loop is about to sleep.
     *
     * @return true if whatever comes from now on wakes it, through a socket or its mailbox; false if something has come
     */
    default boolean maySleep() {
        return true;
    }

    /** The loop has slept, or has been kept from it: nobody has to wake it now. */
    default void awake() {}
}
