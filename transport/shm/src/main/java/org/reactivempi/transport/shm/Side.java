package org.reactivempi.transport.shm;

/** Which end of a link this is; also the number of the ring that it writes into. */
enum Side {
    /** Has made the file. */
    CONNECTOR,
    /** Was offered it. */
    ACCEPTOR;

    Side other() {
        return this == CONNECTOR ? ACCEPTOR : CONNECTOR;
    }
}
