package org.reactivempi.transport.rsocket;

/** The RSocket connection below a link. */
interface Carrier {

    /** Ends the connection; does nothing if it has ended. */
    void end();

    /** Who is at the other end. */
    String remote();
}
