package org.reactivempi.core.collective.algorithm;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What a rank has to do in an operation: all that its plan depends on. But for the rank, what stands in place, and blocks that only the
 * root knows, it is the same on all ranks.
 *
 * @param operation what is done
 * @param member by whom
 * @param root of the operation, or 0
 * @param bytes how long the vector is; how long each block is where all are equally long; else how long this rank's own is
 * @param elementBytes of what length each element of a reduction is, or 0
 * @param commutative whether operands of a reduction may change places
 * @param inPlace whether what this rank gives stands where the result goes
 * @param sent how long the block of each rank is, or the one that goes to it; null where all are equally long, and nothing where only the
 *     root knows
 * @param received how long the block is that comes from each rank, where that differs from what goes to it; else as {@code sent}
 */
public record Task(
        Algorithms operation,
        Member member,
        int root,
        long bytes,
        int elementBytes,
        boolean commutative,
        boolean inPlace,
        long @Nullable [] sent,
        long @Nullable [] received) {

    private static final long[] UNKNOWN = {};

    /** One without reductions, of a vector, or of blocks that are equally long. */
    public static Task of(Algorithms operation, Member member, int root, long bytes, boolean inPlace) {
        return new Task(operation, member, root, bytes, 0, false, inPlace, null, null);
    }

    /** A reduction of a vector. */
    public static Task reducing(
            Algorithms operation,
            Member member,
            int root,
            long bytes,
            int elementBytes,
            boolean commutative,
            boolean inPlace) {
        return new Task(operation, member, root, bytes, elementBytes, commutative, inPlace, null, null);
    }

    /** One of blocks of any length, one for each rank. */
    public static Task ofBlocks(Algorithms operation, Member member, int root, long[] blocks, boolean inPlace) {
        return ofBlocks(operation, member, root, blocks, blocks, inPlace);
    }

    /** One of blocks of any length, which go to each rank and come from each. */
    public static Task ofBlocks(
            Algorithms operation, Member member, int root, long[] sent, long[] received, boolean inPlace) {
        return new Task(operation, member, root, received[member.rank()], 0, false, inPlace, sent, received);
    }

    /** One of blocks of any length, which only the root knows, and each other rank its own. */
    public static Task ofOwnBlock(Algorithms operation, Member member, int root, long bytes) {
        return new Task(operation, member, root, bytes, 0, false, false, UNKNOWN, UNKNOWN);
    }

    /** The same as a reduction. */
    public Task reducing(boolean commutative) {
        return new Task(operation, member, root, bytes, elementBytes, commutative, inPlace, sent, received);
    }

    /** This rank. */
    public int rank() {
        return member.rank();
    }

    /** How many ranks take part. */
    public int size() {
        return member.size();
    }

    /** Which of them share a host. */
    Hosts hosts() {
        return member.hosts();
    }

    /** Whether this rank is the root. */
    boolean isRoot() {
        return rank() == root;
    }

    /** Whether all blocks are equally long. */
    boolean isEven() {
        return sent == null;
    }

    /** Whether the ranks are a power of two. */
    boolean isOfPower() {
        return Integer.bitCount(size()) == 1;
    }

    /** How long each rank's block is, or the one that goes to it. */
    long[] blocks() {
        return sent == null ? equal() : sent;
    }

    /** How long the block is that comes from each rank. */
    long[] comingBlocks() {
        return received == null ? equal() : received;
    }

    private long[] equal() {
        long[] blocks = new long[size()];
        Arrays.fill(blocks, bytes);
        return blocks;
    }

    /** How long all blocks are together. */
    long allBytes() {
        return sent == null ? size() * bytes : Arrays.stream(sent).sum();
    }

    /** By hand, as {@link #hashCode}: what the compiler makes of a record takes milliseconds of each rank's start. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Task that
                && operation == that.operation
                && rank() == that.rank()
                && size() == that.size()
                && hosts() == that.hosts()
                && root == that.root
                && bytes == that.bytes
                && elementBytes == that.elementBytes
                && commutative == that.commutative
                && inPlace == that.inPlace
                && Arrays.equals(sent, that.sent)
                && Arrays.equals(received, that.received);
    }

    @Override
    public int hashCode() {
        int flags = (commutative ? 2 : 0) + (inPlace ? 1 : 0);
        return 31 * (31 * (31 * (31 * operation.operation().hashCode() + root) + Long.hashCode(bytes)) + elementBytes)
                + flags;
    }
}
