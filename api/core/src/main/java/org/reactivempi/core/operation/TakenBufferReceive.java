package org.reactivempi.core.operation;

import org.reactivempi.Status;
import org.reactivempi.transport.engine.protocol.UnexpectedMessage;
import reactor.core.CoreSubscriber;

/** Receives a message that was matched before into the user's memory. */
final class TakenBufferReceive extends BufferReceive {

    private final TakenMessage message;

    TakenBufferReceive(CoreSubscriber<? super Status> subscriber, ReceiveMono mono, TakenMessage message) {
        super(subscriber, mono);
        this.message = message;
    }

    @Override
    public void start() {
        message.start(this);
    }

    @Override
    protected boolean takesBack(UnexpectedMessage given) {
        message.takeBack(given);
        return true;
    }
}
