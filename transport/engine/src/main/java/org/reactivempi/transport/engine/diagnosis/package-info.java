/**
 * Diagnosis: what a rank waits for, and whether ranks wait for each other for ever.
 *
 * <pre>
 *   StallDetector --- each tick: has anything happened? --- Evidence     what this rank knows of its messages
 *        |                                             \--- Program      whether its threads may still act
 *      Inquiry   --- asks the ranks that it waits for, twice, then for words ---&gt; DiagnosedStall
 * </pre>
 * Called by {@code engine}, {@code match}, {@code platform}, {@code protocol}, {@code api/core} and {@code api/testkit}; knows
 * {@code event}, {@code link}, {@code packet}, {@code progress} and {@code transport/channel}. The evidence comes from
 * {@code protocol}, and {@code engine} registers it for its packets. On the progress thread. Internal.
 */
@NullMarked
package org.reactivempi.transport.engine.diagnosis;

import org.jspecify.annotations.NullMarked;
