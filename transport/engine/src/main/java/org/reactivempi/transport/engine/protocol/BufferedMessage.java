package org.reactivempi.transport.engine.protocol;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.flow.EagerCredit;
import org.reactivempi.transport.engine.packet.MessagePackets.Declined;
import org.reactivempi.transport.engine.platform.Matches;
import org.reactivempi.transport.engine.port.Incoming;
import org.reactivempi.transport.engine.progress.CompletionQueue;

/**
 * A message in memory of this rank, which may still be arriving when its receive comes. As long as it waits it counts on an
 * account of its sender.
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

    /** What it counts on; null if its sender is unknown. */
    abstract @Nullable Account account();

    /** Where its receive completes. */
    abstract CompletionQueue signals();

    /** A receive has it for sure; nothing unless overridden. */
    void met() {}

    final byte[] payload() {
        return payload;
    }

    @Override
    public final long lengthBytes() {
        return payload.length;
    }

    @Override
    protected final long content() {
        return isHere() ? Arrays.hashCode(payload) : Matches.UNKNOWN;
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
        discharge();
        signals().due(receive);
    }

    private void broken(Incoming receive, Throwable cause) {
        discharge();
        receive.fail(cause, signals());
    }

    /** It waits no more. */
    final void discharge() {
        Account account = account();
        if (account != null) {
            account.consumed(payload.length);
        }
    }

    @Override
    final long costTo(Account waiting) {
        return account() == waiting ? EagerCredit.cost(payload.length) : 0;
    }

    @Override
    void taken() {
        Account account = account();
        if (account != null) {
            account.taken(EagerCredit.cost(payload.length));
        }
    }

    @Override
    void putBack() {
        Account account = account();
        if (account != null) {
            account.taken(-EagerCredit.cost(payload.length));
        }
    }

    @Override
    void drop(Declined.Reason reason) {
        discharge();
    }
}
