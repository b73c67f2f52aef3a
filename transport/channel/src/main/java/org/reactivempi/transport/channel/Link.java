package org.reactivempi.transport.channel;

import io.netty.buffer.ByteBuf;

/**
 * A connection to a peer: bytes arrive there in the order of {@link #write}, complete, once.
 *
 * <p>Two steps to send, so that all bytes of one turn of the progress loop leave together: {@code write} queues,
 * {@link #flush} sends. A carrier may begin earlier, when much has gathered. A link that implements
 * {@link DirectMemory.Output} can send users' memory as well, one that implements {@link Lending.Output} lends it.
 */
public interface Link {

    /** What {@link #beat} returns where neither end sees a sign of life of the other. */
    long NO_BEAT = -1;

    /**
     * Memory for what is to be written next: the carrier's own where it has some, so that bytes are copied but once.
     *
     * <p>The caller owns it, fills some of it, and passes it to {@link #write} or releases it, before asking for more or
     * writing anything else. A full or a closed link gives room as well.
     *
     * @param leastBytes how much it must have room for, 1 or more
     * @param wantedBytes how much would be good, {@code leastBytes} or more; what there is may be more, or less
     * @return a buffer without content; its room is {@code writableBytes()}
     */
    ByteBuf room(int leastBytes, int wantedBytes);

    /** Queues bytes; takes ownership of them. Does nothing but release them once the link is closed. */
    void write(ByteBuf bytes);

    /** Sends all that is queued, in as few writes as the carrier allows. */
    void flush();

    /**
     * Whether {@link #push} does anything; the same as long as the link lives.
     *
     * @return true where it takes no call into the system, false unless overridden
     */
    default boolean pushes() {
        return false;
    }

    /**
     * Shows the other end what was written, if that is awake: for carriers in memory, where a message may be shown as soon as
     * it is whole, while the rest of the turn goes on. {@link #flush} follows all the same, and wakes the other end.
     */
    default void push() {}

    /** Whether the queue is short enough for more bulk data; {@link LinkHandler#onWritable} tells when it is again. */
    boolean isWritable();

    /**
     * How much of what was written the other end has not read for all that is known here, also when the link has ended. Asked
     * of links that don't break; for links that may break, the other side tells it.
     *
     * @return bytes; 0 unless overridden
     */
    default long unreadBytes() {
        return 0;
    }

    /**
     * Closes after all that was written has left, also what was not flushed; {@link LinkHandler#onClosed} follows, once.
     * The other end gets all of it, also if it writes itself meanwhile; what it writes may be lost.
     */
    void close();

    /**
     * Shows the other end that this rank's loop turns, without a byte and without waking it; and looks for the same sign of
     * the other end. For carriers whose connections don't break, and so carry no heartbeat.
     *
     * @return a number that changes with each beat of the other end, or {@link #NO_BEAT}
     */
    default long beat() {
        return NO_BEAT;
    }

    /**
     * Nothing but signs of life has been written for a heartbeat: gives back the memory that it keeps to be quick. It takes it again when
     * there is more to send.
     */
    default void rest() {}

    /**
     * What both ends of this link see alike, and no end of another link sees: made of the protection below it, such as TLS.
     * Each end proves who it is over these bytes as well, so nobody who ends the protection in between can pass proofs on.
     *
     * @return a few bytes; none where nothing protects the link. Asked once bytes have come from the other end, which with
     *     a protection is once it stands
     * @throws IllegalStateException if the link is protected, and there is nothing to be bound to
     */
    default byte[] binding() {
        return new byte[0];
    }

    /**
     * The other end has proven who it is. Up to then it sends a few hundred bytes at most, and a link may take little more
     * of what it sends; from now on it takes whatever comes.
     */
    default void trust() {}

    /** The other end, for logs. */
    String remote();
}
