package org.reactivempi.transport.engine.protocol;

import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.operation.Operation;
import org.reactivempi.transport.engine.packet.Declined;
import org.reactivempi.transport.engine.progress.CompletionQueue;

/**
 * A message that its receive has given back, in the memory of that receive, into which it may still be arriving. Until it has
 * been received it counts against what its sender may have waiting here (RES-1), though that may be exceeded: what has matched
 * may be under way, and is taken.
 */
final class ReturnedMessage extends BufferedMessage implements Operation.Holder {

    private final CompletionQueue signals;
    private @Nullable Account account;
    private boolean here;
    private @Nullable Throwable cause;

    ReturnedMessage(Incoming giver, int source, int tag, byte[] payload, boolean here, CompletionQueue signals) {
        super(giver.context(), source, tag, payload);
        this.here = here;
        this.signals = signals;
        takePlaceOf(giver);
    }

    /** Counts it as waiting. */
    void charge(Account account) {
        this.account = account;
        account.charge(lengthBytes());
    }

    private void discharge() {
        if (account != null) {
            account.consumed(lengthBytes());
            account = null;
        }
    }

    @Override
    boolean isHere() {
        return here;
    }

    @Override
    public void complete() {
        here = true;
        super.complete();
    }

    /** Not all of it will come. */
    void breakOff(Throwable cause) {
        this.cause = cause;
    }

    /** All of it is here, or all that will come. */
    void passOn() {
        if (cause == null) {
            complete();
        } else {
            lost(cause);
        }
    }

    /** Its first receive has said so to the sender. */
    @Override
    void met() {}

    @Override
    void copied(Incoming receive) {
        discharge();
        signals.due(receive);
    }

    @Override
    void broken(Incoming receive, Throwable cause) {
        discharge();
        receive.fail(cause, signals);
    }

    @Override
    long costTo(Account waiting) {
        return account == waiting ? EagerCredit.cost(lengthBytes()) : 0;
    }

    @Override
    void taken() {
        if (account != null) {
            account.taken(costTo(account));
        }
    }

    @Override
    void putBack() {
        if (account != null) {
            account.taken(-costTo(account));
        }
    }

    @Override
    void drop(Declined.Reason reason) {
        discharge();
    }
}
