/**
 * Random traffic of all operations over connections that are cut, between ranks that are paused, for as long as one likes:
 * is anything lost, repeated or reordered, and does memory grow?
 *
 * <pre>
 *  Soak (launches) --&gt; SoakRank 0: orders a round --&gt; all: Round: lanes between each two ranks, and collectives
 *                             ^-------- Report ----------------+
 * </pre>
 */
@NullMarked
package org.reactivempi.benchmarks.soak;

import org.jspecify.annotations.NullMarked;
