package org.reactivempi.benchmarks.peers;

import static org.reactivempi.benchmarks.peers.Goal.ratioAtLeast;
import static org.reactivempi.benchmarks.peers.Goal.ratioAtMost;

import java.util.ArrayList;
import java.util.List;

/** The lines of a table of operations of windows, with the project's goals. */
final class WindowMeasures {

    private static final int SHORT = 8;
    private static final int COLUMN = 8192;
    private static final int LONG = 65_536;

    private final Transport transport;
    private final List<Measure> measures = new ArrayList<>();

    private WindowMeasures(Transport transport) {
        this.transport = transport;
    }

    static List<Measure> of(Transport transport, Selection selection) {
        if (!selection.windows()) {
            return List.of();
        }
        WindowMeasures lines = new WindowMeasures(transport);
        lines.lower("put of 8 B and flush, us", "put_flush", SHORT, lines.goal(1, 2));
        lines.lower("get of 8 B, us", "get", SHORT, lines.goal(1, 2));
        lines.lower("fetch and add, 8 B, us", "fetch_and_op", SHORT, lines.goal(1, 2));
        lines.lower("compare and swap, 8 B, us", "compare_and_swap", SHORT, lines.goal(1, 2));
        lines.lower("64 puts of 8 B and flush, us", "puts", SHORT, lines.goal(1, 5));
        lines.lower("64 gets of 8 B, us", "gets", SHORT, lines.goal(0.3, 5));
        lines.lower("64 accumulates of 8 B and flush, us", "accumulates", SHORT, lines.goal(1.2, 4));
        lines.lower("put of a column of 1024 doubles and flush, us", "put_column", COLUMN, lines.goal(1, 2));
        lines.lower("get of 64 KiB, us", "get_long", LONG, lines.goal(0.8, 1.2));
        lines.lower("lock, put of 8 B, unlock, us", "lock_put_unlock", SHORT, lines.goal(0.8, 8));
        lines.lower("put of 8 B and fence, 2 ranks, us", "put_fence", SHORT, lines.goal(1, 4));
        lines.lower(
                "put of 8 B and fence, " + Selection.FENCING + " ranks, us",
                "put_fence_of_" + Selection.FENCING,
                SHORT,
                lines.goal(1, 4));
        selection.lengths().forEach(bytes -> lines.bandwidth("puts", "put_bw", bytes));
        selection.lengths().forEach(bytes -> lines.bandwidth("gets", "get_bw", bytes));
        if (transport == Transport.SHM) {
            lines.lower("4096 stores in place, us", "stores", SHORT, ratioAtMost(1.2));
            lines.lower("4096 atomic additions in place, us", "additions", SHORT, ratioAtMost(1.2));
        }
        return lines.measures;
    }

    private Goal goal(double overTcp, double inMemory) {
        return ratioAtMost(transport == Transport.TCP ? overTcp : inMemory);
    }

    private void lower(String title, String test, int bytes, Goal goal) {
        measures.add(Measure.lower(transport, title, test, bytes, "p50_us", goal));
    }

    private void bandwidth(String what, String test, int bytes) {
        String title = "MB/s, 16 " + what + " of " + Measures.length(bytes) + " at a time";
        String channel = transport.channel();
        Goal goal = ratioAtLeast(transport == Transport.TCP ? 1.2 : 0.8);
        measures.add(new Measure(title, ReactiveMpi.IMPLEMENTATION, channel, test, bytes, "MB_per_s", false, goal));
    }
}
