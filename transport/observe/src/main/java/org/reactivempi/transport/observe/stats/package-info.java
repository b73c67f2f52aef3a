/**
 * Statistics of a job: how much each rank has sent to which other, what has taken long, and what to do about it.
 *
 * <pre>
 *  Counting, on each rank's progress thread --&gt; RankStats, a part of a text file --&gt; JobStats --&gt; Report
 * </pre>
 * Called by {@code observe}; knows {@code count}, {@code parts}, {@code transport/channel} and {@code transport/engine}. The
 * engine calls it through its events, and the launcher through its options.
 */
@NullMarked
package org.reactivempi.transport.observe.stats;

import org.jspecify.annotations.NullMarked;
