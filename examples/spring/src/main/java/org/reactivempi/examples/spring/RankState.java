package org.reactivempi.examples.spring;

import java.util.Collections;
import java.util.List;

/**
 * What a rank has done so far.
 *
 * @param rank its number
 * @param pid its process; 0 where it is not there
 * @param batches how many it has computed
 * @param messages how many it has sent to each rank
 * @param bytes how many bytes these had
 */
record RankState(int rank, long pid, long batches, List<Long> messages, List<Long> bytes) {

    /** That of a rank that is not there, in a world of so many. */
    static RankState absent(int rank, int size) {
        List<Long> none = Collections.nCopies(size, 0L);
        return new RankState(rank, 0, 0, none, none);
    }
}
