package org.reactivempi.conformance.data;

import java.util.List;
import java.util.Random;
import reactor.core.publisher.Mono;

/** An operation of several ranks, and what it must come to by the definition, any number of times. */
interface Case {

    /** What each rank calls; cold, and any number of times, each after it was {@linkplain #fill filled}. */
    List<Mono<Void>> operations();

    /** New data for the next run. */
    void fill(Random random);

    /** What is not as the definition says; a line for each rank. */
    List<String> differences();
}
