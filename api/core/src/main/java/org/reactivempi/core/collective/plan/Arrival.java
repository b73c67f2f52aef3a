package org.reactivempi.core.collective.plan;

import java.nio.ByteBuffer;
import org.reactivempi.Buffer;
import org.reactivempi.core.collective.plan.Plan.Range;

/**
 * What comes in pieces and is reduced as it comes, straight out of the memory where it arrives. Pieces may end inside an element, whose
 * beginning is kept until its end comes.
 */
final class Arrival {

    private final Transfer.Reducing reducing;
    private final Buffer[] slots;
    private final Range own;
    private final Range result;
    private final boolean incomingFirst;
    private final ByteBuffer begun;

    Arrival(Transfer.Reducing reducing, Buffer[] slots, Range own, Range result, boolean incomingFirst) {
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
    boolean take(long position, Buffer other, long from, long lengthBytes) {
        return begun.position() == 0
                && reducing.reduce(slots, own, result, position, other, from, lengthBytes, incomingFirst);
    }

    /** Takes all of a piece; pieces come in order, without gaps. */
    void take(long position, ByteBuffer piece) {
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
