package org.reactivempi;

import java.util.Arrays;

/**
 * Dimensions of grids ({@code MPI_Dims_create}).
 *
 * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.8.5.2">MPI-4.1, 8.5.2</a>
 * @since 0.1
 */
public final class Dims {

    private Dims() {}

    /**
     * Chooses the dimensions that are 0, as equal as possible and falling, so that a grid has exactly so many places.
     *
     * @param ranks how many, 1 or more
     * @param dims how many ranks each dimension has, or 0 for one that is to be chosen; not changed
     * @return all dimensions
     * @throws MpiException {@link ErrorClass#DIMS} if a dimension is negative, or if no choice gives that product
     */
    public static int[] create(int ranks, int... dims) {
        long fixed = 1;
        int free = 0;
        for (int dim : dims) {
            if (dim < 0) {
                throw new MpiException(
                        ErrorClass.DIMS, "a dimension of " + dim + " ranks; it has 0, to be chosen, or more");
            }
            fixed = Math.min(Integer.MAX_VALUE, fixed * Math.max(1, dim));
            free += dim == 0 ? 1 : 0;
        }
        if (ranks < 1 || fixed > ranks || ranks % fixed != 0 || free == 0 && fixed != ranks) {
            throw new MpiException(
                    ErrorClass.DIMS,
                    ranks + " ranks can't fill a grid of " + Arrays.toString(dims) + ", where 0 is to be chosen");
        }
        int[] chosen = factors((int) (ranks / fixed), free);
        int[] all = dims.clone();
        int next = free;
        for (int i = 0; i < all.length; i++) {
            if (all[i] == 0) {
                all[i] = chosen[--next];
            }
        }
        return all;
    }

    /** So many factors of a number, rising. */
    private static int[] factors(int number, int count) {
        int[] factors = new int[count];
        int rest = number;
        for (int i = 0; i < count; i++) {
            factors[i] = leastDivisor(rest, count - i);
            rest /= factors[i];
        }
        Arrays.sort(factors);
        return factors;
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
