package org.reactivempi.transport.engine.protocol;

import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.progress.Completable;
import org.reactivempi.transport.engine.progress.CompletionQueue;

/**
 * A message that its receive has given back, in the memory of that receive, into which it may still be arriving. Until it is
 * received again it counts as a waiting message of its sender (RES-1). The sender's account may be overdrawn by it, since a message
 * that had matched, and is under way, has to be taken.
 */
public final class ReturnedMessage extends BufferedMessage implements Completable.Holder {

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

    /** Counts it as waiting, on its sender's account. */
    void charge(Account account) {
        this.account = account;
        account.charge(lengthBytes());
    }

    @Override
    @Nullable
    Account account() {
        return account;
    }

    @Override
    CompletionQueue signals() {
        return signals;
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
}
