/**
 * The channel between processes of one host: links are pairs of rings in memory that both ends map.
 *
 * <pre>
 *   one rank                     file in /dev/shm, without a name               other rank
 *   ShmLink --RingWriter--&gt; [ ring 0, one writer, one reader ] --RingReader--&gt; ShmLink
 *           &lt;--RingReader-- [ ring 1, one reader, one writer ] &lt;--RingWriter--
 *      Bell &lt;=============== Unix-domain socket: handshake, wake-up, death ============&gt; Bell
 * </pre>
 *
 * <p>Called by no other package; knows {@code file}, {@code handshake}, {@code ring}, {@code segment} and
 * {@code transport/channel}. Found by {@code ServiceLoader}; uses Netty. Everything of one end happens on its rank's progress
 * thread; the two ends meet in the words of {@link org.reactivempi.transport.shm.ring.RingFile} alone. What the other process
 * writes there is checked, and costs a liar its link. Internal.
 */
@NullMarked
package org.reactivempi.transport.shm;

import org.jspecify.annotations.NullMarked;
