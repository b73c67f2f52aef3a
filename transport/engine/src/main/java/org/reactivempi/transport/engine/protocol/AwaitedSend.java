package org.reactivempi.transport.engine.protocol;

/** A send that waits for its receiver. */
interface AwaitedSend {

    /** Tries to take the message back; the send ends as cancelled, or as sent if a receive was faster. */
    void withdraw();
}
