package org.reactivempi.transport.engine.port;

/** A message that waits to be received: in the queue, or outside of it, as what a matched probe has taken. On the progress thread. */
public interface WaitingMessage {

    /** The communicator's number and the message's purpose. */
    int context();

    /** The sender's rank in the communicator. */
    int source();

    /** Its tag. */
    int tag();

    /** How long it is. */
    long lengthBytes();
}
