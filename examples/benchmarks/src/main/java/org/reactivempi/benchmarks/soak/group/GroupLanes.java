package org.reactivempi.benchmarks.soak.group;

import java.util.List;

/** The lanes in which all ranks take part together. */
public final class GroupLanes {

    private GroupLanes() {}

    /** One of each, in the order in which all ranks make their communicators. */
    public static List<GroupLane> all() {
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
