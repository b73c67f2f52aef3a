package mpi;

import org.reactivempi.AnyCommunicator;

/** What stands for a communicator: the core's own, which a null handle has not, and its name. */
abstract class BoundHandle extends Handle {

    /** Null for a null handle, and before {@code Init}. */
    AnyCommunicator core;

    private String label;

    BoundHandle(AnyCommunicator core) {
        this.core = core;
    }

    /** Makes a predefined communicator usable. */
    final void bind(AnyCommunicator made, String name) {
        core = made;
        label = name;
    }

    final void label(String name) {
        label = name;
    }

    @Override
    final String label() {
        return label == null ? core == null ? "MPI_COMM_NULL" : core.name() : label;
    }
}
