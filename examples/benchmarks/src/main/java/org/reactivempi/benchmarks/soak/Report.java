package org.reactivempi.benchmarks.soak;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * What a rank tells rank 0 after each round.
 *
 * @param messages how many have come
 * @param bytes how many were in them
 * @param cancelled how many operations were given up
 * @param cuts how many connections were cut at this rank
 * @param lost how many messages have not come
 * @param repeated how many have come again
 * @param reordered how many have come too late
 * @param wrong how many were damaged, or of a wrong length
 * @param last what was in use last
 * @param most the most that was in use at any time
 * @param early the medians of an early window of the run
 * @param late those of the last one
 * @param residentGrowth by how many bytes a minute the resident memory grew in the second half
 * @param grows which quantities have grown, one bit for each
 * @param lanes how much of each lane was right
 */
record Report(
        long messages,
        long bytes,
        long cancelled,
        long cuts,
        long lost,
        long repeated,
        long reordered,
        long wrong,
        Sample last,
        Sample most,
        Sample early,
        Sample late,
        long residentGrowth,
        int grows,
        List<Long> lanes) {

    private static final int COUNTS = 8;
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

    long[] toLongs() {
        LongStream counts = LongStream.of(messages, bytes, cancelled, cuts, lost, repeated, reordered, wrong);
        LongStream samples =
                Stream.of(last, most, early, late).flatMapToLong(sample -> LongStream.of(sample.toLongs()));
        LongStream rest = LongStream.concat(
                LongStream.of(residentGrowth, grows), lanes.stream().mapToLong(Long::longValue));
        return LongStream.concat(counts, LongStream.concat(samples, rest)).toArray();
    }

    static Report of(long[] values) {
        return new Report(
                values[0],
                values[1],
                values[2],
                values[3],
                values[4],
                values[5],
                values[6],
                values[7],
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
        List<Long> sums = IntStream.range(0, lanes.size())
                .mapToObj(lane -> lanes.get(lane) + other.lanes.get(lane))
                .toList();
        return new Report(
                messages + other.messages,
                bytes + other.bytes,
                cancelled + other.cancelled,
                cuts + other.cuts,
                lost + other.lost,
                repeated + other.repeated,
                reordered + other.reordered,
                wrong + other.wrong,
                last.most(other.last),
                most.most(other.most),
                early.most(other.early),
                late.most(other.late),
                Math.max(residentGrowth, other.residentGrowth),
                grows | other.grows,
                sums);
    }

    boolean isGood() {
        return lost + repeated + reordered + wrong == 0 && grows == 0;
    }
}
