package org.reactivempi.transport.sim;

import io.netty.channel.EventLoop;
import java.util.concurrent.RejectedExecutionException;

/** How things come from one loop to another. */
interface Wires {

    /** Real loops, each with a thread: everything comes at once. */
    Wires REAL = new Wires() {

        @Override
        public long nanoTime() {
            return 0;
        }

        @Override
        public void happen(long atNanos, Runnable action) {
            action.run();
        }

        @Override
        public void carry(EventLoop to, long atNanos, Runnable command, Runnable nobody) {
            try {
                to.execute(command);
            } catch (RejectedExecutionException ended) {
                nobody.run();
            }
        }
    };

    /** What time it is. */
    long nanoTime();

    /** Does something at a time, on no loop, while something is under way. */
    void happen(long atNanos, Runnable action);

    /**
     * Gives a loop a command at a time.
     *
     * @param to whose loop
     * @param atNanos when
     * @param command run there
     * @param nobody run in place of it, on no loop or on the calling thread, where the loop has ended
     */
    void carry(EventLoop to, long atNanos, Runnable command, Runnable nobody);
}
