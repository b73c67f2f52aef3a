package programs.small;

import java.util.Arrays;
import java.util.stream.IntStream;
import mpi.Group;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import programs.Claim;

/** Sets of ranks, and a communicator of one of them. */
public final class GroupAlgebra {

    private GroupAlgebra() {}

    /** The program. */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int rank = world.getRank();
        int size = world.getSize();
        Group all = world.getGroup();
        int[] evenRanks = IntStream.range(0, size).filter(r -> r % 2 == 0).toArray();
        Group even = all.incl(evenRanks);
        Group odd = all.excl(evenRanks);
        Claim.equal(size, all.getSize(), "size");
        Claim.equal(rank, all.getRank(), "rank");
        Claim.equal(rank % 2 == 0 ? rank / 2 : MPI.UNDEFINED, even.getRank(), "rank among the even ones");
        Claim.equal(MPI.IDENT, Group.compare(even, all.rangeIncl(new int[][] {{0, size - 1, 2}})), "rangeIncl");
        Claim.equal(MPI.IDENT, Group.compare(odd, all.rangeExcl(new int[][] {{0, size - 1, 2}})), "rangeExcl");
        Claim.equal(size, Group.union(even, odd).getSize(), "union");
        Claim.equal(MPI.IDENT, Group.compare(even, Group.intersection(all, even)), "intersection");
        Claim.equal(MPI.IDENT, Group.compare(odd, Group.difference(all, even)), "difference");
        Claim.equal(new int[] {0, MPI.UNDEFINED}, Group.translateRanks(all, new int[] {0, 1}, even), "translateRanks");
        Intracomm part = world.create(even);
        Claim.equal(rank % 2 == 1, part.isNull(), "only its members have it");
        if (rank % 2 == 0) {
            int[] sum = {rank};
            part.allReduce(sum, 1, MPI.INT, MPI.SUM);
            Claim.equal(Arrays.stream(evenRanks).sum(), sum[0], "sum of the even ranks");
            part.free();
        }
        even.free();
        Claim.that(even.isNull() && !all.isNull(), "freed");
        MPI.Finalize();
    }
}
