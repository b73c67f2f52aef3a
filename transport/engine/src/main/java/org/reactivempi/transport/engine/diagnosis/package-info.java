/**
 * Diagnosis: what a rank waits for, and whether ranks wait for each other for ever.
 *
 * <pre>
 *   StallDetector --- each tick: has anything happened? --- Evidence     what this rank knows of its messages
 *        |                                             \--- Program      whether its threads may still act
 *      Inquiry   --- asks the ranks that it waits for, twice, then for words ---&gt; DiagnosedStall
 * </pre>
 * Called by {@code protocol}, which gives the evidence, and by {@code engine}, which registers it for its packets; knows {@code link},
 * {@code packet} and {@code progress}. On the progress thread. Internal.
 */
@NullMarked
package org.reactivempi.transport.engine.diagnosis;

import org.jspecify.annotations.NullMarked;
