package org.reactivempi.benchmarks.soak.group;

import reactor.core.publisher.Mono;

/** A kind of traffic of all ranks together. */
public interface GroupLane {

    /** How the user names it. */
    String name();

    /** Its part of one round, on this rank; fails with the error of {@link Check} if anything came that was not to come. */
    Mono<Void> run(Turn turn);
}
