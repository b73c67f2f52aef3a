package org.reactivempi;

import java.util.stream.IntStream;

/**
 * Ranks at equal distances: {@code first}, {@code first + stride}, and so on up to {@code last}, or down to it where the
 * stride is negative. There are none if {@code last} lies on the other side of {@code first}.
 *
 * @param first the first rank
 * @param last no rank is beyond this one, which need not be in the range itself
 * @param stride from one rank to the next, not 0
 * @see Group#rangeIncl
 * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.7.3.2">MPI-4.1, 7.3.2</a>
 * @since 0.1
 */
public record RankRange(int first, int last, int stride) {

    /**
     * A range.
     *
     * @param first the first rank
     * @param last no rank is beyond this one
     * @param stride from one rank to the next, not 0
     * @throws MpiException {@link ErrorClass#ARG} if the stride is 0
     */
    public RankRange {
        if (stride == 0) {
            throw new MpiException(ErrorClass.ARG, "stride 0 from rank " + first + " to " + last);
        }
    }

    /** The first and the last rank of the range, in that order: all others lie between them. */
    IntStream ends() {
        long count = count();
        return count == 0 ? IntStream.empty() : IntStream.of(first, (int) (first + (count - 1) * stride));
    }

    IntStream ranks() {
        return IntStream.iterate(first, rank -> rank + stride).limit(count());
    }

    private long count() {
        return Math.max(0, Math.floorDiv((long) last - first, (long) stride) + 1);
    }
}
