package org.reactivempi.benchmarks.soak.side;

import reactor.core.publisher.Mono;

/** What rank 0 runs next to the rounds. */
public interface SideLane extends AutoCloseable {

    /** How often it has done what it does. */
    long count();

    /** Never completes by itself; fails if anything came that was not to come. */
    Mono<Void> run();

    /** Ends the processes that it has started. Any thread. */
    @Override
    void close();
}
