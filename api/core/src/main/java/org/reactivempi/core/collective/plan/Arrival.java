package org.reactivempi.core.collective.plan;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Queue;
import org.reactivempi.Payload;
import org.reactivempi.core.collective.plan.Plan.Range;

/**
 * What comes in pieces and is reduced as it comes, straight out of the memory where it arrives. Pieces may end inside an element, whose
 * beginning is kept until its end comes.
 *
 * <p>An operation of the program's own reduces nothing before all of it has come: where it arrives, the engine is in the middle of its
 * work, and another rank may wait for its memory.
 */
final class Arrival {

    private final Transfer.Reducing reducing;
    private final Payload[] slots;
    private final Range own;
    private final Range result;
    private final boolean incomingFirst;
    private final ByteBuffer begun;
    /** Pieces that an operation of the program's own has not reduced yet. */
    private final Queue<ByteBuffer> kept = new ArrayDeque<>(0);

    Arrival(Transfer.Reducing reducing, Payload[] slots, Range own, Range result, boolean incomingFirst) {
        this.reducing = reducing;
        this.slots = slots;
        this.own = own;
        this.result = result;
        this.incomingFirst = incomingFirst;
        this.begun = ByteBuffer.allocate(reducing.elementBytes());
    }

    /**
     * Takes a piece that is in a buffer of another rank, in this JVM.
     *
     * @param from where in that buffer it begins
     * @return false if it has to come as all others
     */
    boolean take(long position, Payload other, long from, long lengthBytes) {
        return begun.position() == 0
                && !reducing.isUsers()
                && reducing.reduce(slots, own, result, position, other, from, lengthBytes, incomingFirst);
    }

    /** Takes all of a piece; pieces come in order, without gaps. */
    void take(long position, ByteBuffer piece) {
        if (reducing.isUsers()) {
            kept.add(ByteBuffer.allocate(piece.remaining()).put(piece).flip());
        } else {
            reduce(position, piece);
        }
    }

    /** All pieces have come; reduces the ones that have been kept, or forgets them. */
    void end(boolean reduces) {
        long position = 0;
        while (!kept.isEmpty()) {
            ByteBuffer piece = kept.remove();
            int lengthBytes = piece.remaining();
            if (reduces) {
                reduce(position, piece);
            }
            position += lengthBytes;
        }
    }

    private void reduce(long position, ByteBuffer piece) {
        int element = reducing.elementBytes();
        long at = position - begun.position();
        if (begun.position() > 0) {
            int missing = Math.min(begun.remaining(), piece.remaining());
            int end = piece.limit();
            piece.limit(piece.position() + missing);
            begun.put(piece);
            piece.limit(end);
            if (begun.hasRemaining()) {
                return;
            }
            reducing.reduce(slots, own, result, at, begun.flip(), incomingFirst);
            begun.clear();
            at += element;
        }
        int end = piece.limit();
        int whole = piece.remaining() / element * element;
        piece.limit(piece.position() + whole);
        reducing.reduce(slots, own, result, at, piece, incomingFirst);
        piece.limit(end);
        begun.put(piece);
    }
}
