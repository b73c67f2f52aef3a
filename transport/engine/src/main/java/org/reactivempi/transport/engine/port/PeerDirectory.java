package org.reactivempi.transport.engine.port;

import java.util.List;
import java.util.Set;
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

    /**
     * This rank has agreed with others that some have failed. Where something decides whether ranks go on that take each
     * other for failed, it is told. Such ranks are ended, if that is possible.
     *
     * @param failed ranks of the job, not this one
     * @return whether this rank goes on; false if it is itself one that others have given up before; signalled on any thread
     */
    default Mono<Boolean> giveUp(Set<Integer> failed) {
        return Mono.just(true);
    }

    /** Whether ranks start without each other, so that one that cannot be reached may still come, and one that has gone come again. */
    default boolean ranksComeAndGo() {
        return false;
    }

    /** The addresses that a rank's endpoints gave, one or more for each of its channels; signalled on any thread. */
    Mono<List<Address>> addresses(int rank);
}
