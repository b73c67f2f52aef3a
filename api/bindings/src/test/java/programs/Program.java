package programs;

import mpi.Intracomm;

/** A small program that checks itself, on two ranks or more: it throws where something is not as it should be. */
@FunctionalInterface
public interface Program {

    /**
     * Runs it on each rank of a communicator that it has for itself.
     *
     * @param comm with errors returned as exceptions
     */
    void run(Intracomm comm) throws Exception;
}
