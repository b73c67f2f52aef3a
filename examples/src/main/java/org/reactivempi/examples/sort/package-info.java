/**
 * Numbers are sorted by many ranks: samples of all say where the ranks' ranges end, and each number goes to its range.
 *
 * <pre>
 *  rank 0   3 7 9 | 12 15 | 31          each rank sorts its share, and cuts it at the splitters;
 *  rank 1   1 4   | 11    | 25 40       alltoallv brings piece i of all ranks to rank i
 *  rank 2   2 8   | 17 19 | 22
 * </pre>
 *
 * <p>Sorting, reading and writing run on Reactor's elastic threads, the exchanges on the progress thread.
 */
@NullMarked
package org.reactivempi.examples.sort;

import org.jspecify.annotations.NullMarked;
