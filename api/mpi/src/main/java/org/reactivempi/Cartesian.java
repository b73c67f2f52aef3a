package org.reactivempi;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * A grid of ranks, and who is where in it: by rows, so that the last dimension is the fastest.
 *
 * <pre>
 *   {@code Cartesian.of(2, 3)}       0  1  2        {@code periodic(1)}: 3's neighbors along dimension 1 are 5 and 4
 *                          3  4  5
 * </pre>
 *
 * <p>Immutable.
 *
 * @see Communicator#cartesian
 * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#section.8.5">MPI-4.1, 8.5</a>
 * @since 0.1
 */
public final class Cartesian {

    private final int[] dims;
    private final boolean[] periodic;

    private Cartesian(int[] dims, boolean[] periodic) {
        this.dims = dims;
        this.periodic = periodic;
    }

    /**
     * A grid that ends at its sides.
     *
     * @param dims how many ranks each dimension has, 1 or more; without any, a grid of one rank
     * @return the grid
     * @throws MpiException {@link ErrorClass#DIMS} if a dimension is another number
     */
    public static Cartesian of(int... dims) {
        for (int dim : dims) {
            if (dim < 1) {
                throw new MpiException(ErrorClass.DIMS, "a dimension of " + dim + " ranks; it has 1 or more");
            }
        }
        return new Cartesian(dims.clone(), new boolean[dims.length]);
    }

    /**
     * The same, with rings: along them the last rank is next to the first one.
     *
     * @param dimensions which are rings from now on, 0 to {@code dimensions() - 1}
     * @return another grid
     * @throws MpiException {@link ErrorClass#DIMS} if there is no such dimension
     */
    public Cartesian periodic(int... dimensions) {
        boolean[] rings = periodic.clone();
        for (int dimension : dimensions) {
            checkDimension(dimension);
            rings[dimension] = true;
        }
        return new Cartesian(dims, rings);
    }

    /**
     * How many dimensions it has ({@code MPI_Cartdim_get}).
     *
     * @return 0 or more
     */
    public int dimensions() {
        return dims.length;
    }

    /**
     * How many ranks each dimension has.
     *
     * @return a new array
     */
    public int[] dims() {
        return dims.clone();
    }

    /**
     * Whether a dimension is a ring.
     *
     * @param dimension 0 to {@code dimensions() - 1}
     * @return whether its last rank is next to its first one
     * @throws MpiException {@link ErrorClass#DIMS} if there is no such dimension
     */
    public boolean isPeriodic(int dimension) {
        checkDimension(dimension);
        return periodic[dimension];
    }

    /**
     * How many ranks it has places for.
     *
     * @return 1 or more; {@code Integer.MAX_VALUE} also for more than those
     */
    public int size() {
        // Cut off at each step: the product of all may be more than a long holds.
        return (int) Arrays.stream(dims).asLongStream().reduce(1, (a, b) -> Math.min(Integer.MAX_VALUE, a * b));
    }

    /**
     * Where a rank is ({@code MPI_Cart_coords}).
     *
     * @param rank 0 to {@code size() - 1}
     * @return its place along each dimension; a new array
     * @throws MpiException {@link ErrorClass#RANK} if the rank is another one
     */
    public int[] coordinates(int rank) {
        if (rank < 0 || rank >= size()) {
            throw new MpiException(ErrorClass.RANK, "rank " + rank + " is outside 0.." + (size() - 1));
        }
        int[] coordinates = new int[dims.length];
        int rest = rank;
        for (int i = dims.length - 1; i >= 0; i--) {
            coordinates[i] = rest % dims[i];
            rest /= dims[i];
        }
        return coordinates;
    }

    /**
     * Who is at a place ({@code MPI_Cart_rank}).
     *
     * @param coordinates the place along each dimension: 0 to its length - 1, or any number along a ring; more of them than there are
     *     dimensions are not looked at
     * @return the rank there
     * @throws MpiException {@link ErrorClass#ARG} if there are too few, or if one is outside of a dimension that is no ring
     */
    public int rank(int... coordinates) {
        if (coordinates.length < dims.length) {
            throw new MpiException(
                    ErrorClass.ARG, coordinates.length + " coordinates for a grid of " + dims.length + " dimensions");
        }
        int rank = 0;
        for (int i = 0; i < dims.length; i++) {
            int at = periodic[i] ? Math.floorMod(coordinates[i], dims[i]) : coordinates[i];
            if (at < 0 || at >= dims[i]) {
                throw new MpiException(
                        ErrorClass.ARG,
                        "coordinate " + coordinates[i] + " of dimension " + i + ", which is no ring, is outside 0.."
                                + (dims[i] - 1));
            }
            rank = rank * dims[i] + at;
        }
        return rank;
    }

    /**
     * The ranks at a distance of one, on either side ({@code MPI_Cart_shift}).
     *
     * @param rank whose neighbors, 0 to {@code size() - 1}
     * @param dimension along which one, 0 to {@code dimensions() - 1}
     * @param displacement how far: values go up where it is positive, and down where it is negative
     * @return where its values come from, and where they go to
     * @throws MpiException {@link ErrorClass#DIMS} if there is no such dimension, {@link ErrorClass#RANK} if there is no such rank
     */
    public Shift shift(int rank, int dimension, int displacement) {
        checkDimension(dimension);
        return new Shift(near(rank, dimension, -(long) displacement), near(rank, dimension, displacement));
    }

    private int near(int rank, int dimension, long distance) {
        int[] coordinates = coordinates(rank);
        long at = coordinates[dimension] + distance;
        if (!periodic[dimension] && (at < 0 || at >= dims[dimension])) {
            return Constants.PROC_NULL;
        }
        coordinates[dimension] = (int) Math.floorMod(at, (long) dims[dimension]);
        return rank(coordinates);
    }

    /**
     * The neighbors of a rank, as operations of neighbors number them: along each dimension the one below, then the one above.
     *
     * @param rank whose neighbors, 0 to {@code size() - 1}
     * @return twice as many ranks as dimensions, {@link Mpi#PROC_NULL} among them where the grid ends; a new array
     * @throws MpiException {@link ErrorClass#RANK} if there is no such rank
     */
    public int[] neighbors(int rank) {
        return IntStream.range(0, dims.length)
                .flatMap(dimension -> IntStream.of(near(rank, dimension, -1), near(rank, dimension, 1)))
                .toArray();
    }

    /**
     * The grid of some of its dimensions.
     *
     * @param remain whether each dimension stays; more answers than there are dimensions are not looked at
     * @return another grid
     * @throws MpiException {@link ErrorClass#DIMS} if there are too few answers
     */
    public Cartesian sub(boolean... remain) {
        if (remain.length < dims.length) {
            throw new MpiException(
                    ErrorClass.DIMS, "there must be an answer for each of " + dims.length + " dimensions");
        }
        int[] left = IntStream.range(0, dims.length).filter(i -> remain[i]).toArray();
        boolean[] rings = new boolean[left.length];
        for (int i = 0; i < left.length; i++) {
            rings[i] = periodic[left[i]];
        }
        return new Cartesian(IntStream.of(left).map(i -> dims[i]).toArray(), rings);
    }

    private void checkDimension(int dimension) {
        if (dimension < 0 || dimension >= dims.length) {
            throw new MpiException(ErrorClass.DIMS, "dimension " + dimension + " is outside 0.." + (dims.length - 1));
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Cartesian grid
                && Arrays.equals(dims, grid.dims)
                && Arrays.equals(periodic, grid.periodic);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(dims) + Arrays.hashCode(periodic);
    }

    @Override
    public String toString() {
        return "Cartesian" + Arrays.toString(dims) + " periodic " + Arrays.toString(periodic);
    }
}
