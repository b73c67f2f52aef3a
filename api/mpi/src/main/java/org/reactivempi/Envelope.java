package org.reactivempi;

import java.util.List;

/**
 * How a datatype was made: its constructor and the arguments, as they were given ({@code MPI_Type_get_envelope} and
 * {@code MPI_Type_get_contents}). {@link #build} makes an equal type of them.
 *
 * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.5.1.13">MPI-4.1, 5.1.13</a>
 * @since 0.1
 */
public sealed interface Envelope {

    /**
     * Calls the constructor again.
     *
     * @return a type that is equal to the one that this is the envelope of
     */
    Datatype build();

    /**
     * A basic type ({@code MPI_COMBINER_NAMED}).
     *
     * @param type the type itself
     * @since 0.1
     */
    record Named(Datatype type) implements Envelope {

        @Override
        public Datatype build() {
            return type;
        }
    }

    /**
     * {@link Datatype#dup}.
     *
     * @param type what was duplicated
     * @since 0.1
     */
    record Dup(Datatype type) implements Envelope {

        @Override
        public Datatype build() {
            return type.dup();
        }
    }

    /**
     * {@link Datatype#contiguous}.
     *
     * @param count how many
     * @param type of each
     * @since 0.1
     */
    record Contiguous(long count, Datatype type) implements Envelope {

        @Override
        public Datatype build() {
            return type.contiguous(count);
        }
    }

    /**
     * {@link Datatype#vector}.
     *
     * @param count blocks
     * @param blockLength elements in a block
     * @param stride elements from block to block
     * @param type of each
     * @since 0.1
     */
    record Vector(long count, long blockLength, long stride, Datatype type) implements Envelope {

        @Override
        public Datatype build() {
            return type.vector(count, blockLength, stride);
        }
    }

    /**
     * {@link Datatype#hvector}.
     *
     * @param count blocks
     * @param blockLength elements in a block
     * @param strideBytes bytes from block to block
     * @param type of each
     * @since 0.1
     */
    record HVector(long count, long blockLength, long strideBytes, Datatype type) implements Envelope {

        @Override
        public Datatype build() {
            return type.hvector(count, blockLength, strideBytes);
        }
    }

    /**
     * {@link Datatype#indexed}.
     *
     * @param blockLengths elements in each block
     * @param displacements of the blocks, in elements
     * @param type of each
     * @since 0.1
     */
    record Indexed(List<Long> blockLengths, List<Long> displacements, Datatype type) implements Envelope {

        @Override
        public Datatype build() {
            return type.indexed(Longs.toArray(blockLengths), Longs.toArray(displacements));
        }
    }

    /**
     * {@link Datatype#hindexed}.
     *
     * @param blockLengths elements in each block
     * @param displacementsBytes of the blocks, in bytes
     * @param type of each
     * @since 0.1
     */
    record HIndexed(List<Long> blockLengths, List<Long> displacementsBytes, Datatype type) implements Envelope {

        @Override
        public Datatype build() {
            return type.hindexed(Longs.toArray(blockLengths), Longs.toArray(displacementsBytes));
        }
    }

    /**
     * {@link Datatype#indexedBlock}.
     *
     * @param blockLength elements in each block
     * @param displacements of the blocks, in elements
     * @param type of each
     * @since 0.1
     */
    record IndexedBlock(long blockLength, List<Long> displacements, Datatype type) implements Envelope {

        @Override
        public Datatype build() {
            return type.indexedBlock(blockLength, Longs.toArray(displacements));
        }
    }

    /**
     * {@link Datatype#hindexedBlock}.
     *
     * @param blockLength elements in each block
     * @param displacementsBytes of the blocks, in bytes
     * @param type of each
     * @since 0.1
     */
    record HIndexedBlock(long blockLength, List<Long> displacementsBytes, Datatype type) implements Envelope {

        @Override
        public Datatype build() {
            return type.hindexedBlock(blockLength, Longs.toArray(displacementsBytes));
        }
    }

    /**
     * {@link Datatype#struct}.
     *
     * @param blockLengths elements in each block
     * @param displacementsBytes of the blocks, in bytes
     * @param types of the blocks
     * @since 0.1
     */
    record Struct(List<Long> blockLengths, List<Long> displacementsBytes, List<Datatype> types) implements Envelope {

        @Override
        public Datatype build() {
            Datatype.StructBuilder struct = Datatype.struct();
            for (int i = 0; i < types.size(); i++) {
                struct.add(displacementsBytes.get(i), types.get(i), blockLengths.get(i));
            }
            return struct.build();
        }
    }

    /**
     * {@link Datatype#subarray}.
     *
     * @param order which dimension is the fastest
     * @param sizes of the whole array
     * @param subsizes of the part
     * @param starts of the part
     * @param type of each element
     * @since 0.1
     */
    record Subarray(Datatype.Order order, List<Long> sizes, List<Long> subsizes, List<Long> starts, Datatype type)
            implements Envelope {

        @Override
        public Datatype build() {
            return type.subarray(order, Longs.toArray(sizes), Longs.toArray(subsizes), Longs.toArray(starts));
        }
    }

    /**
     * {@link Datatype#darray}.
     *
     * @param rank whose part it is
     * @param order which dimension is the fastest
     * @param sizes of the whole array
     * @param distributions of the dimensions
     * @param grid ranks in each dimension
     * @param type of each element
     * @since 0.1
     */
    record DArray(
            int rank,
            Datatype.Order order,
            List<Long> sizes,
            List<Distribution> distributions,
            List<Long> grid,
            Datatype type)
            implements Envelope {

        @Override
        public Datatype build() {
            int[] ranks = grid.stream().mapToInt(Long::intValue).toArray();
            return type.darray(rank, order, Longs.toArray(sizes), distributions, ranks);
        }
    }

    /**
     * {@link Datatype#resized}.
     *
     * @param lowerBoundBytes the new lower bound
     * @param extentBytes the new extent
     * @param type what was resized
     * @since 0.1
     */
    record Resized(long lowerBoundBytes, long extentBytes, Datatype type) implements Envelope {

        @Override
        public Datatype build() {
            return type.resized(lowerBoundBytes, extentBytes);
        }
    }
}
