package programs;

import java.util.stream.IntStream;
import mpi.CartComm;
import mpi.CartParms;
import mpi.Cartcomm;
import mpi.Comm;
import mpi.DistGraphNeighbors;
import mpi.GraphComm;
import mpi.GraphParms;
import mpi.Graphcomm;
import mpi.Group;
import mpi.Info;
import mpi.Intracomm;
import mpi.MPI;
import mpi.ShiftParms;

/** Groups, communicators that are made of the world, and topologies, in both spellings. On 4 ranks. */
public final class Communicators {

    private static final Intracomm WORLD = MPI.COMM_WORLD;
    private static int rank;

    private Communicators() {}

    /** The program. */
    public static void main(String[] args) {
        MPI.Init(args);
        rank = WORLD.getRank();
        WORLD.setErrhandler(MPI.ERRORS_RETURN);
        groups();
        duplicates();
        parts();
        grids();
        oldGrids();
        graphs();
        neighbors();
        MPI.Finalize();
    }

    private static void groups() {
        Group all = WORLD.getGroup();
        Claim.equal(4, all.getSize(), "size");
        Claim.equal(rank, all.getRank(), "rank");
        Claim.equal(
                all.getSize() + all.getRank(),
                WORLD.Group().Size() + WORLD.Group().Rank(),
                "in both spellings");
        Group even = all.incl(new int[] {0, 2});
        Group odd = all.Incl(new int[] {1, 3});
        Claim.equal(rank % 2 == 0 ? rank / 2 : MPI.UNDEFINED, even.getRank(), "rank in a part");
        Claim.equal(MPI.IDENT, Group.compare(all, WORLD.Group()), "compare");
        Claim.equal(MPI.SIMILAR, Group.Compare(all, Group.union(even, odd)), "Compare of a union");
        Claim.equal(MPI.UNEQUAL, Group.compare(even, odd), "compare of others");
        Claim.equal(MPI.IDENT, Group.compare(odd, Group.difference(all, even)), "difference");
        Claim.equal(MPI.IDENT, Group.compare(odd, Group.Difference(all, even)), "Difference");
        Claim.equal(MPI.IDENT, Group.compare(even, Group.intersection(all, even)), "intersection");
        Claim.equal(MPI.IDENT, Group.compare(even, Group.Intersection(all, even)), "Intersection");
        Claim.equal(0, Group.Intersection(odd, even).Size(), "an empty intersection");
        Claim.equal(MPI.IDENT, Group.compare(MPI.GROUP_EMPTY, Group.intersection(odd, even)), "GROUP_EMPTY");
        Claim.equal(MPI.IDENT, Group.compare(Group.Union(even, odd), Group.union(even, odd)), "Union");
        Claim.equal(MPI.IDENT, Group.compare(even, all.excl(new int[] {1, 3})), "excl");
        Claim.equal(MPI.IDENT, Group.compare(even, all.Excl(new int[] {1, 3})), "Excl");
        int[][] range = {{0, 3, 2}};
        Claim.equal(MPI.IDENT, Group.compare(even, all.rangeIncl(range)), "rangeIncl");
        Claim.equal(MPI.IDENT, Group.compare(even, all.Range_incl(range)), "Range_incl");
        Claim.equal(MPI.IDENT, Group.compare(odd, all.rangeExcl(range)), "rangeExcl");
        Claim.equal(MPI.IDENT, Group.compare(odd, all.Range_excl(range)), "Range_excl");
        int[] ranks = {0, 1, 2, 3};
        int[] inEven = {0, MPI.UNDEFINED, 1, MPI.UNDEFINED};
        Claim.equal(inEven, Group.translateRanks(all, ranks, even), "translateRanks");
        Claim.equal(inEven, Group.Translate_ranks(all, ranks, even), "Translate_ranks");
        even.free();
        Claim.that(even.isNull() && MPI.GROUP_NULL.isNull() && !all.isNull(), "freed groups are null");
        Environment.refused(even::getSize, MPI.ERR_GROUP, "getSize", "null");
        Environment.refused(() -> all.incl(new int[] {9}), MPI.ERR_RANK, "incl(int[1])", "9");
        Environment.refused(() -> all.rangeIncl(new int[][] {{1}}), MPI.ERR_ARG, "rangeIncl", "1 numbers");
    }

    private static void meets(Comm comm, int size, int own) {
        Claim.equal(size, comm.getSize(), "size of " + comm);
        Claim.equal(own, comm.getRank(), "rank in " + comm);
        int[] sum = {1};
        comm.allReduce(sum, 1, MPI.INT, MPI.SUM);
        Claim.equal(size, sum[0], "a sum in " + comm);
    }

    private static void duplicates() {
        int key = Comm.createKeyval();
        WORLD.setAttr(key, "kept");
        Intracomm later = WORLD.iDup();
        later.getRequest().waitFor();
        for (Intracomm copy : new Intracomm[] {
            WORLD.dup(), WORLD.clone(), later, WORLD.dupWithInfo(new Info()), WORLD.dupWithInfo(MPI.INFO_NULL)
        }) {
            meets(copy, 4, rank);
            Claim.equal("kept", copy.getAttr(key), "attribute");
            Claim.equal(MPI.ERRORS_RETURN, copy.getErrhandler(), "errhandler");
            Claim.equal(MPI.CONGRUENT, Comm.compare(WORLD, copy), "compare with a copy");
            Claim.equal(MPI.IDENT, Intracomm.Compare(copy, copy), "Compare with itself");
            Claim.that(!copy.isInter() && !copy.Test_inter(), "one group");
            Claim.equal(MPI.UNDEFINED, copy.getTopology(), "no topology");
            Claim.equal(MPI.UNDEFINED, copy.Topo_test(), "no topology");
            copy.free();
            Claim.that(copy.isNull(), "freed");
            Environment.refused(copy::barrier, MPI.ERR_COMM, "barrier", "null");
        }
        WORLD.deleteAttr(key);
        Environment.refused(() -> WORLD.free(), MPI.ERR_COMM, "free", "MPI_COMM_WORLD");
    }

    private static void parts() {
        Intracomm half = WORLD.split(rank / 2, -rank);
        meets(half, 2, 1 - rank % 2);
        half.disconnect();
        Intracomm none = WORLD.split(rank == 0 ? MPI.UNDEFINED : 0, 0);
        Claim.equal(rank == 0, none.isNull(), "split by UNDEFINED");
        Intracomm old = WORLD.Split(rank == 0 ? MPI.UNDEFINED : 0, 0);
        Claim.equal(rank == 0, old == null, "Split by UNDEFINED");
        if (rank != 0) {
            none.free();
            old.Free();
        }
        Intracomm host = WORLD.splitType(Comm.TYPE_SHARED, 0, MPI.INFO_NULL);
        meets(host, 4, rank);
        Group reversed = WORLD.getGroup().incl(new int[] {3, 1});
        Intracomm made = WORLD.create(reversed);
        Claim.equal(rank % 2 == 0, made.isNull(), "create");
        Intracomm oldMade = WORLD.Create(reversed);
        Claim.equal(rank % 2 == 0, oldMade == null, "Create");
        if (rank % 2 == 1) {
            meets(made, 2, rank == 3 ? 0 : 1);
            meets(oldMade, 2, rank == 3 ? 0 : 1);
            Intracomm alone = WORLD.createGroup(reversed, 5);
            meets(alone, 2, rank == 3 ? 0 : 1);
            Claim.equal(MPI.CONGRUENT, Comm.compare(made, alone), "createGroup");
        }
        Intracomm disjoint = WORLD.create(WORLD.getGroup().incl(rank < 2 ? new int[] {0, 1} : new int[] {2, 3}));
        meets(disjoint, 2, rank % 2);
        Environment.refused(() -> WORLD.split(-7, 0), MPI.ERR_ARG, "split(-7, 0)", "negative");
        Environment.refused(() -> WORLD.splitType(99, 0, MPI.INFO_NULL), MPI.ERR_ARG, "splitType(99", "TYPE_SHARED");
    }

    private static void grids() {
        int[] dims = {0, 0};
        CartComm.createDims(4, dims);
        Claim.equal(new int[] {2, 2}, dims, "createDims");
        int[] twelve = {0, 2, 0};
        CartComm.createDims(12, twelve);
        Claim.equal(new int[] {3, 2, 2}, twelve, "createDims with one given");
        Environment.refused(() -> CartComm.createDims(5, new int[] {2, 0}), MPI.ERR_DIMS, "createDims(5", "5 ranks");
        CartComm grid = WORLD.createCart(dims, new boolean[] {true, false}, false);
        meets(grid, 4, rank);
        Claim.equal(MPI.CART, grid.getTopology(), "topology");
        CartParms topo = grid.getTopo();
        Claim.equal(2, topo.getDimCount(), "dimensions");
        Claim.equal(2, topo.getDim(1), "ranks along a dimension");
        Claim.that(topo.getPeriod(0) && !topo.getPeriod(1), "periods");
        Claim.equal(rank % 2, topo.getCoord(1), "own coordinate");
        Claim.equal(new int[] {rank / 2, rank % 2}, grid.getCoords(rank), "coordinates");
        Claim.equal(rank, grid.getRank(new int[] {rank / 2 + 2, rank % 2}), "rank, around a ring");
        ShiftParms ring = grid.shift(0, 1);
        Claim.equal((rank + 2) % 4, ring.getRankSource(), "source in a ring");
        Claim.equal((rank + 2) % 4, ring.getRankDest(), "destination in a ring");
        ShiftParms line = grid.shift(1, 1);
        Claim.equal(rank % 2 == 0 ? MPI.PROC_NULL : rank - 1, line.getRankSource(), "source in a line");
        Claim.equal(rank % 2 == 1 ? MPI.PROC_NULL : rank + 1, line.getRankDest(), "destination in a line");
        CartComm row = grid.sub(new boolean[] {false, true});
        meets(row, 2, rank % 2);
        Claim.equal(1, row.getTopo().getDimCount(), "dimensions of a row");
        Claim.equal(rank < 2 ? rank : MPI.UNDEFINED, grid.map(new int[] {2}, new boolean[] {true}), "map");
        CartComm copy = grid.iDup();
        copy.getRequest().waitFor();
        Claim.equal(grid.getCoords(rank), copy.getCoords(rank), "coordinates in a copy");
        for (CartComm other : new CartComm[] {grid.dup(), grid.clone(), grid.dupWithInfo(new Info()), copy}) {
            Claim.equal(MPI.CART, other.getTopology(), "topology of a copy");
            other.free();
        }
        CartComm small = WORLD.createCart(new int[] {3}, new boolean[] {true}, false);
        Claim.equal(rank == 3, small.isNull(), "a grid with fewer places");
        Environment.refused(
                () -> WORLD.createCart(new int[] {5}, new boolean[1], false), MPI.ERR_DIMS, "createCart", "[5]");
        Environment.refused(() -> grid.getRank(new int[] {0, 2}), MPI.ERR_ARG, "getRank", "coordinate 2");
        Environment.refused(() -> grid.getCoords(4), MPI.ERR_RANK, "getCoords(4)", "0..3");
        Environment.refused(() -> grid.shift(2, 1), MPI.ERR_DIMS, "shift(2, 1)", "0..1");
        grid.free();
    }

    private static void oldGrids() {
        int[] dims = {0, 0};
        Cartcomm.Dims_create(4, dims);
        Cartcomm grid = WORLD.Create_cart(dims, new boolean[] {true, true}, false);
        Claim.equal(MPI.CART, grid.Topo_test(), "Topo_test");
        CartParms parms = grid.Get();
        Claim.equal(new int[] {2, 2}, parms.dims, "dims");
        Claim.equal(new boolean[] {true, true}, parms.periods, "periods");
        Claim.equal(grid.Coords(rank), parms.coords, "coords");
        Claim.equal(rank, grid.Rank(parms.coords), "Rank");
        ShiftParms shift = grid.Shift(1, 1);
        Claim.equal(rank ^ 1, shift.rank_source, "rank_source");
        Claim.equal(rank ^ 1, shift.rank_dest, "rank_dest");
        meets(grid.Sub(new boolean[] {true, false}), 2, rank / 2);
        Claim.equal(rank, grid.Map(new int[] {2, 2}, new boolean[] {false, false}), "Map");
        meets(grid.clone(), 4, rank);
        Cartcomm small = WORLD.Create_cart(new int[] {2}, new boolean[] {false}, false);
        Claim.equal(rank > 1, small == null, "Create_cart of fewer ranks");
        grid.Free();
    }

    private static void graphs() {
        int[] index = {1, 3, 5, 6};
        int[] edges = {1, 0, 2, 1, 3, 2};
        GraphComm line = WORLD.createGraph(index, edges, false);
        meets(line, 4, rank);
        Claim.equal(MPI.GRAPH, line.getTopology(), "topology");
        GraphParms parms = line.getDims();
        Claim.equal(4, parms.getIndexCount(), "ranks");
        Claim.equal(6, parms.getEdgeCount(), "edges");
        Claim.equal(3, parms.getIndex(1), "index");
        Claim.equal(2, parms.getEdge(2), "edge");
        Claim.equal(new int[] {0, 2}, line.getNeighbors(1), "neighbors");
        Claim.equal(rank, line.map(index, edges), "map");
        GraphComm copy = line.iDup();
        copy.getRequest().waitFor();
        for (GraphComm other : new GraphComm[] {line.dup(), line.clone(), line.dupWithInfo(new Info()), copy}) {
            Claim.equal(new int[] {2}, other.getNeighbors(3), "neighbors in a copy");
            other.free();
        }
        Environment.refused(line::getDistGraphNeighbors, MPI.ERR_TOPOLOGY, "getDistGraphNeighbors", "not distributed");
        Environment.refused(
                () -> WORLD.createGraph(index, new int[] {9, 9, 9, 9, 9, 9}, false), MPI.ERR_TOPOLOGY, "rank 9");
        Graphcomm old = WORLD.Create_graph(index, edges, false);
        Claim.equal(MPI.GRAPH, old.Topo_test(), "Topo_test");
        Claim.equal(index, old.Get().index, "index");
        Claim.equal(edges, old.Get().edges, "edges");
        Claim.equal(new int[] {1, 3}, old.Neighbours(2), "Neighbours");
        Claim.equal(rank, old.Map(index, edges), "Map");
    }

    /** A rank without edges of one direction has no weights of that direction either. */
    private static void weightsOfOneDirection() {
        int[] none = {};
        GraphComm star = WORLD.createDistGraphAdjacent(
                rank == 0 ? none : new int[] {0},
                rank == 0 ? null : new int[] {10 + rank},
                rank == 0 ? new int[] {1, 2, 3} : none,
                rank == 0 ? new int[] {11, 12, 13} : null,
                MPI.INFO_NULL,
                false);
        GraphComm copy = star.dup();
        for (GraphComm each : new GraphComm[] {star, copy}) {
            DistGraphNeighbors own = each.getDistGraphNeighbors();
            int weight = rank == 0 ? own.getDestinationWeight(2) : own.getSourceWeight(0);
            Claim.equal(rank == 0 ? 13 : 10 + rank, weight, "weight");
            Claim.equal(rank != 0, own.isWeighted(), "weighted, as by the weights of the sources");
        }
        copy.free();
        star.free();
        int next = (rank + 1) % 4;
        int last = (rank + 3) % 4;
        GraphComm ring = WORLD.createDistGraphAdjacent(
                new int[] {last}, null, new int[] {next}, new int[] {10 + rank}, MPI.INFO_NULL, false);
        DistGraphNeighbors near = ring.getDistGraphNeighbors();
        Claim.equal(1, near.getSourceWeight(0), "weight of an edge that was given none");
        Claim.equal(10 + rank, near.getDestinationWeight(0), "weight of an edge that was given one");
        ring.free();
    }

    private static void neighbors() {
        weightsOfOneDirection();
        int next = (rank + 1) % 4;
        int last = (rank + 3) % 4;
        GraphComm ring = WORLD.createDistGraphAdjacent(
                new int[] {last}, new int[] {10 + last}, new int[] {next}, new int[] {10 + rank}, MPI.INFO_NULL, false);
        GraphComm plain = WORLD.createDistGraphAdjacent(new int[] {last}, new int[] {next}, MPI.INFO_NULL, false);
        // Rank 0 gives all edges, from each rank to the next.
        int[] all = rank == 0 ? IntStream.range(0, 4).toArray() : new int[0];
        int[] ones = rank == 0 ? new int[] {1, 1, 1, 1} : new int[0];
        int[] ends = rank == 0 ? new int[] {1, 2, 3, 0} : new int[0];
        int[] weights = rank == 0 ? new int[] {10, 11, 12, 13} : new int[0];
        GraphComm given = WORLD.createDistGraph(all, ones, ends, weights, MPI.INFO_NULL, false);
        GraphComm unweighted = WORLD.createDistGraph(all, ones, ends, MPI.INFO_NULL, false);
        for (GraphComm graph : new GraphComm[] {ring, plain, given, unweighted}) {
            boolean weighted = graph == ring || graph == given;
            Claim.equal(MPI.DIST_GRAPH, graph.getTopology(), "topology");
            DistGraphNeighbors own = graph.getDistGraphNeighbors();
            Claim.equal(1, own.getInDegree(), "in degree");
            Claim.equal(1, own.getOutDegree(), "out degree");
            Claim.equal(last, own.getSource(0), "source");
            Claim.equal(next, own.getDestination(0), "destination");
            Claim.equal(weighted, own.isWeighted(), "weighted");
            Claim.equal(weighted ? 10 + last : 1, own.getSourceWeight(0), "source's weight");
            Claim.equal(weighted ? 10 + rank : 1, own.getDestinationWeight(0), "destination's weight");
            int[] got = new int[1];
            graph.neighborAllGather(new int[] {rank}, 1, MPI.INT, got, 1, MPI.INT);
            Claim.equal(last, got[0], "neighborAllGather");
        }
        CartComm circle = WORLD.createCart(new int[] {2, 2}, new boolean[] {true, false}, false);
        int up = rank ^ 2;
        int side = rank % 2;
        int left = side == 0 ? -1 : rank - 1;
        int right = side == 1 ? -1 : rank + 1;
        int[] four = {-1, -1, -1, -1};
        circle.neighborAllGather(new int[] {rank}, 1, MPI.INT, four, 1, MPI.INT);
        Claim.equal(new int[] {up, up, left, right}, four, "neighborAllGather in a grid");
        // What goes up from one rank comes from below at the other one, also where both neighbors are one rank.
        int[] send = {10 * rank, 10 * rank + 1, 10 * rank + 2, 10 * rank + 3};
        int[] expected = {10 * up + 1, 10 * up, left < 0 ? -1 : 10 * left + 3, right < 0 ? -1 : 10 * right + 2};
        int[] counts = {1, 1, 1, 1};
        int[] displs = {0, 1, 2, 3};
        int[][] room = new int[6][];
        for (int i = 0; i < room.length; i++) {
            room[i] = new int[] {-1, -1, -1, -1};
        }
        circle.neighborAllToAll(send, 1, MPI.INT, room[0], 1, MPI.INT);
        circle.neighborAllToAllv(send, counts, displs, MPI.INT, room[1], counts, displs, MPI.INT);
        circle.iNeighborAllToAll(send, 1, MPI.INT, room[2], 1, MPI.INT).waitFor();
        circle.iNeighborAllToAllv(send, counts, displs, MPI.INT, room[3], counts, displs, MPI.INT)
                .waitFor();
        for (int i = 0; i < 4; i++) {
            Claim.equal(expected, room[i], "neighborAllToAll in a grid, form " + i);
        }
        circle.neighborAllGatherv(new int[] {rank}, 1, MPI.INT, room[4], counts, displs, MPI.INT);
        circle.iNeighborAllGatherv(new int[] {rank}, 1, MPI.INT, room[5], counts, displs, MPI.INT)
                .waitFor();
        Claim.equal(four, room[4], "neighborAllGatherv");
        Claim.equal(four, room[5], "iNeighborAllGatherv");
        room[0][0] = -1;
        circle.iNeighborAllGather(new int[] {rank}, 1, MPI.INT, room[0], 1, MPI.INT)
                .waitFor();
        Claim.equal(up, room[0][0], "iNeighborAllGather");
        Environment.refused(
                () -> WORLD.neighborAllGather(send, 1, MPI.INT, four, 1, MPI.INT),
                MPI.ERR_TOPOLOGY,
                "neighborAllGather",
                "no topology");
        Environment.refused(
                () -> circle.neighborAllGatherv(send, 1, MPI.INT, four, new int[1], displs, MPI.INT),
                MPI.ERR_ARG,
                "counts",
                "1 numbers");
    }
}
