package programs;

import java.util.ArrayList;
import java.util.List;
import mpi.Comm;
import mpi.MPI;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;

/** A program that is half moved: old calls and reactive ones on the same communicator. */
public final class Conversions {

    private static final int TAG = 1;

    private Conversions() {}

    /** The program. */
    public static void main(String[] args) {
        MPI.Init(args);
        Communicator world = MPI.COMM_WORLD.communicator();
        Claim.equal(MPI.COMM_WORLD.getRank(), world.rank(), "rank");
        int[] one = {world.rank()};
        if (world.rank() == 0) {
            world.isend(Buffers.ints(one), 1, TAG).block();
        } else if (world.rank() == 1) {
            MPI.COMM_WORLD.recv(one, 1, MPI.INT, 0, TAG);
            Claim.equal(0, one[0], "from new code to old");
        }
        Communicator copy = world.dup().block();
        Comm old = Comm.of(copy);
        Claim.that(old.communicator() == copy, "there and back");
        Claim.equal(MPI.ERRORS_RETURN, old.getErrhandler(), "new code wants exceptions");
        List<Object> same = new ArrayList<>(List.of(old.getSize()));
        Claim.equal(List.of(world.size()), same, "size");
        old.free();
        Claim.that(old.isNull(), "freed");
        MPI.Finalize();
    }
}
