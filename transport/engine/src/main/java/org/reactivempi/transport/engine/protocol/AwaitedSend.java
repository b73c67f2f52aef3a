package org.reactivempi.transport.engine.protocol;

import org.reactivempi.transport.engine.operation.Operation;

/** A send that waits for its receiver. */
interface AwaitedSend extends Operation.Holder {

    /** Tries to take the message back; the send ends as cancelled, or as sent if a receive was faster. */
    void withdraw();
}
