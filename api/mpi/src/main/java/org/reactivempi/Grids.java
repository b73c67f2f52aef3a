package org.reactivempi;

import java.util.List;
import org.reactivempi.layout.TypeMap;

/**
 * Parts of arrays of several dimensions. The type is built from the fastest dimension to the slowest; in each, one element is a whole
 * line of the faster ones.
 */
final class Grids {

    private Grids() {}

    static TypeMap subarray(TypeMap type, Datatype.Order order, long[] sizes, long[] subsizes, long[] starts) {
        if (sizes.length == 0 || subsizes.length != sizes.length || starts.length != sizes.length) {
            throw new MpiException(
                    ErrorClass.ARG,
                    "a subarray of " + sizes.length + " sizes, " + subsizes.length + " subsizes and " + starts.length
                            + " starts: there must be as many, and at least one");
        }
        for (int i = 0; i < sizes.length; i++) {
            if (subsizes[i] < 1 || subsizes[i] > sizes[i] || starts[i] < 0 || starts[i] > sizes[i] - subsizes[i]) {
                throw new MpiException(
                        ErrorClass.ARG,
                        "the part of " + subsizes[i] + " elements from " + starts[i] + " on is empty, or outside the "
                                + sizes[i] + " elements of dimension " + i);
            }
        }
        TypeMap part = type;
        long step = type.extent();
        for (int dimension : fastestFirst(order, sizes.length)) {
            part = part.repeat(subsizes[dimension], step).shifted(Math.multiplyExact(starts[dimension], step));
            step = Math.multiplyExact(step, sizes[dimension]);
        }
        return part.resized(0, step);
    }

    static TypeMap darray(
            TypeMap type, int rank, Datatype.Order order, long[] sizes, List<Distribution> distributions, long[] grid) {
        if (sizes.length == 0 || distributions.size() != sizes.length || grid.length != sizes.length) {
            throw new MpiException(
                    ErrorClass.ARG,
                    "an array of " + sizes.length + " sizes, " + distributions.size() + " distributions and a grid of "
                            + grid.length + " dimensions: there must be as many, and at least one");
        }
        long[] place = place(rank, grid);
        TypeMap part = type;
        long step = type.extent();
        for (int dimension : fastestFirst(order, sizes.length)) {
            if (sizes[dimension] < 1) {
                throw new MpiException(
                        ErrorClass.ARG,
                        "the size " + sizes[dimension] + " of dimension " + dimension + " is not positive");
            }
            part = part(
                    part,
                    step,
                    sizes[dimension],
                    distributions.get(dimension),
                    place[dimension],
                    grid[dimension],
                    dimension);
            step = Math.multiplyExact(step, sizes[dimension]);
        }
        return part.resized(0, step);
    }

    /** Where a rank is in a grid. */
    private static long[] place(int rank, long[] grid) {
        long ranks = 1;
        for (long length : grid) {
            if (length < 1) {
                throw new MpiException(ErrorClass.ARG, "a grid can't have " + length + " ranks along a dimension");
            }
            ranks = Math.multiplyExact(ranks, length);
        }
        if (rank < 0 || rank >= ranks) {
            throw new MpiException(ErrorClass.ARG, "rank " + rank + " is outside the grid's 0.." + (ranks - 1));
        }
        long[] place = new long[grid.length];
        long left = rank;
        for (int i = grid.length - 1; i >= 0; i--) {
            place[i] = left % grid[i];
            left /= grid[i];
        }
        return place;
    }

    /** What is at a place along a dimension: blocks of one length in turn; the last one may be shorter. */
    private static TypeMap part(
            TypeMap line, long step, long size, Distribution distribution, long place, long ranks, int dimension) {
        long block = switch (distribution.kind()) {
            case NONE -> size;
            case BLOCK -> distribution.argument() > 0 ? distribution.argument() : (size + ranks - 1) / ranks;
            case CYCLIC -> Math.max(1, distribution.argument());
        };
        boolean isOneBlock = distribution.kind() != Distribution.Kind.CYCLIC;
        if (isOneBlock && Math.multiplyExact(block, ranks) < size
                || distribution.kind() == Distribution.Kind.NONE && ranks > 1) {
            throw new MpiException(
                    ErrorClass.ARG,
                    distribution + " can't distribute the " + size + " elements of dimension " + dimension + " over "
                            + ranks + " ranks");
        }
        long first = Math.multiplyExact(block, place);
        long turn = Math.multiplyExact(block, ranks);
        long left = Math.max(0, size - first);
        long whole = left / turn;
        long last = Math.min(block, left - whole * turn);
        long begin = Math.multiplyExact(first, step);
        long apart = Math.multiplyExact(turn, step);
        TypeMap blocks = line.repeat(block, step).repeat(whole, apart);
        return TypeMap.struct(
                new long[] {begin, Math.addExact(begin, Math.multiplyExact(whole, apart))},
                new long[] {1, 1},
                List.of(blocks, line.repeat(last, step)));
    }

    private static int[] fastestFirst(Datatype.Order order, int dimensions) {
        int[] result = new int[dimensions];
        for (int i = 0; i < dimensions; i++) {
            result[i] = order == Datatype.Order.ROW_MAJOR ? dimensions - 1 - i : i;
        }
        return result;
    }
}
