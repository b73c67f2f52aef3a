package org.reactivempi.core.collective.algorithm;

import java.util.List;

/** All operations that have algorithms. */
public final class Operations {

    private Operations() {}

    /** All of them. */
    public static List<Algorithms> all() {
        return List.of(
                Barriers.BARRIER,
                Broadcasts.BCAST,
                Gathers.GATHER,
                Gathers.SCATTER,
                Allgathers.ALLGATHER,
                Alltoalls.ALLTOALL,
                Reductions.REDUCE,
                Reductions.ALLREDUCE,
                Reductions.REDUCE_SCATTER,
                PrefixReductions.SCAN,
                PrefixReductions.EXSCAN);
    }

    /** Their names, in alphabetical order. */
    static List<String> names() {
        return all().stream().map(Algorithms::operation).sorted().toList();
    }

    /** The names of an operation's algorithms; none for one that has no choice. */
    public static List<String> algorithmsOf(String operation) {
        return all().stream()
                .filter(each -> each.operation().equals(operation))
                .flatMap(each -> each.names().stream())
                .toList();
    }
}
