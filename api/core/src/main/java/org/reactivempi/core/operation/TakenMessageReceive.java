package org.reactivempi.core.operation;

import org.reactivempi.Message;
import org.reactivempi.transport.engine.protocol.UnexpectedMessage;
import reactor.core.CoreSubscriber;

/** Receives a message that was matched before into memory of its own. */
final class TakenMessageReceive extends MessageReceive {

    private final TakenMessage message;

    TakenMessageReceive(CoreSubscriber<? super Message> subscriber, MessageMono mono, TakenMessage message) {
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
