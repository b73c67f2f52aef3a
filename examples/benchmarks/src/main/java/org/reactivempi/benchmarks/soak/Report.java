package org.reactivempi.benchmarks.soak;

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
 * @param most the most that was in use at any time
 * @param residentGrowth by how many bytes a minute the resident memory grew in the second half
 * @param grows which quantities have grown, one bit for each
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
        Sample most,
        long residentGrowth,
        int grows) {

    static final int LENGTH = 14;

    static Report none() {
        return of(new long[LENGTH]);
    }

    long[] toLongs() {
        return new long[] {
            messages,
            bytes,
            cancelled,
            cuts,
            lost,
            repeated,
            reordered,
            wrong,
            most.heapBytes(),
            most.directBytes(),
            most.residentBytes(),
            most.threads(),
            residentGrowth,
            grows
        };
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
                new Sample(values[8], values[9], values[10], values[11]),
                values[12],
                (int) values[13]);
    }

    /** Two ranks as one. */
    Report plus(Report other) {
        return new Report(
                messages + other.messages,
                bytes + other.bytes,
                cancelled + other.cancelled,
                cuts + other.cuts,
                lost + other.lost,
                repeated + other.repeated,
                reordered + other.reordered,
                wrong + other.wrong,
                most.most(other.most),
                Math.max(residentGrowth, other.residentGrowth),
                grows | other.grows);
    }

    boolean isGood() {
        return lost + repeated + reordered + wrong == 0 && grows == 0;
    }
}
