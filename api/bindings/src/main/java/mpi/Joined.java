package mpi;

import java.nio.channels.SocketChannel;

/** Communicators of both ends of a socket. */
final class Joined {

    private Joined() {}

    static Intercomm over(SocketChannel socket) {
        Job.check();
        if (socket == null) {
            throw new MPIException(Codes.ERR_ARG, "the socket is null");
        }
        return Derived.of(
                MPI.COMM_SELF, new Intercomm(Job.session().join(socket).block()));
    }
}
