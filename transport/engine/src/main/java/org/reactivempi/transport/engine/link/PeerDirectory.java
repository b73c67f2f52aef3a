package org.reactivempi.transport.engine.link;

import reactor.core.publisher.Mono;

/** Where peers can be reached. */
@FunctionalInterface
public interface PeerDirectory {

    /** The address that a rank's endpoint gave; signalled on any thread. */
    Mono<String> address(int rank);
}
