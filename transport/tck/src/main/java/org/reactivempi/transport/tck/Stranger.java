package org.reactivempi.transport.tck;

import java.io.IOException;

/** Somebody who is no rank, and sends bytes to an endpoint's address. */
@FunctionalInterface
public interface Stranger {

    /**
     * Connects to the address as anybody could, sends the bytes, and goes; the endpoint may end the connection before.
     *
     * @param address what {@link org.reactivempi.transport.channel.Endpoint#address()} gave
     * @param bytes what to send, perhaps nothing
     * @throws IOException if it cannot connect, or the connection ends while it sends; both are fine
     */
    void send(String address, byte[] bytes) throws IOException;
}
