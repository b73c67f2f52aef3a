/**
 * Statistics of a job: how much each rank has sent to which other, what has taken long, and what to do about it.
 *
 * <pre>
 *  Counting, on each rank's progress thread --&gt; RankStats, a part of a text file --&gt; JobStats --&gt; Report
 * </pre>
 * Called by the engine through its events, and by the launcher's side. Knows {@code engine.event} and {@code parts}.
 */
@NullMarked
package org.reactivempi.transport.observe.stats;

import org.jspecify.annotations.NullMarked;
