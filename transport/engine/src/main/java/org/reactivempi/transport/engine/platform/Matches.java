package org.reactivempi.transport.engine.platform;

import java.util.List;

/**
 * Decides which message a receive or a probe from any source gets. Without one, the first that comes; with one, a rank leaves all that it
 * might be where it is until it is told.
 *
 * <p>All calls come on the progress thread of the rank that they are about, but for those of {@link Undecided}, which are for any moment
 * at which that thread does nothing.
 */
public interface Matches {

    /** What a message is hashed to that is not here as a whole. */
    long UNKNOWN = 0;

    /** A rank begins, and has its decisions taken from now on. */
    void begin(int rank, Undecided undecided);

    /** Something of a rank waits for a decision, or will when a message comes that it may get. */
    void deferred(int rank);

    /** A message has come, whatever becomes of it. */
    void arrived(int rank, Came message);

    /**
     * A message, as it comes.
     *
     * @param order grows from one message of a rank to the next
     * @param context what it is sent in
     * @param source its sender's rank there
     * @param tag its tag
     */
    record Came(long order, int context, int source, int tag) {}

    /**
     * A message that may be met.
     *
     * @param order by which it is told which one is meant
     * @param source its sender's rank in the communicator
     * @param tag its tag
     * @param content a hash of what it holds; {@link #UNKNOWN} where that is not here
     */
    record Candidate(long order, int source, int tag, long content) {}

    /**
     * A receive or a probe that waits for a decision.
     *
     * @param nth how many of its rank have waited for one before
     * @param what it asks for, and where in the program it was called, as far as that is known
     * @param context what it asks in
     * @param tag the tag that it asks for
     * @param anyTag whether it takes any tag instead
     * @param since what has come since then has a larger order
     * @param candidates the first message of each source, oldest first; one or more
     */
    record Open(long nth, String what, int context, int tag, boolean anyTag, long since, List<Candidate> candidates) {

        /** Whether it could get such a message. */
        public boolean mayGet(Came message) {
            return message.context() == context && (anyTag || message.tag() == tag);
        }
    }

    /** The decisions that a rank waits for. */
    interface Undecided {

        /** Whether nothing waits, with a candidate or without. */
        boolean isEmpty();

        /** Those that have a candidate, oldest first. */
        List<Open> open();

        /** Gives that one a message; on the progress thread. */
        void decide(Candidate message);
    }
}
