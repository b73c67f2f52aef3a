package org.reactivempi.core.communicator;

/**
 * The two sides of a communicator: the ranks that this one is among, and the ranks that its user names. Both are the same where it has one group.
 *
 * <pre>
 *  one group              two groups
 *  all = own = far        all: the ranks of both groups, one group after the other
 *                         own: those of this rank's group      far: those of the other one
 * </pre>
 *
 * @param all take part in what is done together
 * @param own this rank's group
 * @param far destinations, sources, and whom one asks
 */
record Sides(Members all, Members own, Members far) {

    /** Those of a communicator of one group. */
    static Sides of(Members members) {
        return new Sides(members, members, members);
    }

    boolean areTwo() {
        return own != far;
    }

    /** The first of this rank's group among all. */
    int ownFirst() {
        return all.rank() - own.rank();
    }

    /** The first of the other group among all. */
    int farFirst() {
        return areTwo() && ownFirst() == 0 ? own.size() : 0;
    }
}
