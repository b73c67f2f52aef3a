package org.reactivempi.transport.engine.flow;

import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.link.PeerLink;
import org.reactivempi.transport.engine.packet.PacketKind;

/**
 * A long payload that leaves for a peer piece by piece, from its first to its last. The family of packets whose payload it is extends it:
 * says where the bytes are, and writes the packets that carry them.
 *
 * <pre>
 *  SENDING --last piece copied--------------------------&gt; onSent, or onUnreadable
 *      |
 *      +-----last piece lent to the link, or to the peer--&gt; LEAVING --left--&gt; the same
 *  both --cut--&gt; onCut
 * </pre>
 * When its turn is, {@link BulkSends} says.
 */
public abstract class BulkSend {

    /** Small enough to stay in the cache between the copy here and the one in the kernel. */
    public static final int PIECE_BYTES = 64 * 1024;

    /** A copy of fewer bytes than this costs less than a system call of its own. */
    public static final int LEAST_DIRECT_BYTES = PacketKind.LEAST_HELD_BYTES;

    /** Long enough for both ends to copy at the same time, undisturbed by headers. */
    private static final int DIRECT_PIECE_BYTES = 1024 * 1024;

    /** A carrier with little room left gets a piece that fits, if it is not too small to be worth it. */
    private static final int LEAST_PIECE_BYTES = 4 * 1024;

    private final Flow flow;
    private final PeerLink link;
    private final long lengthBytes;
    /** Whether it may have blocks in direct memory: the long ones are not copied. */
    private boolean lends;
    /** Whether the peer is in this JVM, and copies the payload itself: then what it has not given back, in its order. */
    private final @Nullable Queue<LentPiece> pieces;

    private long sentBytes;
    /** How many pieces the link or the peer still reads. */
    private int lent;
    /** What its memory has thrown: no more pieces follow, or none that matter. */
    private @Nullable Throwable unreadable;

    /**
     * One that has not begun.
     *
     * @param flow to the peer
     * @param lengthBytes how long it is, 1 byte or more
     * @param lendable whether a peer in this JVM had better copy it itself; then one thread after the other calls the methods that copy
     */
    protected BulkSend(Flow flow, long lengthBytes, boolean lendable) {
        this.flow = flow;
        this.link = flow.link();
        this.lengthBytes = lengthBytes;
        this.lends = link.takesMemory();
        this.pieces = lendable && link.lends() ? new ArrayDeque<>() : null;
    }

    /** How long the packet of a piece is before its payload. */
    protected abstract int headerBytes();

    /** Writes all of the packet of a piece but the payload, which is to follow. */
    protected abstract void encode(ByteBuf packet, int sequence, long offset, int length);

    /** Writes a whole packet, the last that the peer hears of this payload, whose rest can't be read. */
    protected abstract void sendUnreadable(PeerLink to);

    /** Copies the bytes from {@code position} on until {@code target} is full; what it throws is the end of the payload. */
    protected abstract void copyTo(long position, ByteBuffer target);

    /**
     * A part of the memory, if the system can read the payload without a copy, and it is in blocks that are long on average.
     *
     * @param position first byte of the part
     * @param most how long the part may be, 1 byte or more
     * @return a view of its own, of 1 byte or more; null, for each position, if the payload has to be copied, as unless overridden
     */
    protected @Nullable ByteBuffer directMemory(long position, int most) {
        return null;
    }

    /** All of it has left, and its memory is not read any more. In a step of the engine. */
    protected abstract void onSent();

    /** The same, but some of it could not be read, and the peer has been told so. */
    protected abstract void onUnreadable(Throwable thrown);

    /** The peer is lost, or the engine ends: its memory is not read any more, unless the link keeps it. */
    protected abstract void onCut(Throwable cause);

    /** Whether all pieces are given to the link, which may still read them. */
    public final boolean isSent() {
        return sentBytes == lengthBytes;
    }

    /** Gives the next piece to the link; how long it was. */
    final int sendPiece() {
        if (pieces != null) {
            return lendToPeer(pieces);
        }
        if (!lends) {
            return copyPiece(PIECE_BYTES);
        }
        ByteBuffer block;
        try {
            // The memory may go on beyond the payload.
            block = directMemory(sentBytes, (int) Math.min(DIRECT_PIECE_BYTES, lengthBytes - sentBytes));
        } catch (Throwable thrown) {
            return giveUp(thrown);
        }
        if (block == null) {
            lends = false;
            return copyPiece(PIECE_BYTES);
        }
        boolean isLong = block.remaining() >= LEAST_DIRECT_BYTES && link.takesMemory();
        return isLong ? lendPiece(block) : copyPiece(Math.min(PIECE_BYTES, block.remaining()));
    }

    private int copyPiece(int mostBytes) {
        int header = headerBytes();
        int wanted = (int) Math.min(mostBytes, lengthBytes - sentBytes);
        ByteBuf packet = link.room(header + Math.min(LEAST_PIECE_BYTES, wanted), header + wanted);
        int length = Math.min(wanted, packet.writableBytes() - header);
        try {
            // The header is written after the payload: where the memory throws, nothing has been written.
            copyTo(sentBytes, packet.internalNioBuffer(packet.writerIndex() + header, length));
        } catch (Throwable thrown) {
            return giveUp(thrown);
        }
        encode(packet, link.nextSequence(), sentBytes, length);
        packet.writerIndex(packet.writerIndex() + length);
        sentBytes += length;
        if (isSent()) {
            link.noteMessage();
        }
        return length;
    }

    private int giveUp(Throwable thrown) {
        unreadable = thrown;
        int rest = (int) Math.min(lengthBytes - sentBytes, BulkSends.MOST_BYTES_IN_A_ROW);
        sentBytes = lengthBytes;
        sendUnreadable(link);
        return rest;
    }

    private int lendPiece(ByteBuffer block) {
        int length = block.remaining();
        encode(link.room(headerBytes()), link.nextSequence(), sentBytes, length);
        sentBytes += length;
        lent++;
        link.write(block, this::returned);
        return length;
    }

    private int lendToPeer(Queue<LentPiece> lentPieces) {
        int length = (int) Math.min(DIRECT_PIECE_BYTES, lengthBytes - sentBytes);
        encode(link.room(headerBytes()), link.nextSequence(), sentBytes, length);
        LentPiece piece = new LentPiece(this, sentBytes, length);
        lentPieces.add(piece);
        sentBytes += length;
        lent++;
        link.lend(piece);
        return length;
    }

    /** Whether the link or the peer still reads some of it. */
    final boolean isRead() {
        return lent > 0;
    }

    /** The peer needs a piece no more, nor any before that. On the loop, outside of any step. */
    final void returned(LentPiece piece) {
        flow.signals().step(() -> {
            pieces().remove();
            Throwable thrown = piece.unreadable();
            unreadable = unreadable == null ? thrown : unreadable;
            returned();
        });
    }

    private Queue<LentPiece> pieces() {
        Queue<LentPiece> lentPieces = pieces;
        if (lentPieces == null) {
            throw new IllegalStateException(this + " has lent nothing");
        }
        return lentPieces;
    }

    /** Nobody reads a piece any more, nor any before that. */
    private void returned() {
        lent--;
        if (lent == 0 && isSent()) {
            flow.bulk().left(this);
        }
    }

    /** Nobody reads it any more. */
    final void end() {
        if (unreadable == null) {
            onSent();
        } else {
            onUnreadable(unreadable);
        }
    }

    final void cut(Throwable cause) {
        if (pieces != null) {
            pieces.forEach(LentPiece::revoke);
        }
        onCut(cause);
    }
}
