/**
 * Work that ranks draw from a counter in the memory of one of them, until there is none left.
 *
 * <pre>
 *  rank 0's memory   | ticket | primes | pieces of rank 0, 1, 2 ... | how often piece 0, 1, 2, 3, 4, 5 ... was done |
 *                       ^  ^       ^
 *        rank 1 --+1 ---'  '--- +1-- rank 2              each gets another ticket, and adds what it has found
 * </pre>
 *
 * <p>Rank 0 draws tickets like the others; its program does nothing for theirs, which its progress thread hands out while the program computes.
 */
@NullMarked
package org.reactivempi.examples.counter;

import org.jspecify.annotations.NullMarked;
