package org.reactivempi.benchmarks.peers;

import java.util.List;

/** One of the libraries that are compared: the commands that make it do the tests. Each list may be empty. */
interface Contender {

    /** What two ranks measure over a transport. */
    List<Task> pairs(Transport transport, Selection selection);

    /** A token's way round so many ranks. */
    List<Task> rings(Transport transport, Selection selection, int ranks);

    /** Collective operations of so many ranks. */
    default List<Task> collectives(Transport transport, Selection selection, int ranks) {
        return List.of();
    }

    /** Messages of two ranks with derived types, and packed. */
    default List<Task> layouts(Transport transport, Selection selection) {
        return List.of();
    }

    /** A Java program of two ranks that makes blocking calls. */
    default List<Task> bindings(Transport transport, Selection selection) {
        return List.of();
    }

    /** What a rank does in windows of another one. */
    default List<Task> windows(Transport transport, Selection selection) {
        return List.of();
    }

    /** Two ranks that only say hello. */
    List<Task> starts();
}
