package org.reactivempi.benchmarks.peers;

import static org.reactivempi.benchmarks.peers.Goal.NONE;
import static org.reactivempi.benchmarks.peers.Goal.atMost;
import static org.reactivempi.benchmarks.peers.Goal.ratioAtLeast;
import static org.reactivempi.benchmarks.peers.Goal.ratioAtMost;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The lines of the tables, with the project's goals. */
final class Measures {

    private static final Map<Integer, Goal> LATENCY_OVER_TCP = Map.of(
            8,
            ratioAtMost(1),
            8192,
            ratioAtMost(1),
            65_536,
            ratioAtMost(0.5),
            1_048_576,
            ratioAtMost(0.9),
            4_194_304,
            ratioAtMost(0.9));
    private static final Map<Integer, Goal> LATENCY_IN_SHM = Map.of(
            8,
            ratioAtMost(2),
            8192,
            ratioAtMost(1.2),
            65_536,
            ratioAtMost(0.5),
            1_048_576,
            ratioAtMost(0.5),
            4_194_304,
            ratioAtMost(0.5));
    private static final Map<Integer, Goal> BANDWIDTH_OVER_TCP =
            Map.of(65_536, ratioAtLeast(1.2), 1_048_576, ratioAtLeast(1.2));
    private static final Map<Integer, Goal> BANDWIDTH_IN_SHM =
            Map.of(65_536, ratioAtLeast(1.5), 1_048_576, ratioAtLeast(1.4));
    private static final List<Integer> RATES = List.of(8, 8192);
    private static final int KIB = 1024;

    private final Transport transport;
    private final Selection selection;
    private final List<Measure> measures = new ArrayList<>();

    private Measures(Transport transport, Selection selection) {
        this.transport = transport;
        this.selection = selection;
    }

    /** All that can be said of a transport. */
    static List<Measure> over(Transport transport, Selection selection) {
        Measures lines = new Measures(transport, selection);
        selection.lengths().forEach(lines::latency);
        selection.lengths().forEach(lines::written);
        lines.blocking();
        RATES.forEach(lines::rate);
        selection.lengths().forEach(lines::bandwidth);
        lines.waitAny();
        lines.depth("posted", "receives open");
        lines.depth("unexpected", "unexpected messages");
        selection.ringRanks().forEach(lines::ring);
        lines.ourselves();
        return lines.measures;
    }

    /** What has no transport. */
    static List<Measure> start() {
        return List.of(new Measure(
                "`hello -n 2` against `mpirun -n 2` of a line of Java, ms",
                ReactiveMpi.IMPLEMENTATION,
                "auto",
                Part.START.test(),
                0,
                "wall_ms",
                true,
                ratioAtMost(3)));
    }

    private void latency(int bytes) {
        lower("half round trip, " + length(bytes) + ", us", "latency", bytes, "p50_us", latencyGoal(bytes));
    }

    private void written(int bytes) {
        if (bytes >= 8 * KIB) {
            String title = "the same, written before each send, " + length(bytes) + ", us";
            lower(title, "written", bytes, "p50_us", NONE);
        }
    }

    private Goal latencyGoal(int bytes) {
        return (transport == Transport.TCP ? LATENCY_OVER_TCP : LATENCY_IN_SHM).getOrDefault(bytes, NONE);
    }

    private void blocking() {
        measures.add(new Measure(
                "`blocking()`, half round trip, 8 B, us",
                ReactiveMpi.BLOCKING,
                transport.channel(),
                "latency",
                8,
                "p50_us",
                true,
                ratioAtMost(transport == Transport.TCP ? 1.2 : 3)));
    }

    private void rate(int bytes) {
        Goal ofShort = ratioAtLeast(transport == Transport.TCP ? 10 : 0.4);
        higher("messages of " + length(bytes) + " each second", bytes, "msg_per_s", bytes == 8 ? ofShort : NONE);
    }

    private void bandwidth(int bytes) {
        if (bytes >= 64 * KIB) {
            Map<Integer, Goal> goals = transport == Transport.TCP ? BANDWIDTH_OVER_TCP : BANDWIDTH_IN_SHM;
            higher("MB/s, " + length(bytes), bytes, "MB_per_s", goals.getOrDefault(bytes, NONE));
        }
    }

    private void waitAny() {
        Goal goal = transport == Transport.TCP ? NONE : ratioAtMost(4);
        lower("any of 64 receives, 8 B, us each", "waitany", 8, "us_per_msg", goal);
    }

    private void depth(String test, String words) {
        lower("round trip, 8 B, no " + words + ", us", test, 8, "rtt_us_depth_0", NONE);
        lower("round trip, 8 B, 10 000 " + words + ", us", test, 8, "rtt_us_depth_10000", NONE);
        lower("the same, 10 000 against none", test, 8, "times_depth_10000", atMost(1.1));
    }

    private void ring(int ranks) {
        Goal goal = ranks == 4 ? ratioAtMost(1) : NONE;
        lower("step of a ring of " + ranks + " ranks, 8 B, us", "ring", 8, "step_p50_us_" + ranks, goal);
    }

    private void ourselves() {
        lower("CPU of a rank that waits, % of a core", "idle", 0, "cpu_percent", atMost(0.5));
        lower("time until a new JVM has its speed, 8 B, s", "warmup", 8, "seconds_to_speed", NONE);
        lower("heap for an 8-byte `isend` and `irecv`, bytes", "allocation", 8, "bytes_per_isend_irecv", atMost(90));
    }

    private void lower(String title, String test, int bytes, String metric, Goal goal) {
        measures.add(Measure.lower(transport, title, test, bytes, metric, goal));
    }

    private void higher(String title, int bytes, String metric, Goal goal) {
        measures.add(
                new Measure(title, ReactiveMpi.IMPLEMENTATION, transport.channel(), "bw", bytes, metric, false, goal));
    }

    /** 8 B, 64 KiB, 4 MiB. */
    static String length(long bytes) {
        if (bytes >= KIB * KIB && bytes % (KIB * KIB) == 0) {
            return bytes / (KIB * KIB) + " MiB";
        }
        return bytes >= KIB && bytes % KIB == 0 ? bytes / KIB + " KiB" : bytes + " B";
    }
}
