/**
 * Random traffic of all operations over connections that are cut, between ranks that are paused, for as long as one likes: is
 * anything lost, repeated, reordered or wrong, and does memory grow?
 *
 * <pre>
 *  Soak (launches) --&gt; SoakRank 0: orders a round --&gt; all: Round: lanes between each two ranks, and those of all (group)
 *                        |    ^-------- Report ----------------+
 *                        +--&gt; next to the rounds: jobs that lose ranks (side)
 * </pre>
 */
@NullMarked
package org.reactivempi.benchmarks.soak;

import org.jspecify.annotations.NullMarked;
