package programs.small;

import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import programs.Claim;

/** The even ranks take the odd ones at a port, twice, and meet for a third time at one that each rank of a pair has for itself. */
public final class MeetingAtAPort {

    private static final int NAME = 7;

    private MeetingAtAPort() {}

    /** The program. */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int rank = world.getRank();
        boolean serves = rank % 2 == 0;
        Intracomm half = world.split(rank % 2, rank);
        String port = serves && half.getRank() == 0 ? Intracomm.openPort() : "";
        if (rank == 0) {
            tell(port, 1);
        } else if (rank == 1) {
            port = told(0);
        }
        Intercomm both = serves ? half.accept(port, 0) : half.connect(port, 0);
        Claim.equal(world.getSize(), both.getSize() + both.getRemoteSize(), "both groups");
        int[] sum = new int[1];
        both.allReduce(new int[] {serves ? 1 : 10}, sum, 1, MPI.INT, MPI.SUM);
        Claim.equal(both.getRemoteSize() * (serves ? 10 : 1), sum[0], "what the others have");
        both.disconnect();
        Claim.that(both.isNull(), "disconnected");
        Intercomm again = serves ? half.accept(port, MPI.INFO_NULL, 0) : half.connect(port, MPI.INFO_NULL, 0);
        again.barrier();
        again.disconnect();
        if (rank == 0) {
            Intracomm.closePort(port);
        }
        ofOne(rank ^ 1, serves);
        MPI.Finalize();
    }

    private static void ofOne(int other, boolean serves) throws MPIException {
        if (other >= MPI.COMM_WORLD.getSize()) {
            return;
        }
        String port = serves ? Intracomm.openPort(MPI.INFO_NULL) : told(other);
        if (serves) {
            Claim.that(port.length() <= MPI.MAX_PORT_NAME, "a name that fits");
            tell(port, other);
        }
        Intercomm two = serves ? MPI.COMM_SELF.accept(port, 0) : MPI.COMM_SELF.connect(port, 0);
        Claim.equal(1, two.getRemoteSize(), "one rank");
        int[] word = {serves ? 1 : 2};
        int[] got = new int[1];
        two.sendRecv(word, 1, MPI.INT, 0, 1, got, 1, MPI.INT, 0, 1);
        Claim.equal(serves ? 2 : 1, got[0], "the other's word");
        two.disconnect();
        if (serves) {
            Intracomm.closePort(port);
        }
    }

    private static void tell(String name, int rank) throws MPIException {
        char[] letters = name.toCharArray();
        MPI.COMM_WORLD.send(letters, letters.length, MPI.CHAR, rank, NAME);
    }

    private static String told(int rank) throws MPIException {
        char[] letters = new char[MPI.MAX_PORT_NAME];
        int length = MPI.COMM_WORLD
                .recv(letters, letters.length, MPI.CHAR, rank, NAME)
                .getCount(MPI.CHAR);
        return new String(letters, 0, length);
    }
}
