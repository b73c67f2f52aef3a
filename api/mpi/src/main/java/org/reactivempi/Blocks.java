package org.reactivempi;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.IntFunction;

/**
 * A block of elements for each rank of a communicator, of whatever length, type and place: what MPI's operations with vectors of
 * counts, displacements and types take.
 *
 * <pre>
 *   {@code Blocks.of(world.size(), rank -> Buffers.of(values, displacements[rank], counts[rank]))}
 * </pre>
 *
 * <p>Immutable: the buffers are asked for when the blocks are made, and what the caller's arrays of counts and displacements hold
 * later doesn't matter. The memory itself is not copied.
 *
 * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#section.6.8">MPI-4.1, 6.8</a>
 * @since 0.1
 */
public final class Blocks {

    private final ConcatenatedBuffer all;

    private Blocks(Payload[] blocks) {
        this.all = new ConcatenatedBuffer(blocks);
    }

    /**
     * A block for each rank.
     *
     * @param blocks that of rank 0, that of rank 1, and so on
     * @return the blocks
     */
    public static Blocks of(Buffer... blocks) {
        return new Blocks(checked(blocks));
    }

    /**
     * A block for each rank.
     *
     * @param blocks that of rank 0, that of rank 1, and so on
     * @return the blocks
     */
    public static Blocks of(List<? extends Buffer> blocks) {
        return new Blocks(checked(blocks.toArray(Buffer[]::new)));
    }

    /**
     * A block for each rank.
     *
     * @param size how many ranks there are, 0 or more
     * @param block gives a rank's block; asked once for each, now
     * @return the blocks
     */
    public static Blocks of(int size, IntFunction<? extends Buffer> block) {
        Buffer[] blocks = new Buffer[size];
        Arrays.setAll(blocks, block::apply);
        return new Blocks(checked(blocks));
    }

    private static Payload[] checked(Buffer[] blocks) {
        Payload[] checked = new Payload[blocks.length];
        Arrays.setAll(checked, rank -> Payload.of(Objects.requireNonNull(blocks[rank], "block " + rank)));
        return checked;
    }

    /**
     * How many blocks there are.
     *
     * @return 0 or more; an operation wants as many as its communicator has ranks
     */
    public int size() {
        return all.blocks();
    }

    /**
     * The block of a rank.
     *
     * @param rank 0 to {@code size() - 1}
     * @return the buffer that it was made with
     */
    public Buffer get(int rank) {
        return all.block(rank);
    }

    /**
     * All blocks as one, in the order of the ranks: what the operations work on.
     *
     * @return a buffer whose payload is that of all blocks, one after the other
     */
    public Buffer asBuffer() {
        return all;
    }

    @Override
    public String toString() {
        return "Blocks[" + size() + ", " + all + "]";
    }
}
