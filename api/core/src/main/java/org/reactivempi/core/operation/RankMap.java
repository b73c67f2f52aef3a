package org.reactivempi.core.operation;

import org.reactivempi.Mpi;
import org.reactivempi.MpiException;

/** A communicator's view of an operation's arguments; asked at each subscription. */
public interface RankMap {

    /**
     * Checks a send.
     *
     * @param destination a rank of the communicator
     * @param tag the tag
     * @return the destination's rank in the world
     * @throws MpiException if one of them is not allowed
     */
    int destination(int destination, int tag);

    /**
     * Checks a receive.
     *
     * @param source a rank of the communicator, or any
     * @param tag the tag, or any
     * @return the source's rank in the world, or any
     * @throws MpiException if one of them is not allowed
     */
    int source(int source, int tag);

    /**
     * Where a member is; not checked.
     *
     * @param rank of the communicator
     * @return in the world
     */
    int worldRank(int rank);

    /**
     * Which member a rank of the world is.
     *
     * @param worldRank in the world
     * @return of the communicator, or {@link Mpi#UNDEFINED} where it is none, or where that isn't known
     */
    default int rankOf(int worldRank) {
        return Mpi.UNDEFINED;
    }
}
