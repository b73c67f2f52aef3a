package programs.small;

import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import programs.Claim;

/** Each even rank publishes a service, and the next rank looks it up until it is there; then the service is gone, and comes back at another port. */
public final class FoundByName {

    private static final Intracomm WORLD = MPI.COMM_WORLD;

    private FoundByName() {}

    /** The program. */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        WORLD.setErrhandler(MPI.ERRORS_RETURN);
        int rank = WORLD.getRank();
        boolean serves = rank % 2 == 0;
        String service = "adder of rank " + (rank - rank % 2) + ", for süß and €";
        String port = serves ? Intracomm.openPort() : "";
        if (serves) {
            Intracomm.publishName(service, port);
            Claim.equal(port, Intracomm.lookupName(service), "the own name");
        } else {
            port = found(service);
        }
        meet(serves, port);
        if (serves) {
            Intracomm.unpublishName(service, port);
        }
        WORLD.barrier();
        Claim.equal(MPI.ERR_NAME, errorOfLookup(service), "withdrawn");
        WORLD.barrier();
        again(serves, service, port);
        MPI.Finalize();
    }

    /** With hints, at another port, whose name goes with it. */
    private static void again(boolean serves, String service, String before) throws MPIException {
        String port = serves ? Intracomm.openPort() : "";
        if (serves) {
            Intracomm.closePort(before);
            Intracomm.publishName(service, MPI.INFO_NULL, port);
        }
        WORLD.barrier();
        String found = Intracomm.lookupName(service, MPI.INFO_NULL);
        Claim.that(!found.equals(before), "another port");
        meet(serves, found);
        if (serves) {
            Intracomm.unpublishName(service, MPI.INFO_NULL, port);
            Intracomm.publishName(service, port);
            Intracomm.closePort(port);
        }
        WORLD.barrier();
        Claim.equal(MPI.ERR_NAME, errorOfLookup(service), "closed");
    }

    /** A client that may be there before the service is. */
    private static String found(String service) throws MPIException {
        while (true) {
            try {
                return Intracomm.lookupName(service);
            } catch (MPIException e) {
                Claim.equal(MPI.ERR_NAME, e.getErrorClass(), "not there yet");
            }
        }
    }

    /** One question and its answer; the last even rank has nobody to ask it where the number of ranks is odd. */
    private static void meet(boolean serves, String port) throws MPIException {
        if (serves && WORLD.getRank() + 1 == WORLD.getSize()) {
            return;
        }
        Intercomm two = serves ? MPI.COMM_SELF.accept(port, 0) : MPI.COMM_SELF.connect(port, 0);
        int[] number = {20};
        if (serves) {
            two.recv(number, 1, MPI.INT, 0, 1);
            number[0]++;
            two.send(number, 1, MPI.INT, 0, 2);
        } else {
            two.send(number, 1, MPI.INT, 0, 1);
            two.recv(number, 1, MPI.INT, 0, 2);
        }
        Claim.equal(21, number[0], "one more");
        two.disconnect();
    }

    private static int errorOfLookup(String service) {
        try {
            Intracomm.lookupName(service);
            return MPI.SUCCESS;
        } catch (MPIException e) {
            return e.getErrorClass();
        }
    }
}
