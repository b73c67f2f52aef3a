package org.reactivempi.transport.engine.protocol;

/** A message to oneself that waits where it is until its receive comes. */
final class OwnMessage extends Parked implements AwaitedSend {

    private final SelfProtocol self;
    private final Outgoing message;

    OwnMessage(SelfProtocol self, Outgoing message) {
        super(message.context, message.source, message.tag);
        this.self = self;
        this.message = message;
        message.awaited = this;
    }

    @Override
    void deliver(Incoming receive) {
        self.transfer(message, receive);
    }

    @Override
    public void withdraw() {
        message.cancelled();
        self.taken(this, message);
    }

    /** The engine ends. */
    void cut(Throwable cause) {
        message.failed(cause);
        self.taken(this, message);
    }

    boolean isPart() {
        return message.isPart();
    }

    @Override
    public String toString() {
        return message.toString();
    }
}
