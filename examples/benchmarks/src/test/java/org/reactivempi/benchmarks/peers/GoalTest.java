package org.reactivempi.benchmarks.peers;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivempi.examples.results.Origin;
import org.reactivempi.examples.results.Row;

class GoalTest {

    private static final OptionalDouble NO_RATIO = OptionalDouble.empty();
    private static final Selection ALL =
            new Selection(Set.of(Part.values()), List.of(Transport.values()), List.of(8, 65_536), List.of(4), 1);

    private final Results results = new Results(Path.of("unused"));

    @Test
    @DisplayName("a limit itself is allowed, beyond it is missed, and without a peer there is no ratio to miss")
    void limits() {
        assertThat(Goal.ratioAtMost(1.5).isMissed(100, OptionalDouble.of(1.5))).isFalse();
        assertThat(Goal.ratioAtMost(1.5).isMissed(0, OptionalDouble.of(1.51))).isTrue();
        assertThat(Goal.ratioAtLeast(10).isMissed(0, OptionalDouble.of(10))).isFalse();
        assertThat(Goal.ratioAtLeast(10).isMissed(100, OptionalDouble.of(9.9))).isTrue();
        assertThat(Goal.ratioAtLeast(10).isMissed(0, NO_RATIO)).isFalse();
        assertThat(Goal.atMost(0.5).isMissed(0.5, NO_RATIO)).isFalse();
        assertThat(Goal.atMost(0.5).isMissed(0.6, OptionalDouble.of(0.01))).isTrue();
        assertThat(Goal.NONE.isMissed(1e9, OptionalDouble.of(1e9))).isFalse();
    }

    @Test
    @DisplayName("goals read as they are meant")
    void words() {
        assertThat(Goal.ratioAtMost(0.6).text()).isEqualTo("ratio at most 0.6");
        assertThat(Goal.ratioAtLeast(10).text()).isEqualTo("ratio at least 10");
        assertThat(Goal.atMost(120).text()).isEqualTo("at most 120");
        assertThat(Goal.NONE.text()).isEmpty();
    }

    @Test
    @DisplayName("the better peer is the faster one: less time, more messages")
    void betterPeer() {
        add("reactive-mpi", "latency", 8, "p50_us", 3, 6, 9);
        add("mpich", "latency", 8, "p50_us", 4, 5);
        add("openmpi", "latency", 8, "p50_us", 5);
        add("reactive-mpi", "bw", 8, "msg_per_s", 2e6);
        add("mpich", "bw", 8, "msg_per_s", 1e5);
        add("openmpi", "bw", 8, "msg_per_s", 4e5);

        assertThat(measure("latency", 8, "p50_us").ratio(results)).hasValue(6 / 4.5);
        assertThat(measure("latency", 8, "p50_us").isMissed(results)).isTrue();
        assertThat(measure("bw", 8, "msg_per_s").ratio(results)).hasValue(5);
        assertThat(measure("bw", 65_536, "MB_per_s").ratio(results)).isEmpty();
        assertThat(measure("bw", 65_536, "MB_per_s").isMissed(results)).isFalse();
    }

    @Test
    @DisplayName("a table shows what was measured, three digits of it, and what misses its goal is bold")
    void table() {
        add("reactive-mpi", "latency", 8, "p50_us", 6.004, 5.5, 12.34);
        add("mpich", "latency", 8, "p50_us", 4);
        add("reactive-mpi", "bw", 8, "msg_per_s", 2_345_678);
        add("reactive-mpi", "posted", 8, "times_depth_10000", 1.26);
        add("mpich", "posted", 8, "times_depth_10000", 128.6);

        Table table = new Table("Over TCP", results, Measures.over(Transport.TCP, ALL));

        assertThat(table.markdown()).isEqualTo("""
                        ### Over TCP

                        | test | reactive-mpi | MPICH | Open MPI | ratio |
                        | --- | --- | --- | --- | --- |
                        | half round trip, 8 B, us | 6.00 (5.50 to 12.3) | 4.00 | – | **1.50** |
                        | messages of 8 B each second | 2.35 M | – | – | – |
                        | the same, 10 000 against none | **1.26** | 129 | – | 0.01 |
                        """);
        assertThat(new Table("Over TCP", new Results(Path.of("unused")), Measures.over(Transport.TCP, ALL)).isEmpty())
                .isTrue();
    }

    @Test
    @DisplayName("an even number of values has its median between two of them")
    void median() {
        assertThat(Sample.of(List.of(9.0, 1.0, 4.0)).median()).isEqualTo(4);
        assertThat(Sample.of(List.of(9.0, 1.0, 4.0, 5.0)).median()).isEqualTo(4.5);
        assertThat(Sample.of(List.of(9.0, 1.0, 4.0)).smallest()).isEqualTo(1);
        assertThat(Sample.of(List.of(9.0, 1.0, 4.0)).largest()).isEqualTo(9);
    }

    private static Measure measure(String test, long bytes, String metric) {
        return Measures.over(Transport.TCP, ALL).stream()
                .filter(measure -> measure.test().equals(test)
                        && measure.bytes() == bytes
                        && measure.metric().equals(metric)
                        && measure.implementation().equals(ReactiveMpi.IMPLEMENTATION))
                .findFirst()
                .orElseThrow();
    }

    private void add(String implementation, String test, long bytes, String metric, double... values) {
        Origin origin = new Origin(implementation, "tcp", "direct", "adaptive");
        for (double value : values) {
            results.addAll(List.of(new Row(origin, test, bytes, metric, value)));
        }
    }
}
