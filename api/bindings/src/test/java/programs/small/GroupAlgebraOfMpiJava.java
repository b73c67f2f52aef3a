package programs.small;

import mpi.Group;
import mpi.Intracomm;
import mpi.MPI;
import programs.Claim;

/** The same in mpiJava's words. */
public final class GroupAlgebraOfMpiJava {

    private GroupAlgebraOfMpiJava() {}

    /** The program. */
    public static void main(String[] args) {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int rank = world.Rank();
        int size = world.Size();
        Group all = world.Group();
        Group first = all.Incl(new int[] {0});
        Group others = all.Excl(new int[] {0});
        Claim.equal(1, first.Size(), "size");
        Claim.equal(rank == 0 ? MPI.UNDEFINED : rank - 1, others.Rank(), "rank among the others");
        Claim.equal(MPI.IDENT, Group.Compare(others, all.Range_incl(new int[][] {{1, size - 1, 1}})), "Range_incl");
        Claim.equal(MPI.IDENT, Group.Compare(first, all.Range_excl(new int[][] {{1, size - 1, 1}})), "Range_excl");
        Claim.equal(size, Group.Union(others, first).Size(), "Union");
        Claim.equal(0, Group.Intersection(first, others).Size(), "Intersection");
        Claim.equal(size - 1, Group.Difference(all, first).Size(), "Difference");
        Claim.equal(new int[] {size - 2}, Group.Translate_ranks(all, new int[] {size - 1}, others), "Translate_ranks");
        Intracomm part = world.Create(others);
        Claim.equal(rank == 0, part == null, "only its members have it");
        if (rank > 0) {
            part.Barrier();
            part.Free();
        }
        MPI.Finalize();
    }
}
