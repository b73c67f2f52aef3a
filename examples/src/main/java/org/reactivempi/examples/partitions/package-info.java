/**
 * One message is filled by several threads, and painted part by part as it arrives.
 *
 * <pre>
 *  rank 1   thread: band 0 ready ... band 3 ready ...      .--- band 1 ---&gt;  rank 0 paints it
 *           thread: band 1 ready ... band 2 ready ... -----+--- band 0 ---&gt;  and it
 *           one buffer, one send                           '--- band 3 ---&gt;  and it ...
 * </pre>
 *
 * <p>Bands are computed and painted on Reactor's elastic threads, the messages move on the progress thread.
 */
@NullMarked
package org.reactivempi.examples.partitions;

import org.jspecify.annotations.NullMarked;
