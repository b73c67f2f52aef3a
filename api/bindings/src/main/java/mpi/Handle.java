package mpi;

import org.reactivempi.AnyCommunicator;

/** What stands for a communicator: the core's own, which a null handle has not, its name, and what happens at an error. */
abstract class Handle {

    /** Null for a null handle, and before {@code Init}. */
    AnyCommunicator core;

    Errhandler errhandler = Errhandler.FATAL;
    private String label;

    Handle(AnyCommunicator core) {
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

    final String label() {
        return label == null ? core == null ? "MPI_COMM_NULL" : core.name() : label;
    }
}
