package org.reactivempi.transport.rsocket;

/** The RSocket connection below a link. */
interface Carrier {

    /** Ends the connection; does nothing if it has ended. */
    void end();

    /** As {@link org.reactivempi.transport.channel.Link#binding}. */
    default byte[] binding() {
        return new byte[0];
    }

    /** Who is at the other end. */
    String remote();
}
