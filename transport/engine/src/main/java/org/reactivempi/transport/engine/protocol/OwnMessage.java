package org.reactivempi.transport.engine.protocol;

import org.reactivempi.transport.engine.packet.Declined;

/**
 * A message to oneself that waits where it is until its receive comes.
 *
 * <pre>
 *  QUEUED --deliver, withdraw, drop, cut--&gt; ended
 *    |  ^
 *  taken putBack
 *    v  |
 *  TAKEN --deliver, cut--&gt; ended
 * </pre>
 */
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
    public long lengthBytes() {
        return message.lengthBytes;
    }

    @Override
    void deliver(Incoming receive) {
        self.release(this);
        self.transfer(message, receive);
    }

    @Override
    void taken() {
        message.awaited = null;
        self.hold(this);
    }

    @Override
    void putBack() {
        message.awaited = this;
        self.release(this);
    }

    @Override
    public void withdraw() {
        message.cancelled();
        self.unqueued(this, message);
    }

    @Override
    void drop() {
        message.failed(new DeclinedException(message.destination, Declined.Reason.FREED));
        self.ended(message);
    }

    /** The engine ends. */
    void cut(Throwable cause) {
        message.failed(cause);
        if (message.awaited == this) {
            self.unqueued(this, message);
        } else {
            self.release(this);
            self.ended(message);
        }
    }

    boolean isPart() {
        return message.isPart();
    }

    @Override
    public String toString() {
        return message.toString();
    }
}
