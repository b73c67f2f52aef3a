package org.reactivempi.transport.engine.link;

import java.util.List;
import reactor.core.publisher.Mono;

/** Where peers can be reached. */
@FunctionalInterface
public interface PeerDirectory {

    /** The addresses that a rank's endpoints gave, one for each of its channels; signalled on any thread. */
    Mono<List<PeerAddress>> addresses(int rank);
}
