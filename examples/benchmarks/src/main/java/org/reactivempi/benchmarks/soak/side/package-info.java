/**
 * Lanes of the soak that lose ranks: each runs small jobs of its own next to the traffic, since the soak's own ranks must all be there at
 * its end.
 *
 * <pre>
 *  Kills     launcher, --on-failure continue:  3 ranks --- one is killed --- 2 revoke, shrink, agree, go on, end      again and again
 *  Returns   a list of peers:                  3 ranks --- one is killed, and started again --- 3 are together        again and again
 * </pre>
 * Rank 0 of the soak starts them, on threads of their own.
 */
@NullMarked
package org.reactivempi.benchmarks.soak.side;

import org.jspecify.annotations.NullMarked;
