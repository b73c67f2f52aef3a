package org.reactivempi.spring.actuate;

import java.util.List;
import java.util.stream.IntStream;
import org.reactivempi.Group;

/** A group as the numbers of its ranks in the world. */
final class WorldRanks {

    private WorldRanks() {}

    static List<Integer> of(Group group) {
        return IntStream.range(0, group.size()).mapToObj(group::worldRank).toList();
    }
}
