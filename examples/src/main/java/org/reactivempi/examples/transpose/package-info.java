/**
 * A matrix that is distributed by rows is transposed by one operation, and derived types alone: no element is moved by the program.
 *
 * <pre>
 *  rank 0  [0][1][2][3]        each block of a rank's rows goes to the rank whose rows it becomes,
 *          [4][5][6][7]        taken column by column:         [0][4] [1][5]
 *          ------------                                          |
 *  rank 1  [8][9][a][b]        and is laid down row by row:    [0][4].[.].
 *          [c][d][e][f]                                        [1][5].[.].
 * </pre>
 */
@NullMarked
package org.reactivempi.examples.transpose;

import org.jspecify.annotations.NullMarked;
