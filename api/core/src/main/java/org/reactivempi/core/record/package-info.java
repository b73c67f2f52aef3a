/**
 * What ranks have recorded goes to rank 0 over the job's own links, when a session closes in order and its ranks don't all see one folder.
 *
 * <pre>
 *  RecordGathering --rank 0------&gt; RecordReceiver   asks each rank for its parts, chunk by chunk
 *                  \--others-----&gt; RecordDelivery   offers its parts, and does what rank 0 asks for
 * </pre>
 * Rank 0 says each step, so nothing comes that it has no room for. What fails is left out with a warning; the session closes in any case.
 *
 * <p>Called by {@code session}; knows {@code operation}, {@code api/mpi}, {@code transport/channel} and {@code transport/engine}.
 * A session comes here while its engine closes, and nothing else runs any more; the engine's {@code event} says what is recorded,
 * and {@code operation} has the messages. Files are read and written on threads that may block.
 */
@NullMarked
package org.reactivempi.core.record;

import org.jspecify.annotations.NullMarked;
