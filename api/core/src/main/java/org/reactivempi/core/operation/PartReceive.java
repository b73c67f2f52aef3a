package org.reactivempi.core.operation;

import org.reactivempi.Buffer;
import org.reactivempi.Status;
import org.reactivempi.transport.engine.Engine;
import reactor.core.CoreSubscriber;

/** A receive of an operation that consists of many messages. A class, so that other receives need no field for it. */
final class PartReceive extends BufferReceive {

    PartReceive(
            CoreSubscriber<? super Status> subscriber,
            Engine engine,
            Buffer room,
            int context,
            int source,
            int tag,
            int peer) {
        super(subscriber, engine, room, context, source, tag, peer);
    }

    @Override
    protected boolean isPart() {
        return true;
    }
}
