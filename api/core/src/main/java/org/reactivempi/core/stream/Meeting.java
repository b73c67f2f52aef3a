package org.reactivempi.core.stream;

import org.reactivempi.MpiException;
import org.reactivempi.transport.engine.event.OperationTrace;

/**
 * How an end of a stream comes to know the other one by a question and its answer. It knows as well what its user has called, for people.
 * On the progress thread.
 *
 * @param <E> the end: {@link Sender} or {@link Receiver}
 */
public interface Meeting<E extends Meeting.End> {

    /** An end that has begun. Is told once whether it has met the other one. */
    interface End {

        /** By which the messages of the other end find this one. */
        int number();

        /** The question is traced; all signals of the stream are in the scope of that trace, which ends with them. */
        void goOn(OperationTrace trace);

        /** The end won't meet another one, as nobody wants that any more. */
        void onWithdrawn();

        /** The end can't meet another one; {@code why} is an error of the contract. */
        void onNotMet(MpiException why);
    }

    /** The end that has the values. */
    interface Sender extends End {

        /**
         * The receiver is known.
         *
         * @param receiver its number there
         * @param demand how many values it wants at once, perhaps none
         */
        void met(int receiver, long demand);
    }

    /** The end that wants the values. */
    interface Receiver extends End {

        /** How many values it wants at once, which its sender is told when they meet. */
        long firstDemand();

        /** The sender is known, by its number there, and knows of the first demand. */
        void met(int sender);
    }

    /** The end has begun, and may meet the other one from now on. */
    void begin(E end);

    /** Nobody wants the end any more, and it has not met the other one. It may be said more than once. */
    void withdraw();

    /**
     * Nothing of the end is under way any more.
     *
     * @param complete whether all values have been given, and the end of them or an error
     */
    default void over(boolean complete) {}

    /** Whether the end waits until somebody wants something, perhaps for ever, and keeps nobody from going on meanwhile. */
    boolean isListening();

    /** How many messages are under way for it that the end doesn't know. */
    default int underWay() {
        return 0;
    }

    /** The user's call with its arguments, for errors. */
    String inWords();

    /** An end that its user has cancelled, for the other one's user. */
    String cancelled();

    /** The other end's error, as its user has met it there. */
    MpiException failure(String type, String message);
}
