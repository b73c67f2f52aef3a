package org.reactivempi.transport.engine.protocol;

import org.reactivempi.transport.engine.packet.Declined;

/** A message that a peer has announced, and whose receive has not come: it stays where it is. */
final class ParkedRequest extends Parked {

    private final RendezvousReceives receives;
    private final long sendId;
    private final long lengthBytes;

    ParkedRequest(RendezvousReceives receives, int context, int source, int tag, long sendId, long lengthBytes) {
        super(context, source, tag);
        this.receives = receives;
        this.sendId = sendId;
        this.lengthBytes = lengthBytes;
    }

    @Override
    public long lengthBytes() {
        return lengthBytes;
    }

    @Override
    String state() {
        return "ANNOUNCED";
    }

    @Override
    void deliver(Incoming receive) {
        receives.answers().forget(sendId);
        receives.clearToSend(receive, source(), tag(), sendId, lengthBytes);
    }

    @Override
    void taken() {
        receives.answers().forget(sendId);
    }

    @Override
    void putBack() {
        receives.answers().keepAgain(sendId, this);
    }

    @Override
    void drop(Declined.Reason reason) {
        receives.answers().declined(sendId, reason);
    }
}
