package org.reactivempi.examples.spring;

import java.util.List;

/**
 * What a rank has done so far.
 *
 * @param rank its number
 * @param pid its process
 * @param batches how many it has computed
 * @param messages how many it has sent to each rank
 * @param bytes how many bytes these had
 */
record RankState(int rank, long pid, long batches, List<Long> messages, List<Long> bytes) {}
