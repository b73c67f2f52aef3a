/**
 * How two processes of one host come to share a file: the connector makes it, and hands its descriptor over a Unix-domain
 * socket to the acceptor, which checks it.
 *
 * <pre>
 *  {@code Connecting}  --Offer, descriptor--&gt;  {@code Accepting}
 *              &lt;---------Answer---------
 *  {@code Asking}      --SegmentRequest-----&gt;  {@code Accepting}
 *              &lt;---Answer, descriptor---
 * </pre>
 * Each end gives up in time, and a process of another user gets no answer at all.
 *
 * <p>Called by {@code shm}; knows {@code file}, {@code ring}, {@code segment} and {@code transport/channel}. Uses Netty. On the
 * rank's progress thread. Internal.
 */
@NullMarked
package org.reactivempi.transport.shm.handshake;

import org.jspecify.annotations.NullMarked;
