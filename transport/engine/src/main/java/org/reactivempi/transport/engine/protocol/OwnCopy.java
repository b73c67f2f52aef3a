package org.reactivempi.transport.engine.protocol;

import java.nio.ByteBuffer;
import org.reactivempi.transport.engine.packet.Declined;

/** A message to oneself that was copied, so that its send is done before its receive comes. */
final class OwnCopy extends Parked {

    private final SelfProtocol self;
    private final byte[] payload;

    OwnCopy(SelfProtocol self, Outgoing message) {
        super(message.context(), message.source(), message.tag());
        this.self = self;
        this.payload = new byte[(int) message.lengthBytes()];
        if (payload.length > 0) {
            message.copyTo(0, ByteBuffer.wrap(payload));
        }
    }

    @Override
    public long lengthBytes() {
        return payload.length;
    }

    @Override
    void deliver(Incoming receive) {
        if (receive.meet(source(), tag(), payload.length) && payload.length > 0) {
            receive.fill(0, ByteBuffer.wrap(payload));
        }
        self.consumed(payload.length);
        self.complete(receive);
    }

    @Override
    void taken() {
        self.taken(EagerCredit.cost(payload.length));
    }

    @Override
    void putBack() {
        self.taken(-EagerCredit.cost(payload.length));
    }

    @Override
    long costTo(Returned.Account account) {
        return self == account ? EagerCredit.cost(payload.length) : 0;
    }

    @Override
    void drop(Declined.Reason reason) {
        self.consumed(payload.length);
    }
}
