package org.reactivempi.benchmarks.simulate;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntFunction;
import org.reactivempi.core.collective.algorithm.Allgathers;
import org.reactivempi.core.collective.algorithm.Alltoalls;
import org.reactivempi.core.collective.algorithm.Broadcasts;
import org.reactivempi.core.collective.algorithm.Choice;
import org.reactivempi.core.collective.algorithm.Dissemination;
import org.reactivempi.core.collective.algorithm.Gathers;
import org.reactivempi.core.collective.algorithm.RankTree;
import org.reactivempi.core.collective.algorithm.Reductions;
import org.reactivempi.core.collective.plan.Plan;

/** What can be simulated: each operation with its algorithms, for ranks 0 to {@code size - 1} and root 0. */
enum Operation {
    /** Without data. */
    BARRIER,
    /** The root's bytes for all. */
    BCAST,
    /** So many bytes of each rank for the root. */
    GATHER,
    /** So many bytes for each rank. */
    SCATTER,
    /** So many bytes of each rank for all. */
    ALLGATHER,
    /** So many bytes of each rank for each. */
    ALLTOALL,
    /** Vectors of so many bytes. */
    REDUCE,
    /** The same for all. */
    ALLREDUCE,
    /** A block of so many bytes for each rank. */
    REDUCESCATTER,
    /** Vectors of so many bytes. */
    SCAN;

    /** How long an element of a reduction is. */
    private static final int ELEMENT_BYTES = 8;

    String lowerCaseName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The plans that ranks would run by. */
    IntFunction<Plan> chosen(int size, int bytes) {
        return switch (this) {
            case BARRIER -> rank -> Choice.barrier(rank, size);
            case BCAST -> rank -> Choice.bcast(rank, size, 0, bytes);
            case GATHER -> rank -> Choice.gather(rank, size, 0, bytes, false);
            case SCATTER -> rank -> Choice.scatter(rank, size, 0, bytes, false);
            case ALLGATHER -> rank -> Choice.allgather(rank, size, Choice.equal(size, bytes), false);
            case ALLTOALL -> rank -> Choice.alltoall(rank, size, bytes, false);
            case REDUCE -> rank -> Choice.reduce(rank, size, 0, bytes, ELEMENT_BYTES, true, false);
            case ALLREDUCE -> rank -> Choice.allreduce(rank, size, bytes, ELEMENT_BYTES, true, false);
            case REDUCESCATTER -> rank -> Choice.reduceScatter(rank, size, Choice.equal(size, bytes), true, false);
            case SCAN -> rank -> Choice.scan(rank, size, bytes, false);
        };
    }

    /** All ways in which so many ranks can do it. */
    Map<String, IntFunction<Plan>> algorithms(int size, int bytes) {
        boolean power = Integer.bitCount(size) == 1;
        Map<String, IntFunction<Plan>> all = new LinkedHashMap<>();
        long[] blocks =
                this == ALLGATHER || this == ALLTOALL || this == GATHER || this == SCATTER || this == REDUCESCATTER
                        ? Choice.equal(size, bytes)
                        : new long[0];
        switch (this) {
            case BARRIER -> all.put("dissemination", rank -> Dissemination.barrier(rank, size));
            case BCAST -> {
                all.put("binomial", rank -> Broadcasts.binomial(rank, size, 0, bytes));
                all.put("scatter-ring", rank -> Broadcasts.scatterAndRing(rank, size, 0, bytes));
                all.put("circulant", rank -> Broadcasts.circulant(rank, size, 0, bytes));
            }
            case GATHER -> {
                all.put("binomial", rank -> Gathers.gatherAlongTree(rank, size, 0, bytes, false));
                all.put("direct", rank -> Gathers.gatherDirectly(rank, size, 0, bytes, blocks, false));
            }
            case SCATTER -> {
                all.put("binomial", rank -> Gathers.scatterAlongTree(rank, size, 0, bytes, false));
                all.put("direct", rank -> Gathers.scatterDirectly(rank, size, 0, bytes, blocks, false));
            }
            case ALLGATHER -> {
                if (power) {
                    all.put("doubling", rank -> Allgathers.doubling(rank, size, blocks, false));
                }
                all.put("bruck", rank -> Allgathers.bruck(rank, size, blocks, false));
                all.put("ring", rank -> Allgathers.ring(rank, size, blocks, false));
            }
            case ALLTOALL -> {
                all.put("bruck", rank -> Alltoalls.bruck(rank, size, bytes, false));
                all.put("exchange, 32 at once", rank -> Alltoalls.exchange(rank, size, blocks, blocks, false, 32));
                all.put("exchange, 1 at once", rank -> Alltoalls.exchange(rank, size, blocks, blocks, false, 1));
            }
            case REDUCE -> {
                all.put("binomial", rank -> Reductions.toRoot(rank, size, 0, bytes, false));
                all.put("circulant", rank -> Reductions.circulant(rank, size, 0, bytes, ELEMENT_BYTES, false));
            }
            case ALLREDUCE -> {
                all.put("doubling", rank -> Reductions.doubling(rank, size, bytes, false));
                if (power) {
                    all.put(
                            "halving-doubling",
                            rank -> Reductions.halvingAndDoubling(rank, size, bytes, ELEMENT_BYTES, false));
                }
                all.put("pairwise-ring", rank -> Reductions.pairwiseAndRing(rank, size, bytes, ELEMENT_BYTES, false));
                all.put("rank-tree", rank -> RankTree.allreduce(rank, size, bytes, false));
            }
            case REDUCESCATTER -> {
                if (power) {
                    all.put("halving", rank -> Reductions.scatterByHalving(rank, size, blocks, false));
                }
                all.put("pairwise", rank -> Reductions.scatterPairwise(rank, size, blocks, false));
                all.put("rank-tree", rank -> RankTree.reduceScatter(rank, size, blocks, false));
            }
            case SCAN -> all.put("doubling", rank -> Reductions.scan(rank, size, bytes, false));
        }
        return all;
    }
}
