/**
 * Counts words: rank 0 streams batches of text to the other ranks as fast as they ask, and merges what they count.
 *
 * <pre>
 *  files --FileBatches--> rank 0 --batch--> workers --WordCounts--> rank 0 --Report--> standard output
 *                           ^                  |
 *                           +------ "more" ----+
 * </pre>
 *
 * <p>Demand reaches back from a worker's counting to the files: nothing is read that nobody asked for, so files may be
 * larger than any heap. Reading and counting block, and run on Reactor's own schedulers; messages on the progress thread.
 */
@NullMarked
package org.reactivempi.examples.wordcount;

import org.jspecify.annotations.NullMarked;
