package org.reactivempi.examples.heat;

/** How the ranks give each other their edges. */
enum Exchange {
    /** By sends and receives: {@link Halos}. */
    MESSAGES,
    /** By one operation of neighbors in a grid: {@link GridHalos}. */
    TOPOLOGY,
    /** By writing them to the neighbors' memory: {@link WindowHalos}. */
    WINDOWS
}
