package org.reactivempi.transport.channel;

/** Where one rank can be reached over a channel. */
public interface Endpoint {

    /** What peers need to connect here: printable ASCII without blanks, at most 200 characters. */
    String address();

    /**
     * Connects to a peer's endpoint.
     *
     * @param address what the peer's {@link #address()} gave; a malformed one fails as an unreachable one does
     * @param handler told by {@link LinkHandler#onOpen} or, when it fails, by {@link LinkHandler#onClosed}
     */
    void connect(String address, LinkHandler handler);

    /** Stops accepting connections; links that exist stay. */
    void close();
}
