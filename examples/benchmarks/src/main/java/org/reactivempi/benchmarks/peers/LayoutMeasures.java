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

    private LayoutMeasures() {}

    /** For each layout and length: with the type, packed, and what the type costs against other ways. */
    static List<Measure> of(Transport transport, Selection selection) {
        return selection.layouts().stream()
                .flatMap(layout -> selection.lengths().stream().flatMap(bytes -> of(transport, layout, bytes)))
                .toList();
    }

    private static Stream<Measure> of(Transport transport, Layout layout, int bytes) {
        String name = layout.name().toLowerCase(Locale.ROOT);
        String title = name + " of " + Measures.length(bytes);
        String test = "latency_" + name;
        boolean isVector = layout == Layout.VECTOR;
        return Stream.of(
                Measure.lower(
                        transport,
                        title + ", half round trip, us",
                        test,
                        bytes,
                        "p50_us",
                        ratioAtMost(isVector ? VECTOR_AGAINST_PEERS : AGAINST_PEERS)),
                Measure.lower(transport, title + ", packed, us", "latency_packed_" + name, bytes, "p50_us", NONE),
                Measure.lower(
                        transport,
                        title + ", against packed by hand",
                        test,
                        bytes,
                        "times_packed",
                        atMost(AGAINST_PACKING)),
                Measure.lower(
                        transport,
                        title + ", against one after the other",
                        test,
                        bytes,
                        "times_dense",
                        isVector ? atMost(AGAINST_DENSE) : NONE));
    }
}
