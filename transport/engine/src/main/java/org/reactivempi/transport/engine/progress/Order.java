package org.reactivempi.transport.engine.progress;

import org.reactivempi.transport.channel.OnProgressThread;

/**
 * Decides in which order a rank's program hears of what happens, where somebody does: with several operations at a time it can tell which
 * of them has ended first, and by a look, such as {@code iprobe}, what has come.
 */
@OnProgressThread
public interface Order {

    /** An operation of the program has started, which may be one that is no message. */
    void started(Object operation);

    /** Something has ended; also what is not an operation of the program. */
    void ended(Object operation);

    /** The program looks what is there: to be let {@linkplain Look#look do so} once, now or in a later turn of the rank. */
    void look(Look look);

    /** A look of the program. */
    interface Look {

        /** Whether it is for such a message. */
        boolean mayGet(int context, int source, int tag);

        /** Looks what is there. */
        void look();
    }
}
