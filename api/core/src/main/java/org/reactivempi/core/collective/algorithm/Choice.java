package org.reactivempi.core.collective.algorithm;

import java.util.Arrays;
import org.reactivempi.core.collective.plan.Plan;

/**
 * Which algorithm an operation runs by. All ranks choose alike, since the choice looks at nothing but what is the same on all of
 * them: how many they are, and how long the data is.
 */
public final class Choice {

    /** Up to here a tree that passes all data on is faster than one that splits it. */
    static final long SPLIT_BYTES = 64 << 10;
    /** And so it is up to here for each rank, since a ring has as many rounds as ranks. */
    static final long SPLIT_BYTES_OF_A_RANK = 8 << 10;
    /** Up to here blocks travel together through other ranks. */
    static final long TOGETHER_BYTES = 4 << 10;
    /** Up to here all that is gathered goes through log2(p) rounds. */
    static final long ROUNDS_BYTES = 80 << 10;
    /** And so it does up to here of each rank. */
    static final long ROUNDS_BYTES_OF_A_RANK = 32 << 10;
    /** Blocks up to here go to all ranks by way of others. */
    static final long SHORT_BLOCK_BYTES = 512;
    /** The same where ranks are many. */
    static final long SHORT_BLOCK_BYTES_OF_MANY = 2 << 10;
    /** So many ranks have more rounds to save. */
    static final int MANY = 64;
    /** So few ranks exchange short blocks directly; up to here a root is no bottleneck. */
    static final int FEW = 8;
    /** Blocks from here on are exchanged with one rank after the other. */
    static final long LONG_BLOCK_BYTES = 128 << 10;
    /** Vectors up to here are reduced whole in each round. */
    static final long WHOLE_BYTES = 32 << 10;

    /** Two ranks save no bytes on their way where each of them reduces a half, but pay for a second round. */
    static final long WHOLE_BYTES_OF_TWO = 512 << 10;

    private Choice() {}

    /** A barrier. */
    public static Plan barrier(int rank, int size) {
        return Dissemination.barrier(rank, size);
    }

    /** The root's data for all. */
    public static Plan bcast(int rank, int size, int root, long bytes) {
        if (size <= 2 || bytes <= SPLIT_BYTES) {
            return Broadcasts.binomial(rank, size, root, bytes);
        }
        return size == 3
                ? Broadcasts.scatterAndRing(rank, size, root, bytes)
                : Broadcasts.circulant(rank, size, root, bytes);
    }

    /** A block of each rank for the root, all of one length. */
    public static Plan gather(int rank, int size, int root, long block, boolean inPlace) {
        return size > FEW && block <= TOGETHER_BYTES
                ? Gathers.gatherAlongTree(rank, size, root, block, inPlace)
                : Gathers.gatherDirectly(rank, size, root, block, equal(size, block), inPlace);
    }

    /** A block of each rank for the root, of whatever length. */
    public static Plan gatherv(int rank, int size, int root, long own, long[] blocks, boolean inPlace) {
        return Gathers.gatherDirectly(rank, size, root, own, blocks, inPlace);
    }

    /** A block of the root for each rank, all of one length. */
    public static Plan scatter(int rank, int size, int root, long block, boolean inPlace) {
        return size > FEW && block <= TOGETHER_BYTES
                ? Gathers.scatterAlongTree(rank, size, root, block, inPlace)
                : Gathers.scatterDirectly(rank, size, root, block, equal(size, block), inPlace);
    }

    /** A block of the root for each rank, of whatever length. */
    public static Plan scatterv(int rank, int size, int root, long own, long[] blocks, boolean inPlace) {
        return Gathers.scatterDirectly(rank, size, root, own, blocks, inPlace);
    }

    /** A block of each rank for all, of whatever length. */
    public static Plan allgather(int rank, int size, long[] blocks, boolean inPlace) {
        long total = Arrays.stream(blocks).sum();
        if (isPower(size)) {
            return Allgathers.doubling(rank, size, blocks, inPlace);
        }
        return total <= Math.max(ROUNDS_BYTES, size * ROUNDS_BYTES_OF_A_RANK)
                ? Allgathers.bruck(rank, size, blocks, inPlace)
                : Allgathers.ring(rank, size, blocks, inPlace);
    }

    /** A block of each rank for each rank, all of one length. */
    public static Plan alltoall(int rank, int size, long block, boolean inPlace) {
        if (size >= FEW && block <= (size < MANY ? SHORT_BLOCK_BYTES : SHORT_BLOCK_BYTES_OF_MANY)) {
            return Alltoalls.bruck(rank, size, block, inPlace);
        }
        int window = block < LONG_BLOCK_BYTES ? Alltoalls.WINDOW : 1;
        return Alltoalls.exchange(rank, size, equal(size, block), equal(size, block), inPlace, window);
    }

    /** A block of each rank for each rank, of whatever length. */
    public static Plan alltoallv(int rank, int size, long[] sent, long[] received, boolean inPlace) {
        return Alltoalls.exchange(rank, size, sent, received, inPlace, Alltoalls.WINDOW);
    }

    /** All ranks reduced for the root. */
    public static Plan reduce(
            int rank, int size, int root, long bytes, int element, boolean commutative, boolean inPlace) {
        return size > 2 && commutative && bytes > SPLIT_BYTES
                ? Reductions.circulant(rank, size, root, bytes, element, inPlace)
                : reduce(rank, size, root, bytes, commutative, inPlace);
    }

    /** All ranks reduced for the root, by vectors that travel whole. */
    static Plan reduce(int rank, int size, int root, long bytes, boolean commutative, boolean inPlace) {
        return commutative || root == 0
                ? Reductions.toRoot(rank, size, root, bytes, inPlace)
                : Reductions.toRootInOrder(rank, size, root, bytes, inPlace);
    }

    /** All ranks reduced for all. */
    public static Plan allreduce(int rank, int size, long bytes, int element, boolean commutative, boolean inPlace) {
        if (bytes <= whole(size) || !commutative) {
            return Reductions.doubling(rank, size, bytes, inPlace);
        }
        return isPower(size)
                ? Reductions.halvingAndDoubling(rank, size, bytes, element, inPlace)
                : Reductions.pairwiseAndRing(rank, size, bytes, element, inPlace);
    }

    /** Up to what length vectors are reduced whole for all. */
    private static long whole(int size) {
        if (size <= 2) {
            return size == 2 ? WHOLE_BYTES_OF_TWO : Long.MAX_VALUE;
        }
        return isPower(size) ? WHOLE_BYTES : Math.max(WHOLE_BYTES, size * SPLIT_BYTES_OF_A_RANK);
    }

    /** All ranks reduced, and to each rank its block. */
    public static Plan reduceScatter(int rank, int size, long[] blocks, boolean commutative, boolean inPlace) {
        if (size >= MANY && !isPower(size) && Arrays.stream(blocks).sum() <= SPLIT_BYTES) {
            return RankTree.reduceScatter(rank, size, blocks, inPlace);
        }
        boolean saves = size >= FEW || size > 2 && Arrays.stream(blocks).sum() > SPLIT_BYTES;
        return commutative && saves && isPower(size)
                ? Reductions.scatterByHalving(rank, size, blocks, inPlace)
                : Reductions.scatterPairwise(rank, size, blocks, inPlace);
    }

    /** For each rank all up to it. */
    public static Plan scan(int rank, int size, long bytes, boolean inPlace) {
        return Reductions.scan(rank, size, bytes, inPlace);
    }

    /** For each rank all before it. */
    public static Plan exscan(int rank, int size, long bytes, boolean inPlace) {
        return Reductions.exclusiveScan(rank, size, bytes, inPlace);
    }

    private static boolean isPower(int size) {
        return Integer.bitCount(size) == 1;
    }

    /** As many blocks of one length as there are ranks. */
    public static long[] equal(int size, long block) {
        long[] blocks = new long[size];
        Arrays.fill(blocks, block);
        return blocks;
    }
}
