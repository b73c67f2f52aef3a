package org.reactivempi.transport.engine.protocol;

import java.nio.ByteBuffer;

/** A message to oneself that was copied, so that its send is done before its receive comes. */
final class OwnCopy extends Stored {

    private final SelfProtocol self;

    OwnCopy(SelfProtocol self, Outgoing message) {
        super(message.context, message.source, message.tag, new byte[(int) message.lengthBytes]);
        this.self = self;
        if (payload().length > 0) {
            message.copyTo(0, ByteBuffer.wrap(payload()));
        }
    }

    @Override
    boolean isHere() {
        return true;
    }

    @Override
    void met() {}

    @Override
    void copied(Incoming receive) {
        self.unbuffered(lengthBytes());
        self.complete(receive);
    }

    @Override
    void broken(Incoming receive, Throwable cause) {
        throw new IllegalStateException("a message to oneself cannot be lost", cause);
    }

    @Override
    void taken() {}

    @Override
    void putBack() {}

    @Override
    void drop() {
        self.unbuffered(lengthBytes());
    }
}
