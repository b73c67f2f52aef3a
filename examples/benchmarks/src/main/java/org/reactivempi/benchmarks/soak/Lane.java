package org.reactivempi.benchmarks.soak;

import reactor.core.publisher.Mono;

/** A kind of traffic from one rank to another. */
interface Lane {

    /** How the user names it. */
    String name();

    /** What the sender does in one round. */
    Mono<Void> send(Way way);

    /** What the receiver does meanwhile. */
    Mono<Void> receive(Way way);
}
