/**
 * Buffered mode: memory that a program attaches, and the sends that copy their messages into it.
 *
 * <pre>
 *  Attachment            of a session or a communicator: which buffer, if any
 *    |
 *  AttachedBuffer            what is in it and has not been sent, and which calls wait for that
 *    |
 *  Space                 where the bytes lie: a circular queue in one array, or an array for each message
 *    |
 *  Slot                  the bytes of one message
 * </pre>
 *
 * <p>A {@code BufferedSend} is a standard send of the engine. Where the engine sends it at once, it reads the user's
 * memory, and takes none of the buffer; else it moves into the buffer before its user can know.
 *
 * <p>Called by {@code communicator} and {@code session}; knows {@code operation}, {@code api/mpi}, {@code transport/channel} and
 * {@code transport/engine}. Everything but assembly happens on the progress thread, hence no locks. Internal.
 */
@NullMarked
package org.reactivempi.core.buffered;

import org.jspecify.annotations.NullMarked;
