package org.reactivempi.core.operation;

import org.reactivempi.Message;
import org.reactivempi.transport.engine.Engine;
import reactor.core.CoreSubscriber;

/** Receives a message that was matched before into memory of its own; it never goes back. */
final class TakenMessageReceive extends MessageReceive {

    private final TakenMessage message;

    TakenMessageReceive(CoreSubscriber<? super Message> subscriber, Engine engine, TakenMessage taken) {
        super(subscriber, engine, taken.message.context(), taken.message.source(), taken.message.tag(), ANY);
        this.message = taken;
    }

    @Override
    public void start() {
        message.start(this);
    }

    @Override
    public boolean givesBack() {
        return false;
    }
}
