package programs.small;

import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import programs.Claim;

/** The first rank on one side, all others on the other one. */
public final class TwoGroupsTalkOfMpiJava {

    private TwoGroupsTalkOfMpiJava() {}

    /** The program. */
    public static void main(String[] args) {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int rank = world.Rank();
        int size = world.Size();
        Intracomm own = world.Split(rank == 0 ? 0 : 1, rank);
        Intercomm both = world.Create_intercomm(own, 0, rank == 0 ? 1 : 0, 4);
        Claim.that(both.Test_inter(), "two groups");
        Claim.equal(rank == 0 ? size - 1 : 1, both.Remote_size(), "the others");
        Claim.equal(both.Remote_size(), both.Remote_group().Size(), "their group");
        int[] word = {rank};
        if (rank == 0) {
            for (int i = 0; i < size - 1; i++) {
                both.Recv(word, 0, 1, MPI.INT, i, 1);
                Claim.equal(i + 1, word[0], "message of the other side");
            }
        } else {
            both.Send(word, 0, 1, MPI.INT, 0, 1);
        }
        Claim.equal(size, both.Merge(rank == 0).Size(), "one group again");
        MPI.Finalize();
    }
}
