package programs;

import mpi.Comm;
import mpi.MPI;
import org.reactivempi.Communicator;
import org.reactivempi.Mpi;
import reactor.core.publisher.Mono;

/** A program that is moved already, and calls code that isn't: there is no Init. */
public final class Adopted {

    private Adopted() {}

    /** The program. */
    public static void main(String[] args) {
        Mpi.run(args, world -> {
            exchange(world);
            return Mono.empty();
        });
    }

    private static void exchange(Communicator world) {
        Comm old = Comm.of(world);
        int other = (old.getRank() + 1) % old.getSize();
        int[] theirs = new int[1];
        old.sendRecv(new int[] {old.getRank()}, 1, MPI.INT, other, 1, theirs, 1, MPI.INT, MPI.ANY_SOURCE, 1);
        Claim.equal((old.getRank() + old.getSize() - 1) % old.getSize(), theirs[0], "rank of the other");
        Environment.refused(() -> old.send(theirs, 1, MPI.INT, 99, 1), MPI.ERR_RANK, "send");
        Environment.refused(MPI::Finalize, MPI.ERR_OTHER, "not initialized");
        Environment.refused(() -> MPI.attachBuffer(new byte[9]), MPI.ERR_OTHER, "not initialized");
        Environment.refused(() -> MPI.COMM_WORLD.getSize(), MPI.ERR_COMM, "getSize", "Init");
    }
}
