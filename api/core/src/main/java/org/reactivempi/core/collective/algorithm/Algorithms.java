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

    private static final String LEADERS = "leaders";

    private final AlgorithmTable table;
    private final Hosts hosts;

    /**
     * By the settings of a job, for one communicator.
     *
     * @param hosts of its ranks
     */
    public Algorithms(AlgorithmTable table, Hosts hosts) {
        this.table = table;
        this.hosts = hosts;
    }

    private String wanted(String operation, long bytes) {
        @Nullable String algorithm = table.algorithm(operation, bytes);
        return algorithm == null ? "" : algorithm;
    }

    /** Whether hosts speak through their leaders: where it is asked for, or is worth it and nothing else is asked for. */
    private boolean byLeaders(String wanted, boolean isWorthIt) {
        return hosts.matter() && (wanted.equals(LEADERS) || wanted.isEmpty() && isWorthIt);
    }

    /** As {@link Choice#barrier}, or {@link Leaders#barrier}. */
    public Plan barrier(int rank, int size) {
        return byLeaders(wanted("barrier", 0), hosts.areRows())
                ? Leaders.barrier(rank, hosts)
                : Choice.barrier(rank, size);
    }

    /** As {@link Choice#reduce}, or {@link Leaders#reduce}. */
    public Plan reduce(int rank, int size, int root, long bytes, int element, boolean commutative, boolean inPlace) {
        String wanted = wanted("reduce", bytes);
        if (byLeaders(wanted, bytes <= Leaders.MOST_BYTES) && (commutative || hosts.areRows())) {
            return Leaders.reduce(rank, hosts, root, bytes, commutative, inPlace);
        }
        if (wanted.equals("circulant") && commutative) {
            return Reductions.circulant(rank, size, root, bytes, element, inPlace);
        }
        return wanted.equals("binomial")
                ? Choice.reduce(rank, size, root, bytes, commutative, inPlace)
                : Choice.reduce(rank, size, root, bytes, element, commutative, inPlace);
    }

    /** As {@link Choice#bcast}, or {@link Leaders#bcast}. */
    public Plan bcast(int rank, int size, int root, long bytes) {
        String wanted = wanted("bcast", bytes);
        if (byLeaders(wanted, bytes <= Leaders.MOST_BYTES)) {
            return Leaders.bcast(rank, hosts, root, bytes);
        }
        return switch (wanted) {
            case "binomial" -> Broadcasts.binomial(rank, size, root, bytes);
            case "scatter-ring" -> Broadcasts.scatterAndRing(rank, size, root, bytes);
            case "circulant" -> Broadcasts.circulant(rank, size, root, bytes);
            default -> Choice.bcast(rank, size, root, bytes);
        };
    }

    /** As {@link Choice#gather}, or {@link Leaders#gather}. */
    public Plan gather(int rank, int size, int root, long block, boolean inPlace) {
        String wanted = wanted("gather", block);
        // The root of two hosts gets the blocks of the other one as soon from each of its ranks.
        boolean isWorthIt = hosts.count() > 2 && block <= Leaders.MOST_BYTES_OF_A_RANK;
        if (hosts.areRows() && byLeaders(wanted, isWorthIt)) {
            return Leaders.gather(rank, hosts, root, block, inPlace);
        }
        return switch (wanted) {
            case "binomial" -> Gathers.gatherAlongTree(rank, size, root, block, inPlace);
            case "direct" -> Gathers.gatherDirectly(rank, size, root, block, Choice.equal(size, block), inPlace);
            default -> Choice.gather(rank, size, root, block, inPlace);
        };
    }

    /** As {@link Choice#scatter}, or {@link Leaders#scatter}. */
    public Plan scatter(int rank, int size, int root, long block, boolean inPlace) {
        String wanted = wanted("scatter", block);
        if (hosts.areRows() && byLeaders(wanted, block <= Leaders.MOST_BYTES_OF_A_RANK)) {
            return Leaders.scatter(rank, hosts, root, block, inPlace);
        }
        return switch (wanted) {
            case "binomial" -> Gathers.scatterAlongTree(rank, size, root, block, inPlace);
            case "direct" -> Gathers.scatterDirectly(rank, size, root, block, Choice.equal(size, block), inPlace);
            default -> Choice.scatter(rank, size, root, block, inPlace);
        };
    }

    /** As {@link Choice#allgather}, or {@link Leaders#allgather}. */
    public Plan allgather(int rank, int size, long[] blocks, boolean inPlace) {
        long all = Arrays.stream(blocks).sum();
        String wanted = wanted("allgather", all);
        // Powers of two exchange with the ranks of their host first, and then each with another host.
        boolean isWorthIt = !isPower(size) && all <= Leaders.MOST_BYTES;
        if (hosts.areRows() && byLeaders(wanted, isWorthIt)) {
            return Leaders.allgather(rank, hosts, blocks, inPlace);
        }
        if (wanted.equals("doubling") && isPower(size)) {
            return Allgathers.doubling(rank, size, blocks, inPlace);
        }
        return switch (wanted) {
            case "bruck" -> Allgathers.bruck(rank, size, blocks, inPlace);
            case "ring" -> Allgathers.ring(rank, size, blocks, inPlace);
            default -> Choice.allgather(rank, size, blocks, inPlace);
        };
    }

    /** As {@link Choice#alltoall}, or {@link Leaders#alltoall}. */
    public Plan alltoall(int rank, int size, long block, boolean inPlace) {
        String wanted = wanted("alltoall", block);
        boolean isWorthIt = hosts.mostRanks() * size * block <= Leaders.MOST_BYTES_OF_A_HOST;
        if (hosts.areRows() && byLeaders(wanted, isWorthIt)) {
            return Leaders.alltoall(rank, hosts, block, inPlace);
        }
        long[] blocks = Choice.equal(size, block);
        return switch (wanted) {
            case "bruck" -> Alltoalls.bruck(rank, size, block, inPlace);
            case "exchange" -> Alltoalls.exchange(rank, size, blocks, blocks, inPlace, Alltoalls.WINDOW);
            case "pairwise" -> Alltoalls.exchange(rank, size, blocks, blocks, inPlace, ONE_AT_A_TIME);
            default -> Choice.alltoall(rank, size, block, inPlace);
        };
    }

    /** As {@link Choice#allreduce}, or {@link Leaders#allreduce}. */
    public Plan allreduce(int rank, int size, long bytes, int element, boolean commutative, boolean inPlace) {
        String wanted = wanted("allreduce", bytes);
        // Each rank's message to a partner on another host overtakes those that would go through leaders.
        if (byLeaders(wanted, false) && (commutative || hosts.areRows())) {
            return Leaders.allreduce(rank, hosts, bytes, element, commutative, inPlace);
        }
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

    /** As {@link Choice#scan}, or {@link Leaders#scan}. */
    public Plan scan(int rank, int size, long bytes, boolean inPlace) {
        return hosts.areRows() && byLeaders(wanted("scan", bytes), true)
                ? Leaders.scan(rank, hosts, bytes, inPlace)
                : Choice.scan(rank, size, bytes, inPlace);
    }

    /** As {@link Choice#exscan}, or {@link Leaders#exscan}. */
    public Plan exscan(int rank, int size, long bytes, boolean inPlace) {
        return hosts.areRows() && byLeaders(wanted("exscan", bytes), true)
                ? Leaders.exscan(rank, hosts, bytes, inPlace)
                : Choice.exscan(rank, size, bytes, inPlace);
    }

    private static boolean isPower(int size) {
        return Integer.bitCount(size) == 1;
    }
}
