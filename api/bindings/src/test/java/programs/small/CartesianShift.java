package programs.small;

import mpi.CartComm;
import mpi.CartParms;
import mpi.Info;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.ShiftParms;
import programs.Claim;

/** A grid with a ring and a line: sums travel along both. */
public final class CartesianShift {

    private CartesianShift() {}

    /** The program. */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int rank = world.getRank();
        int size = world.getSize();
        int[] dims = {0, 0};
        CartComm.createDims(size, dims);
        Claim.equal(size, dims[0] * dims[1], "all have a place");
        CartComm grid = world.createCart(dims, new boolean[] {true, false}, false);
        CartParms topo = grid.getTopo();
        Claim.equal(2, topo.getDimCount(), "dimensions");
        Claim.that(topo.getPeriod(0) && !topo.getPeriod(1) && topo.getDim(0) == dims[0], "as it was made");
        int[] here = grid.getCoords(grid.getRank());
        Claim.equal(here[1], topo.getCoord(1), "coordinate");
        Claim.equal(grid.getRank(), grid.getRank(here), "there and back");
        ShiftParms ring = grid.shift(0, 1);
        int[] token = {grid.getRank()};
        grid.sendRecvReplace(token, 1, MPI.INT, ring.getRankDest(), 1, ring.getRankSource(), 1);
        Claim.equal(ring.getRankSource(), token[0], "from the rank above");
        ShiftParms line = grid.shift(1, -1);
        Claim.that(here[1] > 0 || line.getRankDest() == MPI.PROC_NULL, "no neighbour behind the border");
        CartComm row = grid.sub(new boolean[] {false, true});
        Claim.equal(dims[1], row.getSize(), "ranks of a row");
        CartComm plan = grid.dup();
        Claim.equal(rank, plan.map(new int[] {size}, new boolean[] {false}), "a good place in another grid");
        CartComm later = grid.iDup();
        later.getRequest().waitFor();
        for (CartComm copy : new CartComm[] {plan, grid.clone(), grid.dupWithInfo(new Info()), later}) {
            Claim.equal(here, copy.getCoords(copy.getRank()), "coordinates in a copy");
            Claim.equal(MPI.CART, copy.getTopology(), "topology of a copy");
        }
        MPI.Finalize();
    }
}
