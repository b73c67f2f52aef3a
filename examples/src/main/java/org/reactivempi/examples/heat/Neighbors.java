package org.reactivempi.examples.heat;

import java.util.stream.IntStream;
import org.reactivempi.Mpi;

/**
 * The ranks whose parts touch a rank's. At the ends there is the null process, with which all operations complete at once and change nothing.
 *
 * @param above has the rows above, or is {@link Mpi#PROC_NULL}
 * @param below has the rows below, or is {@link Mpi#PROC_NULL}
 * @param left has the columns on the left, or is {@link Mpi#PROC_NULL}
 * @param right has the columns on the right, or is {@link Mpi#PROC_NULL}
 */
record Neighbors(int above, int below, int left, int right) {

    static Neighbors of(int rank, Grid grid, Block block) {
        boolean idle = block.isEmpty();
        return new Neighbors(
                idle || block.isAtTop() ? Mpi.PROC_NULL : rank - grid.across(),
                idle || block.isAtBottom() ? Mpi.PROC_NULL : rank + grid.across(),
                idle || block.isAtLeft() ? Mpi.PROC_NULL : rank - 1,
                idle || block.isAtRight() ? Mpi.PROC_NULL : rank + 1);
    }

    /** Those that there are. */
    int[] ranks() {
        return IntStream.of(above, below, left, right)
                .filter(rank -> rank != Mpi.PROC_NULL)
                .toArray();
    }
}
