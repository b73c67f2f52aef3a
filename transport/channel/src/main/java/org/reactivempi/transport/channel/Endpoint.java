package org.reactivempi.transport.channel;

import java.util.List;
import java.util.Optional;

/** Where one rank can be reached over a channel. */
public interface Endpoint {

    /** What peers need to connect here: printable ASCII without blanks and semicolons, at most 160 characters. */
    String address();

    /**
     * All that lead here, where there are several, the likeliest first; peers try them in turn.
     *
     * @return one or more, each as {@link #address} has it, which is the first
     */
    default List<String> addresses() {
        return List.of(address());
    }

    /**
     * Whether a peer that gave this address can probably be reached from here, as far as one can tell without trying: false
     * for another JVM or another host where the channel does not go there. Any address may be given, also a malformed one.
     */
    boolean reaches(String address);

    /**
     * Connects to a peer's endpoint.
     *
     * @param address one that the peer's {@link #addresses()} gave; a malformed one fails as an unreachable one does
     * @param handler told by {@link LinkHandler#onOpen} or, when it fails, by {@link LinkHandler#onClosed}
     */
    void connect(String address, LinkHandler handler);

    /**
     * Memory that this rank can have in common with others.
     *
     * @return always the same; nothing unless the channel has such memory
     */
    default Optional<SharedSegments> segments() {
        return Optional.empty();
    }

    /** Stops accepting connections; links that exist stay. */
    void close();
}
