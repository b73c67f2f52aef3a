package org.reactivempi.transport.engine.protocol;

import java.time.Duration;
import org.reactivempi.transport.engine.diagnosis.PendingOperation;
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
        super(message.context(), message.source(), message.tag());
        this.self = self;
        this.message = message;
        message.await(this);
    }

    @Override
    public long lengthBytes() {
        return message.lengthBytes();
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
            self.unqueue(this);
            message.cancelled();
            self.ended(message);
        }
    }

    @Override
    void drop(Declined.Reason reason) {
        message.failed(DeclinedException.of(message.destination(), reason));
        self.ended(message);
    }

    /** The engine ends. */
    void cut(Throwable cause) {
        if (taken) {
            self.release(this);
        } else {
            self.unqueue(this);
        }
        message.failed(cause);
        self.ended(message);
    }

    /** The send that waits; the message is the same. */
    PendingOperation pending(Duration age) {
        return message.pending(age, PendingOperation.UNMATCHED);
    }

    boolean isPart() {
        return message.isPart();
    }

    @Override
    public String toString() {
        return message.toString();
    }
}
