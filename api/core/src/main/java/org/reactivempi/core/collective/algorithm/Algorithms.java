package org.reactivempi.core.collective.algorithm;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.reactivempi.core.collective.plan.Plan;
import org.reactivempi.core.settings.AlgorithmTable;

/**
 * The plans of one job's operations: those that its settings ask for, where they are possible, and else those of {@link Choice}.
 * Both look at nothing but what is the same on all ranks, and so all choose alike.
 */
public final class Algorithms {

    private static final int ONE_AT_A_TIME = 1;

    private final AlgorithmTable table;

    /** By the settings of a job. */
    public Algorithms(AlgorithmTable table) {
        this.table = table;
    }

    private String wanted(String operation, long bytes) {
        @Nullable String algorithm = table.algorithm(operation, bytes);
        return algorithm == null ? "" : algorithm;
    }

    /** As {@link Choice#bcast}. */
    public Plan bcast(int rank, int size, int root, long bytes) {
        return switch (wanted("bcast", bytes)) {
            case "binomial" -> Broadcasts.binomial(rank, size, root, bytes);
            case "scatter-ring" -> Broadcasts.scatterAndRing(rank, size, root, bytes);
            default -> Choice.bcast(rank, size, root, bytes);
        };
    }

    /** As {@link Choice#gather}. */
    public Plan gather(int rank, int size, int root, long block, boolean inPlace) {
        return switch (wanted("gather", block)) {
            case "binomial" -> Gathers.gatherAlongTree(rank, size, root, block, inPlace);
            case "direct" -> Gathers.gatherDirectly(rank, size, root, block, Choice.equal(size, block), inPlace);
            default -> Choice.gather(rank, size, root, block, inPlace);
        };
    }

    /** As {@link Choice#scatter}. */
    public Plan scatter(int rank, int size, int root, long block, boolean inPlace) {
        return switch (wanted("scatter", block)) {
            case "binomial" -> Gathers.scatterAlongTree(rank, size, root, block, inPlace);
            case "direct" -> Gathers.scatterDirectly(rank, size, root, block, Choice.equal(size, block), inPlace);
            default -> Choice.scatter(rank, size, root, block, inPlace);
        };
    }

    /** As {@link Choice#allgather}. */
    public Plan allgather(int rank, int size, long[] blocks, boolean inPlace) {
        String wanted = wanted("allgather", Arrays.stream(blocks).sum());
        if (wanted.equals("doubling") && isPower(size)) {
            return Allgathers.doubling(rank, size, blocks, inPlace);
        }
        return switch (wanted) {
            case "bruck" -> Allgathers.bruck(rank, size, blocks, inPlace);
            case "ring" -> Allgathers.ring(rank, size, blocks, inPlace);
            default -> Choice.allgather(rank, size, blocks, inPlace);
        };
    }

    /** As {@link Choice#alltoall}. */
    public Plan alltoall(int rank, int size, long block, boolean inPlace) {
        long[] blocks = Choice.equal(size, block);
        return switch (wanted("alltoall", block)) {
            case "bruck" -> Alltoalls.bruck(rank, size, block, inPlace);
            case "exchange" -> Alltoalls.exchange(rank, size, blocks, blocks, inPlace, Alltoalls.WINDOW);
            case "pairwise" -> Alltoalls.exchange(rank, size, blocks, blocks, inPlace, ONE_AT_A_TIME);
            default -> Choice.alltoall(rank, size, block, inPlace);
        };
    }

    /** As {@link Choice#allreduce}. */
    public Plan allreduce(int rank, int size, long bytes, int element, boolean commutative, boolean inPlace) {
        String wanted = wanted("allreduce", bytes);
        if (wanted.equals("halving-doubling") && commutative && isPower(size)) {
            return Reductions.halvingAndDoubling(rank, size, bytes, element, inPlace);
        }
        if (wanted.equals("pairwise-ring") && commutative) {
            return Reductions.pairwiseAndRing(rank, size, bytes, element, inPlace);
        }
        return wanted.equals("doubling")
                ? Reductions.doubling(rank, size, bytes, inPlace)
                : Choice.allreduce(rank, size, bytes, element, commutative, inPlace);
    }

    /** As {@link Choice#reduceScatter}. */
    public Plan reduceScatter(int rank, int size, long[] blocks, boolean commutative, boolean inPlace) {
        String wanted = wanted("reduceScatter", Arrays.stream(blocks).sum());
        if (wanted.equals("halving") && commutative && isPower(size)) {
            return Reductions.scatterByHalving(rank, size, blocks, inPlace);
        }
        return wanted.equals("pairwise")
                ? Reductions.scatterPairwise(rank, size, blocks, inPlace)
                : Choice.reduceScatter(rank, size, blocks, commutative, inPlace);
    }

    private static boolean isPower(int size) {
        return Integer.bitCount(size) == 1;
    }
}
