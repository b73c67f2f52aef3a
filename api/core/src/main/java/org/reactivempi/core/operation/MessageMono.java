package org.reactivempi.core.operation;

import org.reactivempi.Message;

/** Receives a message of any length each time that it is subscribed. */
public class MessageMono extends Receiving<Message> {

    /** A receive that is not subscribed. */
    public MessageMono(OperationContext at, int source, int tag) {
        super(at, null, source, tag);
    }

    @Override
    final Message result(ReceiveOperation<Message> receive) {
        return Message.of(receive.status(), receive.ownMemory());
    }
}
