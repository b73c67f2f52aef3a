package org.reactivempi.benchmarks.soak.group;

import java.util.List;
import reactor.core.publisher.Mono;

/** A kind of traffic of all ranks together. */
public interface GroupLane {

    /** How the user names it. */
    String name();

    /** Its part of one round, on this rank; fails with the error of {@link Check} if anything came that was not to come. */
    Mono<Void> run(Turn turn);

    /** One of each, in the order in which all ranks make their communicators. */
    static List<GroupLane> all() {
        return List.of(
                new CommunicatorsLane(),
                new CollectivesLane(),
                new SideBySideLane(),
                new CollectiveStreamsLane(),
                new AskLane(),
                new DerivedTypesLane(),
                new DirectMemoryLane(),
                new RecordsLane(),
                new RequestListsLane(),
                new BlockingLane(),
                new ThreadsLane(),
                new FailuresLane(),
                new FacadeLane());
    }
}
