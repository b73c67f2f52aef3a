package org.reactivempi.benchmarks.peers;

import static org.reactivempi.benchmarks.peers.Goal.NONE;
import static org.reactivempi.benchmarks.peers.Goal.atMost;
import static org.reactivempi.benchmarks.peers.Goal.ratioAtMost;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.reactivempi.benchmarks.pt2pt.Layout;

/** The lines of a table of messages with derived types, with the project's goals. */
final class LayoutMeasures {

    private static final double AGAINST_PEERS = 1;
    private static final double VECTOR_AGAINST_PEERS = 0.7;
    private static final double AGAINST_PACKING = 1.2;
    private static final double AGAINST_DENSE = 1.25;

    private final Transport transport;

    private LayoutMeasures(Transport transport) {
        this.transport = transport;
    }

    /** For each layout and length: with the type, packed, and what the type costs against other ways. */
    static List<Measure> of(Transport transport, Selection selection) {
        LayoutMeasures lines = new LayoutMeasures(transport);
        return selection.layouts().stream()
                .flatMap(layout -> selection.lengths().stream().flatMap(bytes -> lines.of(layout, bytes)))
                .toList();
    }

    private Stream<Measure> of(Layout layout, int bytes) {
        String name = layout.name().toLowerCase(Locale.ROOT);
        String title = name + " of " + Measures.length(bytes);
        Goal againstPeers = ratioAtMost(layout == Layout.VECTOR ? VECTOR_AGAINST_PEERS : AGAINST_PEERS);
        return Stream.of(
                line(title + ", half round trip, us", "latency_" + name, bytes, "p50_us", againstPeers),
                line(title + ", packed, us", "latency_packed_" + name, bytes, "p50_us", NONE),
                line(
                        title + ", against packed by hand",
                        "latency_" + name,
                        bytes,
                        "times_packed",
                        atMost(AGAINST_PACKING)),
                line(
                        title + ", against one after the other",
                        "latency_" + name,
                        bytes,
                        "times_dense",
                        layout == Layout.VECTOR ? atMost(AGAINST_DENSE) : NONE));
    }

    private Measure line(String title, String test, int bytes, String metric, Goal goal) {
        return new Measure(title, ReactiveMpi.IMPLEMENTATION, transport.channel(), test, bytes, metric, true, goal);
    }
}
