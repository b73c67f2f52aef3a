package org.reactivempi.core.placement;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Cartesian;

/**
 * Places of a grid for the ranks of hosts. Where all hosts have equally many ranks, and blocks of so many places fill the grid, each host
 * gets such a block:
 *
 * <pre>
 *   4 x 4 places, 4 hosts of 4 ranks        0 0 1 1
 *                                           0 0 1 1
 *                                           2 2 3 3
 *                                           2 2 3 3
 * </pre>
 * Elsewhere the places stand in a row in which those that follow each other are close together in the grid, and each host gets a part
 * of the row. There are several such rows and blocks; what is taken is that with the fewest edges between hosts, and nothing where
 * none has fewer than there are.
 */
public final class GridPlacement {

    private final Cartesian grid;
    private final HostTable hosts;
    private final int[] dims;
    private int @Nullable [] best;
    private long fewest;

    private GridPlacement(Cartesian grid, HostTable hosts) {
        this.grid = grid;
        this.hosts = hosts;
        this.dims = grid.dims();
        this.fewest = cut(hosts.asTheyAre());
    }

    /**
     * The new rank of each rank.
     *
     * @param hosts of as many ranks as the grid has places
     */
    public static int[] of(Cartesian grid, HostTable hosts) {
        return hosts.matters() ? new GridPlacement(grid, hosts).found() : hosts.unchanged();
    }

    private int[] found() {
        int each = hosts.ranksOnEach();
        if (each > 0) {
            block(new int[dims.length], 0, each);
        }
        if (best == null) {
            inRow(halves());
            inRow(snake());
        }
        return best == null ? hosts.unchanged() : hosts.newRanks(best);
    }

    /** How many edges of the grid lead from one host to another. */
    private long cut(int[] hostOfPlace) {
        long edges = 0;
        for (int place = 0; place < hostOfPlace.length; place++) {
            for (int near : grid.neighbors(place)) {
                if (near >= 0 && hostOfPlace[near] != hostOfPlace[place]) {
                    edges++;
                }
            }
        }
        return edges;
    }

    private void offer(int[] hostOfPlace) {
        long edges = cut(hostOfPlace);
        if (edges < fewest) {
            fewest = edges;
            best = hostOfPlace;
        }
    }

    /** Tries all blocks of {@code rest} places along the dimensions from {@code dimension} on. */
    private void block(int[] sides, int dimension, int rest) {
        if (dimension == dims.length) {
            if (rest == 1) {
                offer(blocks(sides));
            }
            return;
        }
        for (int side = 1; side <= Math.min(rest, dims[dimension]); side++) {
            if (rest % side == 0 && dims[dimension] % side == 0) {
                sides[dimension] = side;
                block(sides, dimension + 1, rest / side);
            }
        }
    }

    /** The hosts take the blocks by rows. */
    private int[] blocks(int[] sides) {
        int[] hostOfPlace = new int[grid.size()];
        for (int place = 0; place < hostOfPlace.length; place++) {
            int[] at = grid.coordinates(place);
            int host = 0;
            for (int i = 0; i < dims.length; i++) {
                host = host * (dims[i] / sides[i]) + at[i] / sides[i];
            }
            hostOfPlace[place] = host;
        }
        return hostOfPlace;
    }

    private void inRow(List<int[]> row) {
        int[] hostOfPlace = new int[row.size()];
        int next = 0;
        for (int host = 0; host < hosts.count(); host++) {
            for (int i = 0; i < hosts.ranksOn(host); i++) {
                hostOfPlace[grid.rank(row.get(next++))] = host;
            }
        }
        offer(hostOfPlace);
    }

    /** One half of the grid along its longest side, then the other one, each in the same way. */
    private List<int[]> halves() {
        List<int[]> row = new ArrayList<>();
        halve(new int[dims.length], dims.clone(), row);
        return row;
    }

    private static void halve(int[] from, int[] to, List<int[]> row) {
        int longest = IntStream.range(0, from.length)
                .reduce((one, other) -> to[other] - from[other] > to[one] - from[one] ? other : one)
                .orElse(-1);
        if (longest < 0 || to[longest] - from[longest] == 1) {
            row.add(from);
            return;
        }
        int middle = (from[longest] + to[longest] + 1) / 2;
        int[] end = to.clone();
        end[longest] = middle;
        int[] begin = from.clone();
        begin[longest] = middle;
        halve(from, end, row);
        halve(begin, to, row);
    }

    /** To and fro along the shortest side, one line after the other: each place is next to the one before. */
    private List<int[]> snake() {
        int[] order = IntStream.range(0, dims.length)
                .boxed()
                .sorted((one, other) -> Integer.compare(dims[other], dims[one]))
                .mapToInt(Integer::intValue)
                .toArray();
        List<int[]> row = new ArrayList<>();
        int[] at = new int[dims.length];
        int[] steps = new int[dims.length];
        Arrays.fill(steps, 1);
        row.add(at.clone());
        while (row.size() < grid.size()) {
            int turn = order.length - 1;
            int next = at[order[turn]] + steps[turn];
            while (next < 0 || next == dims[order[turn]]) {
                steps[turn] = -steps[turn];
                turn--;
                next = at[order[turn]] + steps[turn];
            }
            at[order[turn]] = next;
            row.add(at.clone());
        }
        return row;
    }
}
