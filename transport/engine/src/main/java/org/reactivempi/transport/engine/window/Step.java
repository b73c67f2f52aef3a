package org.reactivempi.transport.engine.window;

/** Something that is sent to a peer in its turn, whole or piece by piece. */
abstract class Step {

    /** Whether it needs room among the requests that the peer has not answered. */
    boolean isRequest() {
        return false;
    }

    /**
     * Sends it, or its next piece, or hands a long piece over to the link's turns: then {@link Lane#goOn} follows.
     *
     * @return how many bytes, 1 or more; 0 where the piece is handed over
     */
    abstract int send(Outlet to);

    /** Whether the last piece is sent. */
    abstract boolean isSent();

    /** Nothing of it leaves any more. */
    abstract void cut(Throwable cause);
}
