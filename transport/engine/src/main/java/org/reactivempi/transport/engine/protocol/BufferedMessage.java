package org.reactivempi.transport.engine.protocol;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A message in memory of this rank, which may still be arriving when its receive comes.
 *
 * <pre>
 *  ARRIVING --complete--&gt; HERE --deliver--&gt; copied to the receive
 *     |
 *     +--deliver--&gt; CLAIMED --complete--&gt; copied to the receive
 * </pre>
 */
abstract class BufferedMessage extends UnexpectedMessage {

    private final byte[] payload;
    private @Nullable Incoming claimant;
    private @Nullable Throwable loss;

    BufferedMessage(int context, int source, int tag, byte[] payload) {
        super(context, source, tag);
        this.payload = payload;
    }

    /** Whether all of it has come. */
    abstract boolean isHere();

    /** A receive has it for sure. */
    abstract void met();

    /** It has been copied to its receive, which is complete. */
    abstract void copied(Incoming receive);

    /** Its receive, or the message, will never be complete. */
    abstract void broken(Incoming receive, Throwable cause);

    final byte[] payload() {
        return payload;
    }

    @Override
    public final long lengthBytes() {
        return payload.length;
    }

    @Override
    final String state() {
        return isHere() ? "HERE" : "ARRIVING";
    }

    @Override
    final void deliver(Incoming receive) {
        if (loss != null) {
            broken(receive, loss);
            return;
        }
        receive.meet(source(), tag(), payload.length);
        met();
        if (isHere()) {
            copyTo(receive);
        } else {
            claimant = receive;
        }
    }

    /** All of it is here now. */
    public void complete() {
        if (claimant != null) {
            copyTo(claimant);
        }
    }

    /** The rest will never come. */
    public final void lost(Throwable cause) {
        loss = cause;
        if (claimant != null) {
            broken(claimant, cause);
        }
    }

    private void copyTo(Incoming receive) {
        if (receive.fits() && payload.length > 0) {
            receive.fill(0, ByteBuffer.wrap(payload));
        }
        copied(receive);
    }
}
