package programs.small;

import mpi.CartParms;
import mpi.Cartcomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.ShiftParms;
import programs.Claim;

/** The same in mpiJava's words. */
public final class CartesianShiftOfMpiJava {

    private CartesianShiftOfMpiJava() {}

    /** The program. */
    public static void main(String[] args) {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int rank = world.Rank();
        int size = world.Size();
        int[] dims = {0};
        Cartcomm.Dims_create(size, dims);
        Cartcomm ring = world.Create_cart(dims, new boolean[] {true}, false);
        CartParms parms = ring.Get();
        Claim.equal(new int[] {size}, parms.dims, "ranks along the ring");
        Claim.equal(new boolean[] {true}, parms.periods, "it is closed");
        Claim.equal(parms.coords, ring.Coords(ring.Rank()), "coordinates");
        Claim.equal(ring.Rank(), ring.Rank(parms.coords), "there and back");
        ShiftParms shift = ring.Shift(0, 1);
        int[] token = {ring.Rank()};
        ring.Sendrecv_replace(token, 0, 1, MPI.INT, shift.rank_dest, 1, shift.rank_source, 1);
        Claim.equal(shift.rank_source, token[0], "from the rank before");
        Claim.equal(1, ring.Sub(new boolean[] {false}).Size(), "a part with no dimension");
        Claim.equal(rank, ring.Map(dims, new boolean[] {true}), "a good place");
        Cartcomm later = ring.iDup();
        later.getRequest().Wait();
        for (Cartcomm copy : new Cartcomm[] {ring.dup(), ring.clone(), ring.dupWithInfo(MPI.INFO_NULL), later}) {
            Claim.equal(MPI.CART, copy.Topo_test(), "topology");
        }
        MPI.Finalize();
    }
}
