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
    private boolean taken;

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
        taken = true;
        self.hold(this);
    }

    @Override
    void putBack() {
        taken = false;
        self.release(this);
    }

    /** Without effect while a probe has it: it is matched. */
    @Override
    public void withdraw() {
        if (!taken) {
            message.cancelled();
            self.unqueued(this, message);
        }
    }

    @Override
    void drop() {
        message.failed(new DeclinedException(message.destination, Declined.Reason.FREED));
        self.ended(message);
    }

    /** The engine ends. */
    void cut(Throwable cause) {
        message.failed(cause);
        if (taken) {
            self.release(this);
            self.ended(message);
        } else {
            self.unqueued(this, message);
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
