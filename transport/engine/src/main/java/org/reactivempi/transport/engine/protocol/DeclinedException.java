package org.reactivempi.transport.engine.protocol;

import org.reactivempi.transport.engine.failure.CommunicatorRevokedException;
import org.reactivempi.transport.engine.link.PeerLostException;
import org.reactivempi.transport.engine.packet.MessagePackets.Declined;

/** The receiver has dropped a message that it could not match. */
public final class DeclinedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final Declined.Reason reason;

    DeclinedException(int rank, Declined.Reason reason) {
        super("rank " + rank + " declined the message: " + reason);
        this.reason = reason;
    }

    /** Why a send ends that was declined. */
    static RuntimeException of(int rank, Declined.Reason reason) {
        return switch (reason) {
            case NOT_READY, FREED -> new DeclinedException(rank, reason);
            case REVOKED -> new CommunicatorRevokedException();
            case RETURNED ->
                new PeerLostException(rank, "has had another process as this rank in that communicator", null);
        };
    }

    /** Why. */
    public Declined.Reason reason() {
        return reason;
    }
}
