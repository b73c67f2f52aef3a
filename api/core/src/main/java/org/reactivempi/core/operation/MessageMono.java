package org.reactivempi.core.operation;

import org.reactivempi.Message;
import org.reactivempi.transport.engine.Engine;

/** Receives a message of any length each time that it is subscribed. */
public class MessageMono extends Receiving<Message> {

    /**
     * A receive that is not subscribed.
     *
     * @param engine receives it
     * @param check says what is wrong with it
     * @param context the communicator's number
     * @param source the sender's rank in the communicator, or any
     * @param tag the tag, or any
     */
    public MessageMono(Engine engine, RankMap check, int context, int source, int tag) {
        super(engine, check, null, context, source, tag);
    }

    @Override
    final Message result(ReceiveOperation<Message> receive) {
        return Message.of(receive.status(), receive.ownMemory());
    }
}
