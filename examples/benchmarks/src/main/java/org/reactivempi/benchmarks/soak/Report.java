package org.reactivempi.benchmarks.soak;

import java.util.EnumSet;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * What a rank tells rank 0 after each round.
 *
 * @param counts one for each {@link Count}
 * @param last what was in use last
 * @param most the most that was in use at any time
 * @param early the medians of an early window of the run
 * @param late those of the last one
 * @param residentGrowth by how many bytes a minute the resident memory grew in the second half
 * @param grows which quantities have grown, one bit for each
 * @param lanes how much of each lane was right
 */
record Report(
        List<Long> counts,
        Sample last,
        Sample most,
        Sample early,
        Sample late,
        long residentGrowth,
        int grows,
        List<Long> lanes) {

    /** What a rank counts. */
    enum Count {
        /** Messages that have come. */
        MESSAGES,
        /** What was in them. */
        BYTES,
        /** Operations that were given up. */
        CANCELLED,
        /** Connections that were cut at this rank. */
        CUTS,
        /** Messages that have not come. */
        LOST,
        /** Messages that have come again. */
        REPEATED,
        /** Messages that have come too late. */
        REORDERED,
        /** Messages that were damaged, or of a wrong length. */
        WRONG
    }

    private static final int COUNTS = Count.values().length;
    private static final int SAMPLES = 4;
    private static final int GROWTH = COUNTS + SAMPLES * Sample.LENGTH;
    private static final int LANES = GROWTH + 2;

    /** Of how many numbers it is. */
    static int length(int lanes) {
        return LANES + lanes;
    }

    static Report none(int lanes) {
        return of(new long[length(lanes)]);
    }

    long count(Count what) {
        return counts.get(what.ordinal());
    }

    long[] toLongs() {
        LongStream samples =
                Stream.of(last, most, early, late).flatMapToLong(sample -> LongStream.of(sample.toLongs()));
        return Stream.of(longs(counts), samples, LongStream.of(residentGrowth, grows), longs(lanes))
                .flatMapToLong(part -> part)
                .toArray();
    }

    private static LongStream longs(List<Long> numbers) {
        return numbers.stream().mapToLong(Long::longValue);
    }

    static Report of(long[] values) {
        return new Report(
                LongStream.of(values).limit(COUNTS).boxed().toList(),
                Sample.of(values, COUNTS),
                Sample.of(values, COUNTS + Sample.LENGTH),
                Sample.of(values, COUNTS + 2 * Sample.LENGTH),
                Sample.of(values, COUNTS + 3 * Sample.LENGTH),
                values[GROWTH],
                (int) values[GROWTH + 1],
                LongStream.of(values).skip(LANES).boxed().toList());
    }

    /** Two ranks as one. */
    Report plus(Report other) {
        return new Report(
                sums(counts, other.counts),
                last.most(other.last),
                most.most(other.most),
                early.most(other.early),
                late.most(other.late),
                Math.max(residentGrowth, other.residentGrowth),
                grows | other.grows,
                sums(lanes, other.lanes));
    }

    private static List<Long> sums(List<Long> some, List<Long> others) {
        return IntStream.range(0, some.size())
                .mapToObj(i -> some.get(i) + others.get(i))
                .toList();
    }

    boolean isGood() {
        return EnumSet.range(Count.LOST, Count.WRONG).stream().allMatch(what -> count(what) == 0) && grows == 0;
    }
}
