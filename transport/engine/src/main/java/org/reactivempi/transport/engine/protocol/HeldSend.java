package org.reactivempi.transport.engine.protocol;

import org.reactivempi.transport.engine.diagnosis.Ages;
import org.reactivempi.transport.engine.diagnosis.PendingOperation;

/**
 * A short message beyond the credit that there is before the peer has said what it takes. It waits where it is until the first
 * connection stands, and all that is sent after it; only then does it show whether it has to be announced.
 *
 * <pre>
 *  HELD --standing--&gt; sent as any other
 *    |
 *    +--withdraw--&gt; cancelled
 *    +--lost, cut--&gt; failed
 * </pre>
 */
final class HeldSend implements AwaitedSend {

    final Outgoing message;
    private final HeldSends sends;
    private final int since;

    HeldSend(HeldSends sends, Outgoing message, int since) {
        this.sends = sends;
        this.message = message;
        this.since = since;
        message.await(this);
    }

    /** How it stands, for diagnosis. */
    PendingOperation pending(Ages ages) {
        return message.pending(ages.ofTick(since), "CONNECTING");
    }

    @Override
    public void withdraw() {
        sends.withdraw(this);
    }
}
