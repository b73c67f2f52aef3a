package org.reactivempi.core.operation;

import org.jspecify.annotations.Nullable;
import org.reactivempi.Group;
import org.reactivempi.Mpi;
import org.reactivempi.MpiException;
import org.reactivempi.transport.engine.port.Incoming;
import reactor.core.CoreSubscriber;

/**
 * A communicator's view of an operation's arguments, and of its errors; asked at each subscription. The engine's wildcards are the same
 * numbers as the contract's.
 */
public interface RankMap extends ErrorListener {

    /**
     * Checks a send.
     *
     * @return the destination's rank in the world
     * @throws MpiException if one of them is not allowed
     */
    int destination(int destination, int tag);

    /**
     * Checks a receive.
     *
     * @return the source's rank in the world, or {@link Incoming#ANY}
     * @throws MpiException if one of them is not allowed
     */
    int source(int source, int tag);

    /**
     * Checks an operation with the null process.
     *
     * @param wildcards whether the tag may be one
     * @throws MpiException if the tag is not allowed
     */
    default void noProcess(int tag, boolean wildcards) {}

    /** Whether a message has to fill the buffer of its receive. */
    default boolean hasExactLengths() {
        return false;
    }

    /**
     * Hears of errors of its users' operations.
     *
     * @return false unless overridden: operations of the library tell nobody but their subscribers
     */
    @Override
    default boolean hears(Throwable error, CoreSubscriber<?> subscriber, Runnable signal) {
        return false;
    }

    /** The rank in the world of a member of the communicator; not checked. */
    int worldRank(int rank);

    /**
     * Which member a rank of the world is.
     *
     * @return of the communicator, or {@link Mpi#UNDEFINED} where it is none, or where that isn't known
     */
    default int rankOf(int worldRank) {
        return Mpi.UNDEFINED;
    }

    /**
     * Where a rank of the world stands among those of {@link #worldRank}, which all members count alike.
     *
     * @return of the communicator, or {@link Mpi#UNDEFINED} where it is none, or where that isn't known
     */
    default int memberOf(int worldRank) {
        return rankOf(worldRank);
    }

    /** How many ranks {@link #worldRank} knows; more than there are where that isn't known. */
    default int members() {
        return Integer.MAX_VALUE;
    }

    /**
     * The rank in the world that another member means, as this rank counts.
     *
     * @param told a rank among those of {@link #worldRank}; or -1 minus a rank in the world, where it is none of them
     * @return {@link Mpi#UNDEFINED} where there is no such rank
     */
    default int heard(int told) {
        if (told < 0) {
            return -1 - told;
        }
        return told < members() ? worldRank(told) : Mpi.UNDEFINED;
    }

    /** What this rank tells other members, so that they {@linkplain #heard hear} of that rank in the world. */
    default int told(int worldRank) {
        int member = memberOf(worldRank);
        return member == Mpi.UNDEFINED ? -1 - worldRank : member;
    }

    /**
     * Which process a peer is that is of another job.
     *
     * @param worldRank the number by which this process knows it
     * @return null for a rank of this job, for one that is no member, and where that isn't known
     */
    default Group.@Nullable Process ofOtherJob(int worldRank) {
        return null;
    }

    /**
     * A member for people.
     *
     * @return its rank, with that in the world where it is another number
     */
    default String inWords(int rank) {
        return Integer.toString(rank);
    }

    /**
     * The communicator for people.
     *
     * @return what it is known by, with this rank in it where that is another number than in the world; empty for the world
     */
    default String inWords() {
        return "";
    }

    /**
     * An operation for people: its errors and Reactor's tools name it so.
     *
     * @param call what the user has called
     * @param side {@code source} or {@code destination}
     * @param peer a rank, or {@link Mpi#ANY_SOURCE}; not checked
     * @param tag a tag, or {@link Mpi#ANY_TAG}; not checked
     * @return such as {@code irecv(source 0, tag 7)}
     */
    default String inWords(String call, String side, int peer, int tag) {
        String communicator = inWords();
        return call + "(" + side + " " + (peer == Mpi.ANY_SOURCE ? "any" : inWords(peer)) + ", tag "
                + (tag == Mpi.ANY_TAG ? "any" : tag) + (communicator.isEmpty() ? "" : ", " + communicator) + ")";
    }
}
