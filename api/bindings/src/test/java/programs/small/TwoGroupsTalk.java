package programs.small;

import mpi.Info;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import programs.Claim;

/** The even ranks and the odd ones have a communicator between them. */
public final class TwoGroupsTalk {

    private TwoGroupsTalk() {}

    /** The program. */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int rank = world.getRank();
        int size = world.getSize();
        boolean even = rank % 2 == 0;
        Intracomm own = world.split(rank % 2, rank);
        Intercomm both = world.createIntercomm(own, 0, even ? 1 : 0, 4);
        Claim.that(both.isInter(), "two groups");
        Claim.equal(size, own.getSize() + both.getRemoteSize(), "all ranks");
        Claim.equal(both.getRemoteSize(), both.getRemoteGroup().getSize(), "group");
        int[] word = {even ? 1 : 2};
        int[] got = new int[1];
        both.allReduce(word, got, 1, MPI.INT, MPI.MAX);
        Claim.equal(even ? 2 : 1, got[0], "the others' value");
        Intercomm later = both.iDup();
        later.getRequest().waitFor();
        for (Intercomm copy : new Intercomm[] {both.dup(), both.clone(), both.dupWithInfo(new Info()), later}) {
            Claim.equal(both.getRemoteSize(), copy.getRemoteSize(), "a copy");
        }
        Intracomm merged = both.merge(!even);
        Claim.equal(even ? rank / 2 : (size + 1) / 2 + rank / 2, merged.getRank(), "the even ones first");
        Claim.that(Intercomm.getParent().isNull(), "nobody has spawned this program");
        MPI.Finalize();
    }
}
