package mpi;

import java.util.Arrays;

/** Who is whose neighbor in a communicator. */
sealed interface Topology {

    /** {@link MPI#CART}, {@link MPI#GRAPH} or {@link MPI#DIST_GRAPH}. */
    int kind();

    /** How many ranks it has places for. */
    int ranks();

    /** Whom a rank receives from in an operation of neighbors. */
    int[] sources(int rank);

    /** Whom it sends to. */
    int[] destinations(int rank);

    /** A grid of rows: the last dimension is the fastest. */
    record Grid(int[] dims, boolean[] periods) implements Topology {

        /** A grid that is right, of at most so many ranks. */
        static Grid of(int[] dims, boolean[] periods, int most) {
            if (dims == null || periods == null || periods.length < dims.length) {
                throw new MPIException(
                        Codes.ERR_DIMS,
                        "there must be a period for each dimension: " + (dims == null ? "no" : dims.length + "")
                                + " dimensions, " + (periods == null ? "no" : periods.length + "") + " periods");
            }
            Grid grid = new Grid(dims.clone(), Arrays.copyOf(periods, dims.length));
            for (int dim : dims) {
                if (dim < 1) {
                    throw new MPIException(Codes.ERR_DIMS, "a dimension of " + dim + " ranks; it has 1 or more");
                }
            }
            if (grid.ranks() > most) {
                throw new MPIException(
                        Codes.ERR_DIMS,
                        "a grid of " + Arrays.toString(dims) + " has more places than the " + most
                                + " ranks of the communicator");
            }
            return grid;
        }

        @Override
        public int kind() {
            return Codes.CART;
        }

        @Override
        public int ranks() {
            // Cut off at each step: the product of all may be more than a long holds.
            return (int) Arrays.stream(dims).asLongStream().reduce(1, (a, b) -> Math.min(Integer.MAX_VALUE, a * b));
        }

        int[] coords(int rank) {
            if (rank < 0 || rank >= ranks()) {
                throw new MPIException(Codes.ERR_RANK, "rank " + rank + " is outside 0.." + (ranks() - 1));
            }
            int[] coords = new int[dims.length];
            int rest = rank;
            for (int i = dims.length - 1; i >= 0; i--) {
                coords[i] = rest % dims[i];
                rest /= dims[i];
            }
            return coords;
        }

        int rank(int[] coords) {
            if (coords == null || coords.length < dims.length) {
                throw new MPIException(
                        Codes.ERR_ARG,
                        (coords == null ? "no" : coords.length + "") + " coordinates for a grid of " + dims.length
                                + " dimensions");
            }
            int rank = 0;
            for (int i = 0; i < dims.length; i++) {
                int at = periods[i] ? Math.floorMod(coords[i], dims[i]) : coords[i];
                if (at < 0 || at >= dims[i]) {
                    throw new MPIException(
                            Codes.ERR_ARG,
                            "coordinate " + coords[i] + " of dimension " + i + ", which is no ring, is outside 0.."
                                    + (dims[i] - 1));
                }
                rank = rank * dims[i] + at;
            }
            return rank;
        }

        ShiftParms shift(int rank, int direction, int distance) {
            if (direction < 0 || direction >= dims.length) {
                throw new MPIException(
                        Codes.ERR_DIMS, "direction " + direction + " is outside 0.." + (dims.length - 1));
            }
            return new ShiftParms(near(rank, direction, -(long) distance), near(rank, direction, distance));
        }

        private int near(int rank, int direction, long distance) {
            int[] coords = coords(rank);
            long at = coords[direction] + distance;
            if (!periods[direction] && (at < 0 || at >= dims[direction])) {
                return Codes.PROC_NULL;
            }
            coords[direction] = (int) Math.floorMod(at, (long) dims[direction]);
            return rank(coords);
        }

        /** The grid of some dimensions. */
        Grid kept(boolean[] remain) {
            int[] kept = new int[dims.length];
            boolean[] rings = new boolean[dims.length];
            int count = 0;
            for (int i = 0; i < dims.length; i++) {
                if (remain[i]) {
                    kept[count] = dims[i];
                    rings[count++] = periods[i];
                }
            }
            return new Grid(Arrays.copyOf(kept, count), Arrays.copyOf(rings, count));
        }

        /** A rank's number among those that differ from it in some dimensions alone. */
        int rankIn(int rank, boolean[] some) {
            int[] coords = coords(rank);
            int number = 0;
            for (int i = 0; i < dims.length; i++) {
                if (some[i]) {
                    number = number * dims[i] + coords[i];
                }
            }
            return number;
        }

        @Override
        public int[] sources(int rank) {
            int[] near = new int[2 * dims.length];
            for (int i = 0; i < dims.length; i++) {
                near[2 * i] = near(rank, i, -1);
                near[2 * i + 1] = near(rank, i, 1);
            }
            return near;
        }

        @Override
        public int[] destinations(int rank) {
            return sources(rank);
        }

        /** Chooses the dimensions that are 0, as equal as possible and falling, so that there are as many places as ranks. */
        static void chooseDims(int ranks, int[] dims) {
            long fixed = 1;
            int free = 0;
            for (int dim : dims) {
                if (dim < 0) {
                    throw new MPIException(
                            Codes.ERR_DIMS, "a dimension of " + dim + " ranks; it has 0, to be chosen, or more");
                }
                fixed = Math.min(Integer.MAX_VALUE, fixed * Math.max(1, dim));
                free += dim == 0 ? 1 : 0;
            }
            if (ranks < 1 || fixed > ranks || ranks % fixed != 0 || free == 0 && fixed != ranks) {
                throw new MPIException(
                        Codes.ERR_DIMS,
                        ranks + " ranks can't fill a grid of " + Arrays.toString(dims) + ", where 0 is to be chosen");
            }
            int[] chosen = new int[free];
            int rest = (int) (ranks / fixed);
            for (int i = 0; i < free; i++) {
                chosen[i] = leastDivisor(rest, free - i);
                rest /= chosen[i];
            }
            Arrays.sort(chosen);
            int next = free;
            for (int i = 0; i < dims.length; i++) {
                if (dims[i] == 0) {
                    dims[i] = chosen[--next];
                }
            }
        }

        /** The least divisor that isn't below the root. */
        private static int leastDivisor(int number, int degree) {
            int divisor = Math.max(1, (int) Math.floor(Math.pow(number, 1.0 / degree)) - 1);
            while (Math.pow(divisor, degree) < number || number % divisor != 0) {
                divisor++;
            }
            return divisor;
        }
    }

    /** A graph that all ranks know. */
    record Graph(int[] index, int[] edges) implements Topology {

        static Graph of(int[] index, int[] edges, int most) {
            if (index == null || edges == null || index.length > most) {
                throw new MPIException(
                        Codes.ERR_TOPOLOGY,
                        "a graph of " + (index == null ? "no" : index.length + "") + " ranks in a communicator of "
                                + most);
            }
            int before = 0;
            for (int end : index) {
                if (end < before || end > edges.length) {
                    throw new MPIException(
                            Codes.ERR_TOPOLOGY, "index " + end + " is outside " + before + ".." + edges.length);
                }
                before = end;
            }
            for (int edge : edges) {
                if (edge < 0 || edge >= index.length) {
                    throw new MPIException(
                            Codes.ERR_TOPOLOGY, "an edge to rank " + edge + ", outside 0.." + (index.length - 1));
                }
            }
            return new Graph(index.clone(), edges.clone());
        }

        @Override
        public int kind() {
            return Codes.GRAPH;
        }

        @Override
        public int ranks() {
            return index.length;
        }

        @Override
        public int[] sources(int rank) {
            if (rank < 0 || rank >= index.length) {
                throw new MPIException(Codes.ERR_RANK, "rank " + rank + " is outside 0.." + (index.length - 1));
            }
            return Arrays.copyOfRange(edges, rank == 0 ? 0 : index[rank - 1], index[rank]);
        }

        @Override
        public int[] destinations(int rank) {
            return sources(rank);
        }
    }

    /** The edges of this rank in a graph of which each rank knows its own. */
    record Distributed(DistGraphNeighbors own, int ranks) implements Topology {

        @Override
        public int kind() {
            return Codes.DIST_GRAPH;
        }

        @Override
        public int[] sources(int rank) {
            return own.sources().clone();
        }

        @Override
        public int[] destinations(int rank) {
            return own.destinations().clone();
        }
    }
}
