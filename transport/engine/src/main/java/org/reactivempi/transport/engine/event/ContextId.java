package org.reactivempi.transport.engine.event;

import org.jspecify.annotations.Nullable;

/**
 * The number in each envelope that keeps messages apart: which communicator a message belongs to, and for what purpose.
 * A message of one context never meets a receive of another, so users' messages, collective operations, streams and questions of
 * one communicator may all use the same tags.
 *
 * <pre>
 *  31                                  4  3     0
 *  +------------------------------------+--------+
 *  |        communicator, 0 or more     | purpose|
 *  +------------------------------------+--------+
 *
 *  16 k        16 k + 1      16 k + 2                16 k + 3                       16 k + 4     16 k + 5   16 k + 6    16 k + 7   16 k + 8
 *  messages    collective    stream announcements    stream elements and control    questions    answers    creation    records    leaders
 *
 *  16 k + 9       16 k + 10    16 k + 11    16 k + 12
 *  partitioned    parts        texts        forgotten
 * </pre>
 *
 * Contexts travel as plain {@code int}s, in packets and in queues; this is the one place that knows how they are made. Numbers from
 * 16 k + 13 on have no purpose yet: no rank may send them.
 */
public final class ContextId {

    /** The number of the world, which is the first communicator. */
    public static final int WORLD = 0;

    private static final int PURPOSE_BITS = 4;

    /** The largest number of a communicator whose contexts are not negative. */
    public static final int LARGEST_COMMUNICATOR = Integer.MAX_VALUE >> PURPOSE_BITS;

    private static final int PURPOSE_MASK = (1 << PURPOSE_BITS) - 1;
    private static final @Nullable Purpose[] BY_NUMBER = byNumber();

    /** What a communicator uses a context for, with its number on the wire. */
    public enum Purpose {
        /** What users send and receive. */
        MESSAGES(0),
        /** What collective operations send and receive. */
        COLLECTIVE(1),
        /** What announces streams, with their users' tags. */
        STREAM_ANNOUNCEMENTS(2),
        /** What streams consist of, with tags of their own. */
        STREAM_ELEMENTS(3),
        /** What is asked, with its user's tag. */
        QUESTIONS(4),
        /** What is answered, with the question's number as its tag. */
        ANSWERS(5),
        /** What makes a communicator of some ranks, with their users' tags. */
        CREATION(6),
        /** What ranks hand over at their end to rank 0 of what they have recorded; no listener hears of it. */
        RECORDS(7),
        /** What leaders of two groups tell each other that are to be one communicator, with their users' tags. */
        LEADERS(8),
        /** What partitioned sends and receives meet by, with their users' tags. */
        PARTITIONED(9),
        /** What such a send and its receive tell each other from then on, with tags of their own. */
        PARTS(10),
        /** What makes a communicator of a group and a text; of the world alone, with tags that are made of the texts. */
        TEXTS(11),
        /** That a rank uses a communicator of several jobs no more, and has forgotten it; of the world alone, with its number as the tag. */
        FORGOTTEN(12);

        private final int number;

        Purpose(int number) {
            this.number = number;
        }

        /**
         * Whether a receive in such a context may wait in vain for any source that has failed: the user's may. The library's own
         * never do; what takes questions from any rank goes on for the others.
         */
        public boolean allowsAnySource() {
            return this == MESSAGES || this == STREAM_ANNOUNCEMENTS;
        }

        /**
         * Whether all ranks of a communicator take part as one, whichever group they are of where it has two; if not, they name the ranks of
         * the other group there.
         */
        public boolean isTogether() {
            return switch (this) {
                case COLLECTIVE, CREATION, RECORDS, LEADERS, TEXTS, FORGOTTEN -> true;
                case MESSAGES, STREAM_ANNOUNCEMENTS, STREAM_ELEMENTS, QUESTIONS, ANSWERS, PARTITIONED, PARTS -> false;
            };
        }
    }

    private ContextId() {}

    private static @Nullable Purpose[] byNumber() {
        Purpose[] all = Purpose.values();
        @Nullable Purpose[] found = new @Nullable Purpose[1 << PURPOSE_BITS];
        for (Purpose purpose : all) {
            found[purpose.number] = purpose;
        }
        return found;
    }

    /**
     * The context of a communicator for a purpose.
     *
     * @param communicator its number, 0 to {@link #LARGEST_COMMUNICATOR}
     */
    public static int of(int communicator, Purpose purpose) {
        return communicator << PURPOSE_BITS | purpose.number;
    }

    /** The number of the communicator that a context belongs to. */
    public static int communicator(int context) {
        return context >> PURPOSE_BITS;
    }

    /** Whether a communicator may have it, and uses it for something: a packet may name any number. */
    public static boolean isContext(int number) {
        return number >= 0 && BY_NUMBER[number & PURPOSE_MASK] != null;
    }

    /** Whether its communicator uses a context for collective operations. */
    public static boolean isCollective(int context) {
        return (context & PURPOSE_MASK) == Purpose.COLLECTIVE.number;
    }

    /**
     * What its communicator uses a context for.
     *
     * @throws IllegalArgumentException if it is {@linkplain #isContext none}
     */
    public static Purpose purpose(int context) {
        Purpose purpose = BY_NUMBER[context & PURPOSE_MASK];
        if (purpose == null) {
            throw new IllegalArgumentException("context " + context + " has no purpose");
        }
        return purpose;
    }
}
