/**
 * Diagnosis: what a rank waits for, and whether ranks wait for each other for ever.
 *
 * <pre>
 *   StallDetector --- each tick: has anything happened? --- Evidence     what this rank tells of itself
 *        |                                             \--- Program      whether its threads may still act
 *      Inquiry   --- asks the ranks that it waits for, twice, then for words ---&gt; DiagnosedStall
 * </pre>
 * Called by {@code engine}; knows {@code event}, {@code link}, {@code packet}, {@code platform}, {@code port}, {@code progress}
 * and {@code transport/channel}. What operations say of themselves comes from the classes that register with {@link
 * org.reactivempi.transport.engine.diagnosis.OwnEvidence} as {@link org.reactivempi.transport.engine.event.OpenOperations}. On the
 * progress thread. Internal.
 */
@NullMarked
package org.reactivempi.transport.engine.diagnosis;

import org.jspecify.annotations.NullMarked;
