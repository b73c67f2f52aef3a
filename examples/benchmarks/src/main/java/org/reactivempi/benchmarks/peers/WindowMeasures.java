package org.reactivempi.benchmarks.peers;

import static org.reactivempi.benchmarks.peers.Goal.NONE;

import java.util.ArrayList;
import java.util.List;

/** The lines of a table of operations of windows. There are no goals yet. */
final class WindowMeasures {

    private static final int SHORT = 8;

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
        lines.lower("put of 8 B and flush, us", "put_flush");
        lines.lower("get of 8 B, us", "get");
        lines.lower("fetch and add, 8 B, us", "fetch_and_op");
        lines.lower("compare and swap, 8 B, us", "compare_and_swap");
        lines.lower("64 puts of 8 B and flush, us", "puts");
        lines.lower("lock, put of 8 B, unlock, us", "lock_put_unlock");
        lines.lower("put of 8 B and fence, 2 ranks, us", "put_fence");
        selection.lengths().forEach(bytes -> lines.bandwidth("puts", "put_bw", bytes));
        selection.lengths().forEach(bytes -> lines.bandwidth("gets", "get_bw", bytes));
        return lines.measures;
    }

    private void lower(String title, String test) {
        measures.add(Measure.lower(transport, title, test, SHORT, "p50_us", NONE));
    }

    private void bandwidth(String what, String test, int bytes) {
        String title = "MB/s, 16 " + what + " of " + Measures.length(bytes) + " at a time";
        String channel = transport.channel();
        measures.add(new Measure(title, ReactiveMpi.IMPLEMENTATION, channel, test, bytes, "MB_per_s", false, NONE));
    }
}
