package mpi;

import org.reactivempi.Communicator;

/** A communicator of one group: the world, and what is made of it. */
public class Intracomm extends Comm {

    Intracomm(Communicator core) {
        super(core);
    }
}
