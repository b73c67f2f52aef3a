package org.reactivempi.transport.engine.protocol;

import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.packet.Declined;
import org.reactivempi.transport.engine.progress.Signals;

/** A message that its receive has given back, in the memory of that receive, into which it may still be arriving. */
final class Returned extends Stored {

    private final Signals signals;
    private boolean here;
    private @Nullable Throwable cause;

    Returned(Incoming giver, int source, int tag, byte[] payload, boolean here, Signals signals) {
        super(giver.context(), source, tag, payload);
        this.here = here;
        this.signals = signals;
        takePlaceOf(giver);
    }

    @Override
    boolean isHere() {
        return here;
    }

    @Override
    public void landed() {
        here = true;
        super.landed();
    }

    /** Not all of it will come. */
    void breakOff(Throwable cause) {
        this.cause = cause;
    }

    /** All of it is here, or all that will come. */
    void passOn() {
        if (cause == null) {
            landed();
        } else {
            lost(cause);
        }
    }

    /** Its first receive has said so to the sender. */
    @Override
    void met() {}

    @Override
    void copied(Incoming receive) {
        signals.due(receive);
    }

    @Override
    void broken(Incoming receive, Throwable cause) {
        receive.fail(cause, signals);
    }

    @Override
    void taken() {}

    @Override
    void putBack() {}

    @Override
    void drop(Declined.Reason reason) {}
}
