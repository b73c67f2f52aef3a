package org.reactivempi.benchmarks.peers;

import static org.reactivempi.benchmarks.peers.Goal.NONE;
import static org.reactivempi.benchmarks.peers.Goal.ratioAtMost;

import java.util.ArrayList;
import java.util.List;

/** The lines of a table of collective operations, with the project's goals. */
final class CollectiveMeasures {

    private static final String BARRIER = "barrier";
    private static final int SHORT = 8;
    private static final int MEDIUM = 8192;
    private static final int LONG = 1 << 20;
    private static final int PAIR = 2;

    private final Transport transport;
    private final int ranks;
    private final List<Measure> measures = new ArrayList<>();

    private CollectiveMeasures(Transport transport, int ranks) {
        this.transport = transport;
        this.ranks = ranks;
    }

    /** All operations of so many ranks: first each after a barrier, then again and again. */
    static List<Measure> of(Transport transport, int ranks, Selection selection) {
        CollectiveMeasures lines = new CollectiveMeasures(transport, ranks);
        for (String operation : Selection.COLLECTIVES) {
            lines.all(operation, selection, "p50_us", "");
        }
        for (String operation : Selection.COLLECTIVES) {
            lines.all(operation, selection, "again_us", ", again and again");
        }
        if (Selection.hasNeighbors(ranks)) {
            lines.neighbors("p50_us", "");
            lines.neighbors("again_us", ", again and again");
        }
        return lines.measures;
    }

    private void neighbors(String metric, String words) {
        for (String operation : Selection.NEIGHBORS) {
            for (int bytes : Selection.NEIGHBOR_LENGTHS) {
                String title = operation + " of " + Measures.length(bytes) + words + ", us";
                add(title, operation, bytes, metric, NONE);
            }
        }
    }

    private void all(String operation, Selection selection, String metric, String words) {
        boolean counts = words.isEmpty();
        if (operation.equals(BARRIER)) {
            add(operation + words + ", us", operation, 0, metric, counts ? goal(operation, SHORT) : NONE);
            return;
        }
        for (int bytes : selection.lengths()) {
            String title = operation + " of " + Measures.length(bytes) + words + ", us";
            add(title, operation, bytes, metric, counts ? goal(operation, bytes) : NONE);
        }
    }

    private void add(String title, String operation, int bytes, String metric, Goal goal) {
        measures.add(Measure.lower(transport, title, operation + "/" + ranks, bytes, metric, goal));
    }

    private Goal goal(String operation, int bytes) {
        if (bytes != SHORT && bytes != MEDIUM && bytes != LONG) {
            return NONE;
        }
        return ratioAtMost(ranks == PAIR ? ofPair(operation, bytes) : ofCrowd(bytes));
    }

    private double ofPair(String operation, int bytes) {
        if (transport == Transport.TCP) {
            return bytes == SHORT ? 1 : bytes == MEDIUM ? 0.9 : operation.equals("bcast") ? 1 : 0.8;
        }
        if (bytes == SHORT) {
            return 2;
        }
        return switch (operation) {
            case "bcast" -> bytes == MEDIUM ? 1.5 : 0.6;
            case "allreduce" -> bytes == MEDIUM ? 0.8 : 0.5;
            case "allgather" -> bytes == MEDIUM ? 1 : 0.6;
            default -> bytes == MEDIUM ? 0.5 : 0.6;
        };
    }

    /** Against ranks that yield. */
    private double ofCrowd(int bytes) {
        if (transport == Transport.TCP) {
            return bytes == SHORT ? 0.5 : 0.6;
        }
        return bytes == SHORT ? 1.5 : bytes == MEDIUM ? 0.8 : 0.6;
    }
}
