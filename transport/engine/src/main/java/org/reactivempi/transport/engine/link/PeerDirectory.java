package org.reactivempi.transport.engine.link;

import java.util.List;
import reactor.core.publisher.Mono;

/** Where peers can be reached. */
@FunctionalInterface
public interface PeerDirectory {

    /**
     * One of the addresses of a peer.
     *
     * @param channel the name of the channel
     * @param address what the peer's endpoint of this channel gave
     */
    record Address(String channel, String address) {}

    /**
     * Whether a rank that can't be reached has come to its orderly end, and so has not failed; signalled on any thread.
     *
     * @param rank in the job
     */
    default Mono<Boolean> hasFinalized(int rank) {
        return Mono.just(false);
    }

    /** Whether ranks start without each other, so that one that cannot be reached may still come, and one that has gone come again. */
    default boolean ranksComeAndGo() {
        return false;
    }

    /** The addresses that a rank's endpoints gave, one or more for each of its channels; signalled on any thread. */
    Mono<List<Address>> addresses(int rank);
}
