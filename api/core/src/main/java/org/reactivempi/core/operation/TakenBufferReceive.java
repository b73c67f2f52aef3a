package org.reactivempi.core.operation;

import org.reactivempi.Buffer;
import org.reactivempi.Status;
import org.reactivempi.transport.engine.Engine;
import reactor.core.CoreSubscriber;

/** Receives a message that was matched before into the user's memory. */
final class TakenBufferReceive extends BufferReceive {

    private final TakenMessage message;

    TakenBufferReceive(CoreSubscriber<? super Status> subscriber, Engine engine, Buffer room, TakenMessage taken) {
        super(subscriber, engine, room, taken.message.context(), taken.message.source(), taken.message.tag(), ANY);
        this.message = taken;
    }

    @Override
    public void start() {
        message.start(this);
    }
}
