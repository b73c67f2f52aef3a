package org.reactivempi.core.operation;

import org.reactivempi.Mpi;
import org.reactivempi.MpiException;
import org.reactivempi.transport.engine.match.Posted;

/**
 * A communicator's view of an operation's arguments; asked at each subscription. The engine's wildcards are the same
 * numbers as the contract's.
 */
public interface RankMap {

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
     * @return the source's rank in the world, or {@link Posted#ANY}
     * @throws MpiException if one of them is not allowed
     */
    int source(int source, int tag);

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
}
