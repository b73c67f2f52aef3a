package org.reactivempi.transport.engine.protocol;

import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.port.Incoming;
import org.reactivempi.transport.engine.progress.CompletionQueue;

/**
 * A message that its receive has given back. It is in the memory of that receive, and may still be arriving there.
 * Until it is received again it counts as a waiting message of its sender (RES-1). The sender's account may be
 * overdrawn by it, since a message that had matched, and is under way, has to be taken.
 */
final class ReturnedMessage extends BufferedMessage implements Incoming.Returned {

    private final CompletionQueue signals;
    private @Nullable Account account;
    private boolean here;
    private @Nullable Throwable cause;

    ReturnedMessage(Incoming giver, byte[] payload, boolean here, CompletionQueue signals) {
        super(giver.context(), giver.metSource(), giver.metTag(), payload);
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

    @Override
    public void breakOff(Throwable cause) {
        this.cause = cause;
    }

    @Override
    public void passOn() {
        if (cause == null) {
            complete();
        } else {
            lost(cause);
        }
    }
}
