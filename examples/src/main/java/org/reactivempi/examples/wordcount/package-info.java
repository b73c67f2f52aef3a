/**
 * Counts words: rank 0 streams batches of text to the other ranks as fast as they want them, and merges what they count.
 *
 * <pre>
 *  files --FileBatches--&gt; rank 0 ==stream of batches==&gt; workers --WordCounts
 *                                                          |
 *  standard output &lt;--Report-- rank 0 &lt;==stream of counts==+
 * </pre>
 *
 * <p>Demand reaches back from a worker's counting to the files: nothing is read that nobody wants, so files may be larger
 * than any heap. Reading and counting block, and run on Reactor's own schedulers; messages on the progress thread.
 */
@NullMarked
package org.reactivempi.examples.wordcount;

import org.jspecify.annotations.NullMarked;
